"""The Python interface: one chart, many sets of values."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, write_chart

from helmwright import (
    Capabilities,
    ChartRenderer,
    HelmwrightError,
    Release,
    World,
    load_chart,
    render,
)
from helmwright.rendering import coalesce, parse_kube_version

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright import Chart


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")


@pytest.fixture
def chart(tmp_path: Path) -> Chart:
    template = "kind: A\nmetadata: {name: {{ .Release.Name }}}\nv: {{ .Values.a }}\n"
    write_chart(tmp_path, {"templates/a.yaml": template})
    return load_chart(str(tmp_path / "c"))


def test_renders_manifests(chart: Chart) -> None:
    manifest = ChartRenderer(chart).render({"a": 7.0}, Release("demo", "ns")).manifests[0]
    assert manifest.path == "c/templates/a.yaml"
    assert (manifest.kind, manifest.name) == ("A", "demo")
    assert manifest.content == "kind: A\nmetadata: {name: demo}\nv: 7\n"
    assert manifest.object == {"kind": "A", "metadata": {"name": "demo"}, "v": 7.0}


def test_one_render_does_not_change_the_next(tmp_path: Path) -> None:
    template = 'v: {{ .Values.a }}{{ $_ := set .Values "a" 9 }}{{ $_ := unset .Chart "Name" }}\n'
    write_chart(tmp_path, {"templates/a.yaml": template})
    renderer = ChartRenderer(load_chart(str(tmp_path / "c")))
    texts = [renderer.files(overrides) for overrides in ({}, {"a": 2.0}, {})]
    assert [text["c/templates/a.yaml"] for text in texts] == ["v: 1\n", "v: 2\n", "v: 1\n"]


def test_threads_can_share_a_renderer(chart: Chart) -> None:
    renderer = ChartRenderer(chart)

    def text(number: int) -> str:
        return renderer.files({"a": float(number)})["c/templates/a.yaml"]

    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(text, range(40)))
    assert [one.split()[-1] for one in texts] == [str(number) for number in range(40)]


def test_render_gives_texts_by_path(chart: Chart) -> None:
    assert render(chart, {"a": 3.0}) == {
        "c/templates/a.yaml": "kind: A\nmetadata: {name: release-name}\nv: 3\n"
    }


def test_world_and_capabilities_can_be_set(tmp_path: Path) -> None:
    template = '{{ now | date "2006" }} {{ .Capabilities.KubeVersion }} {{ uuidv4 }}'
    write_chart(tmp_path, {"templates/a.yaml": template})
    chart = load_chart(str(tmp_path / "c"))
    texts = {
        render(
            chart,
            {},
            capabilities=Capabilities.default(parse_kube_version("1.31")),
            world=World.fixed(now="2030-01-01T00:00:00Z", seed=5),
        )["c/templates/a.yaml"]
        for _ in range(2)
    }
    assert len(texts) == 1
    assert texts.pop().startswith("2030 v1.31 ")


def test_coalesce_gives_the_values_of_the_templates(chart: Chart) -> None:
    assert coalesce(chart, {"c": 1.0}) == {"a": 1.0, "c": 1.0}
    assert coalesce(chart, {"a": None}) == {}


def test_a_schema_can_be_skipped(tmp_path: Path) -> None:
    write_chart(tmp_path, {"values.schema.json": "false"})
    chart = load_chart(str(tmp_path / "c"))
    with pytest.raises(HelmwrightError, match="values don't meet the specifications"):
        ChartRenderer(chart).render({})
    assert ChartRenderer(chart, skip_schema_validation=True).render({}).manifests


def test_a_library_is_refused_before_anything_is_rendered(tmp_path: Path) -> None:
    write_chart(tmp_path, {"Chart.yaml": f"{CHART}type: library\n"})
    with pytest.raises(HelmwrightError, match=r"^library charts are not installable$"):
        ChartRenderer(load_chart(str(tmp_path / "c")))
