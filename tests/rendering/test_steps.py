"""The steps between a loaded chart and its documents; texts are those of helm 4.2.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, write_chart

from helmwright.base.errors import ChartError, HelmwrightError, UsageError
from helmwright.charts.loader import load_chart
from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities, parse_kube_version
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release
from helmwright.rendering.steps import check_installable, prepare, render_files, sort_files

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.charts.chart import Chart

SUBCHART = {
    "charts/s/Chart.yaml": "apiVersion: v2\nname: s\nversion: 0.1.0\n",
    "charts/s/values.yaml": "q: 1\n",
}


def chart_with(folder: Path, files: dict[str, str]) -> Chart:
    write_chart(folder, files)
    return load_chart(str(folder / "c"))


def test_a_library_cannot_be_installed(tmp_path: Path) -> None:
    chart = chart_with(tmp_path, {"Chart.yaml": f"{CHART}type: library\n"})
    with pytest.raises(ChartError, match=r"^library charts are not installable$"):
        check_installable(chart)


def test_a_deprecated_chart_is_logged(tmp_path: Path) -> None:
    records: list[tuple[object, ...]] = []
    chart = chart_with(tmp_path, {"Chart.yaml": f"{CHART}deprecated: true\n"})
    check_installable(chart, log=lambda level, message, /, **_: records.append((level, message)))
    assert records == [("WARN", "this chart is deprecated")]


def test_values_are_coalesced_and_the_arguments_left_alone(tmp_path: Path) -> None:
    chart = chart_with(tmp_path, SUBCHART)
    overrides: dict[str, object] = {"a": 2.0, "s": {"q": 3.0}}
    prepared = prepare(chart, overrides, Release())
    assert prepared.values == {"a": 2.0, "s": {"q": 3.0, "global": {}}}
    assert overrides == {"a": 2.0, "s": {"q": 3.0}}
    assert chart.values == {"a": 1.0}


def test_failed_steps_are_logged_and_raised(tmp_path: Path) -> None:
    records: list[tuple[str, str, object]] = []

    def log(level: str, message: str, /, **attributes: object) -> None:
        records.append((level, message, attributes["error"]))

    chart = chart_with(tmp_path, {})
    with pytest.raises(UsageError) as caught:
        prepare(chart, {}, Release(""), log=log)
    assert caught.value.message == 'release name check failed: release name "": no name provided'
    assert records == [("ERROR", "release name check failed", 'release name "": no name provided')]


def test_a_chart_may_want_another_kubernetes(tmp_path: Path) -> None:
    chart = chart_with(tmp_path, {"Chart.yaml": f'{CHART}kubeVersion: ">=1.30"\n'})
    release = Release()
    prepared = prepare(chart, {}, release)
    capabilities = Capabilities.default(parse_kube_version("1.20"))
    with pytest.raises(HelmwrightError) as caught:
        render_files(Engine(), prepared, release, capabilities, World.real())
    assert caught.value.message == (
        "chart requires kubeVersion: >=1.30 which is incompatible with Kubernetes v1.20"
    )


def test_notes_and_partials_are_no_files(tmp_path: Path) -> None:
    files = {"templates/NOTES.txt": "n", "templates/xNOTES.txt": "n", "templates/_h.tpl": "h"}
    chart = chart_with(tmp_path, files)
    release = Release()
    prepared = prepare(chart, {}, release)
    rendered = render_files(Engine(), prepared, release, Capabilities.default(), World.real())
    assert list(rendered) == ["c/templates/a.yaml"]


def test_documents_are_sorted_for_installation_with_hooks_and_crds_apart(tmp_path: Path) -> None:
    chart = chart_with(tmp_path, {**SUBCHART, "charts/s/crds/x.yaml": "kind: CRD\n"})
    rendered = {
        "c/templates/a.yaml": "kind: Job\n---\nkind: Service\n",
        "c/templates/b.yaml": 'kind: Pod\nmetadata: {annotations: {"helm.sh/hook": test}}\n',
    }
    result = sort_files(chart, rendered)
    assert [manifest.kind for manifest in result.manifests] == ["Service", "Job"]
    assert [hook.events for hook in result.hooks] == [("test",)]
    assert result.crds == [("c/charts/s/crds/x.yaml", "kind: CRD\n")]
