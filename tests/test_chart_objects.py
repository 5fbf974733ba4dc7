"""Every object of every golden case: the schemas of Kubernetes, and how the objects fit together."""

from __future__ import annotations

import pytest
from tests.chart_cases import ChartCase, load_cases
from tests.chart_objects import Objects
from tests.chart_rendering import each_object, rendered
from tests.kubernetes_schemas import VERSIONS, complaints


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_valid_and_of_no_deprecated_api(version: str) -> None:
    found = {
        f"{case.name} {path} {made.get('kind')}: {complaint}"
        for case, path, made in each_object(f"{version}.0")
        for complaint in complaints(made, version)
    }
    assert sorted(found) == []


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_the_objects_of_a_case_fit_together(case: ChartCase) -> None:
    objects = [made for _, made in rendered(case).objects]
    assert Objects(objects, case.namespace, case.own).problems() == []


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_what_an_installed_release_relies_on_keeps_its_name(case: ChartCase) -> None:
    objects = [made for _, made in rendered(case).objects]
    names = {(one["kind"], one["metadata"]["name"]): one for one in objects}
    master = {"app": f"determined-master-{case.release}"}
    database = {"app": f"determined-db-{case.release}"}
    # Releases up to 0.13.4 misspelt the names of Deployments.
    deployments = {
        (part, spelling): names.get(("Deployment", f"{spelling}-{part}-deployment-{case.release}"))
        for part in ("master", "db")
        for spelling in ("determined", "deteremined")
    }
    found = {part: one for (part, _), one in deployments.items() if one is not None}
    assert found["master"]["spec"]["selector"] == {"matchLabels": master}
    if "db" in found:
        assert found["db"]["spec"]["selector"] == {"matchLabels": database}
    service = names["Service", f"determined-master-service-{case.release}"]["spec"]
    assert service["selector"] == master
    assert service["ports"][0]["name"] in ("http", "https")
    if ("Service", f"determined-db-service-{case.release}") in names:
        spec = names["Service", f"determined-db-service-{case.release}"]["spec"]
        assert spec["selector"] == database
        assert ("StatefulSet", f"determined-db-{case.release}") in names or "db" in found
