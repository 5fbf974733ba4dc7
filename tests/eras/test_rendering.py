"""``era=`` in Python: charts, values and manifests of another Helm, by version or as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import write

from helmwright import ChartRenderer, TestedChart, load_chart, merge_sources, render
from helmwright.base.errors import ChartError, StrvalsError, UsageError
from helmwright.eras import resolve_era
from helmwright.eras.era import DEFAULT
from helmwright.rendering import Capabilities, coalesce, parse_kube_version, sort_manifests

if TYPE_CHECKING:
    from pathlib import Path

CHART = {
    "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\n",
    "c/values.yaml": "a: null\nb: {x: null, c: 1}\n---\nz: 1\n",
    "c/empty.txt": "",
    "c/templates/a.yaml": "v: {{ toJson .Values }}\n\n",
}


def rendered(folder: Path, era: str, template: str = "") -> str:
    write(folder, {**CHART, **({"c/templates/a.yaml": template} if template else {})})
    return render(load_chart(folder / "c", era=era), {}, era=era)["c/templates/a.yaml"].strip()


@pytest.mark.parametrize(
    ("era", "values"),
    [
        ("4.2", '{"b":{"c":1},"z":1}'),
        ("4.1", '{"a":null,"b":{"c":1,"x":null},"z":1}'),
        ("3.21", '{"a":null,"b":{"c":1,"x":null}}'),
        ("3.12", '{"a":null,"b":{"c":1,"x":null}}'),
    ],
)
def test_values_are_those_of_the_era(tmp_path: Path, era: str, values: str) -> None:
    assert rendered(tmp_path, era) == f"v: {values}"


@pytest.mark.parametrize(
    ("template", "three", "four"),
    [
        (
            "{{ kindOf .Chart }} {{ typeOf .Chart.Keywords }}",
            "struct []string",
            "map []interface {}",
        ),
        ("{{ .Chart.Name }}{{ .Chart.IsRoot }}", "ctrue", "ctrue"),
        (
            "{{ toJson .Chart }}",
            '{"name":"c","version":"0.1.0","apiVersion":"v2","IsRoot":true}',
            (
                '{"APIVersion":"v2","Annotations":null,"AppVersion":"","Condition":"","Dependencies":[],'
                '"Deprecated":false,"Description":"","Home":"","Icon":"","IsRoot":true,"Keywords":[],'
                '"KubeVersion":"","Maintainers":[],"Name":"c","Sources":[],"Tags":"","Type":"",'
                '"Version":"0.1.0"}'
            ),
        ),
        ("{{ typeOf .Capabilities }}", "*chartutil.Capabilities", "*common.Capabilities"),
        ("{{ typeOf .Template }}", "chartutil.Values", "common.Values"),
        ("{{ .Capabilities.HelmVersion.Version }}", "v3.21.4", "v4.2.4"),
    ],
)
def test_objects_are_those_of_the_era(tmp_path: Path, template: str, three: str, four: str) -> None:
    assert rendered(tmp_path, "3", template) == three
    assert rendered(tmp_path, "4", template) == four


def test_an_era_may_be_made_for_one_question(tmp_path: Path) -> None:
    write(tmp_path, CHART)
    chart = load_chart(tmp_path / "c")
    before = resolve_era("3").nulls

    renderer = ChartRenderer(chart, era=DEFAULT.replaced(nulls=before))

    assert renderer.files({})["c/templates/a.yaml"] == (
        'v: {"a":null,"b":{"c":1,"x":null},"z":1}\n\n'
    )


def test_a_version_that_is_none_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"era 3\.9: eras begin with 3.12"):
        load_chart(tmp_path / "none", era="3.9")


def test_set_arguments_are_read_by_the_era() -> None:
    with pytest.raises(StrvalsError, match="failed parsing --set data: error parsing index: EOF"):
        merge_sources(set_values=["a[=1"], era="3")
    assert merge_sources(set_values=["b=1,a[=1"], era="4") == {"b": 1}
    with pytest.raises(StrvalsError, match="error parsing index: EOF"):
        merge_sources(set_values=["a[=1"], era="4.0")
    with pytest.raises(StrvalsError, match=r'failed parsing --set-json data \{"a":1\}'):
        merge_sources(set_json=['{"a":1}'], era="3")


def test_charts_of_other_kinds_are_for_helm_3(tmp_path: Path) -> None:
    write(tmp_path, {**CHART, "c/Chart.yaml": "apiVersion: v9\nname: c\nversion: 0.1.0\n"})

    assert load_chart(tmp_path / "c", era="3").name == "c"
    with pytest.raises(ChartError, match="unsupported chart version"):
        load_chart(tmp_path / "c", era="4.0")


@pytest.mark.parametrize(
    ("era", "version"),
    [("3", "v1.33.4"), ("4.0", "v1.33.4"), ("4.1", "v1.33.4-gke.1"), ("4", "v1.33.4-gke.1")],
)
def test_what_follows_the_numbers_of_kubernetes(era: str, version: str) -> None:
    kube = parse_kube_version("v1.33.4-gke.1")

    assert Capabilities.default(kube, era=era).kube_version.version == version


@pytest.mark.parametrize(
    ("era", "kinds"),
    [
        ("4", ["PriorityClass", "ValidatingWebhookConfiguration", "Abc"]),
        ("3", ["PriorityClass", "Abc", "ValidatingWebhookConfiguration"]),
        ("3.12.2", ["Abc", "PriorityClass", "ValidatingWebhookConfiguration"]),
    ],
)
def test_kinds_are_sorted_as_the_era_knows_them(era: str, kinds: list[str]) -> None:
    class Of:
        def __init__(self, kind: str) -> None:
            self.kind = kind

    mixed = [Of("ValidatingWebhookConfiguration"), Of("Abc"), Of("PriorityClass")]

    assert [one.kind for one in sort_manifests(mixed, era=era)] == kinds


def test_a_chart_under_test_has_an_era(tmp_path: Path) -> None:
    write(tmp_path, {**CHART, "c/templates/a.yaml": "kind: {{ kindOf .Chart }}\n"})

    assert [one.kind for one in TestedChart(tmp_path / "c", era="3").render().objects] == ["struct"]


def test_coalescing_alone_has_an_era(tmp_path: Path) -> None:
    write(tmp_path, CHART)
    chart = load_chart(tmp_path / "c")

    assert coalesce(chart, {}, era="3.14") == {"a": None, "b": {"x": None, "c": 1}, "z": 1}
    assert coalesce(chart, {}) == {"b": {"c": 1}, "z": 1}
