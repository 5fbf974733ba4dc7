"""The configuration that the chart writes, beside what the master of each release takes."""

from __future__ import annotations

import functools
from typing import Any

import pytest
import yaml
from tests.chart_cases import CHART, ChartCase, load_cases
from tests.chart_rendering import rendered
from tests.determined.chart_values import COMMON, VALUE_SETS

from helmwright import ChartRenderer, HelmwrightError, Release, load_chart, merge_sources
from helmwright.base.records import replace
from helmwright.determined import DeterminedRelease, check_master_config
from helmwright.determined.versions import LATEST, RELEASES

STEP = 5
"""Every release is tried with each fifth set of values, the next release with the next ones."""
ENTERPRISE_IMAGES = ("determined-ee-master", "hpecaide-master", "hpe-mlde-master")
MASTER_IMAGES = ("determined-master", *ENTERPRISE_IMAGES)
DOUBTFUL = {
    "pools-empty": [
        (
            "resource_pools[0].task_container_defaults.cpu_pod_spec.spec.affinity:"
            " without nodeAffinity makes the master panic when it looks at the nodes"
        )
    ],
    "warnings-license": ["security.authz.type: needs the enterprise image from 0.32.0 to 0.37.0"],
    "warnings-license-managers": [
        "ui_customization.logo_paths: needs the enterprise image from 0.32.0 to 0.37.0",
        "additional_resource_managers[0]: needs the enterprise image from 0.32.0 to 0.37.0",
    ],
    "warnings-new": [
        (
            'resource_manager.default_aux_resource_pool: there is no pool "aux";'
            " tasks without a pool fail"
        )
    ],
    "warnings-old": ['security.authz.type: "rbac" is none of basic'],
}
"""Cases about what the chart only warns of, or takes because it depends on the nodes."""
CASES = [case for case in load_cases() if not case.skip_schema]


def configs(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns what the objects hold as master.yaml."""
    found = []
    for made in objects:
        if made["kind"] in {"ConfigMap", "Secret"}:
            texts = {**(made.get("data") or {}), **(made.get("stringData") or {})}
            if "master.yaml" in texts:
                found.append(yaml.safe_load(texts["master.yaml"]))
    return found


def master_image(objects: list[dict[str, Any]]) -> str:
    """Returns the image of the master."""
    images: set[str] = {
        container["image"]
        for made in objects
        if made["kind"] == "Deployment"
        for container in made["spec"]["template"]["spec"]["containers"]
        if container["image"].rpartition(":")[0].endswith(MASTER_IMAGES)
    }
    (image,) = images
    return image


def release_of(image: str, values: str) -> DeterminedRelease:
    """Returns the release of an image; if the tag is a commit, the one that the values name."""
    name, _, tag = image.rpartition(":")
    told = str((yaml.safe_load(values) or {}).get("detRelease") or "")
    release = DeterminedRelease.parse(told) or DeterminedRelease.parse(tag) or LATEST
    return replace(release, enterprise=name.endswith(ENTERPRISE_IMAGES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_master_takes_the_configuration_of_every_case(case: ChartCase) -> None:
    objects = [made for _, made in rendered(case).objects]
    values = "\n".join([*(path.read_text() for path in case.values), case.row])
    release = release_of(master_image(objects), values)

    for config in configs(objects):
        found = [str(one) for one in check_master_config(config, release)]
        assert found == DOUBTFUL.get(case.name, [])


@pytest.mark.slow
def test_most_cases_have_a_configuration() -> None:
    # The others use a Secret of the user's.
    with_one = [case for case in CASES if configs([made for _, made in rendered(case).objects])]
    assert len(with_one) > 0.9 * len(CASES)


@functools.cache
def renderer() -> ChartRenderer:
    """Returns the chart, compiled once."""
    return ChartRenderer(load_chart(str(CHART)))


def render(release: DeterminedRelease, name: str) -> dict[str, Any] | None:
    """Returns the configuration for a set of values; None where the chart refuses the set."""
    sources = {"common": COMMON, "set": VALUE_SETS[name], "release": f"detVersion: {release}\n"}
    values = merge_sources(list(sources), read=lambda source: sources[source].encode())
    try:
        manifests = renderer().render(values, Release("det", "mlde")).manifests
    except HelmwrightError:
        return None
    (config,) = configs([manifest.object for manifest in manifests])
    return config


@pytest.mark.parametrize("release", RELEASES, ids=str)
def test_the_master_of_every_release_takes_what_the_chart_writes_for_it(
    release: DeterminedRelease,
) -> None:
    first = RELEASES.index(release) % STEP
    for name in list(VALUE_SETS)[first::STEP]:
        config = render(release, name)
        if config is not None:
            edition = replace(release, enterprise="enterpriseEdition: true" in VALUE_SETS[name])
            assert [str(one) for one in check_master_config(config, edition)] == [], name


@pytest.mark.parametrize("name", VALUE_SETS)
def test_every_set_of_values_is_taken_for_some_release(name: str) -> None:
    assert render(LATEST, name) or render(DeterminedRelease((0, 35, 1)), name)


def test_a_key_that_the_release_does_not_know_is_found() -> None:
    config = render(LATEST, "nothing")

    assert config is not None
    assert [str(one) for one in check_master_config(config, DeterminedRelease((0, 34, 0)))] == [
        "resource_manager.default_namespace: unknown key; it is known from 0.35.0 on"
    ]
