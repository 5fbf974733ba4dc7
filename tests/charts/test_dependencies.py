"""Enabling subcharts and importing their values, with results of Helm 4.2.4."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import ChartError, ValuesError
from helmwright.charts.chart import Chart
from helmwright.charts.dependencies import check_dependencies, process_dependencies
from helmwright.charts.metadata import Dependency, Metadata


def chart(
    name: str,
    *subcharts: Chart,
    wants: list[Dependency] | None = None,
    values: dict[str, Any] | None = None,
    version: str = "1.0.0",
) -> Chart:
    made = Chart(Metadata(name, version, "v2"))
    made.metadata.dependencies = wants
    made.values = values or {}
    made.set_dependencies(list(subcharts))
    return made


def want(name: str, **fields: Any) -> Dependency:
    return Dependency(name, fields.pop("version", ">=0"), **fields)


def names(processed: Chart) -> list[str]:
    return [subchart.name for subchart in processed.dependencies]


def process(root: Chart, **values: Any) -> Chart:
    return process_dependencies(root, values)


def test_a_chart_without_dependencies_is_returned_as_it_is():
    root = chart("c", chart("a"))
    assert process_dependencies(root, {}) is root


def test_unlisted_charts_come_first_and_the_others_in_listed_order():
    root = chart("c", chart("a"), chart("b"), chart("x"), wants=[want("b"), want("a")])
    assert names(process(root)) == ["x", "b", "a"]
    assert names(root) == ["a", "b", "x"]


def test_a_chart_can_have_several_aliases():
    wants = [want("a", alias="one"), want("a", alias="two")]
    processed = process(chart("c", chart("a"), wants=wants))
    assert names(processed) == ["one", "two"]
    assert [dependency.name for dependency in processed.metadata.dependencies or []] == [
        "one",
        "two",
    ]
    assert wants[0].name == "a"


def test_a_version_that_does_not_fit_keeps_the_chart_under_its_own_name():
    wants = [want("a", version=">=2", alias="one"), want("b", version="")]
    assert names(process(chart("c", chart("a"), chart("b"), wants=wants))) == ["a", "b"]


@pytest.mark.parametrize(
    ("values", "enabled"),
    [
        ({}, True),
        ({"tags": {"t": False}}, False),
        ({"tags": {"t": False, "u": True}}, True),
        ({"tags": {"t": "false"}}, True),
        ({"tags": 5.0}, True),
    ],
)
def test_tags_decide(values, enabled):
    root = chart("c", chart("a"), wants=[want("a", tags=["t", "u"])])
    assert names(process(root, **values)) == (["a"] if enabled else [])


@pytest.mark.parametrize(
    ("condition", "values", "enabled"),
    [
        ("a.on", {"a": {"on": False}}, False),
        ("a.on", {"a": {"on": "false"}}, True),
        ("a.on", {"tags": {"t": False}, "a": {"on": True}}, True),
        ("x,a.on", {"a": {"on": False}}, False),
        ("x, a.on", {"a": {"on": False}}, True),
        (" a.on ", {"a": {"on": False}}, False),
        ("a.on,x", {"a": {"on": False}, "x": True}, False),
    ],
)
def test_conditions_decide_over_tags(condition, values, enabled):
    root = chart("c", chart("a"), wants=[want("a", condition=condition, tags=["t"])])
    assert names(process(root, **values)) == (["a"] if enabled else [])


def test_a_subchart_can_switch_itself_off():
    root = chart("c", chart("a", values={"on": False}), wants=[want("a", condition="a.on")])
    processed = process(root)
    assert names(processed) == []
    assert processed.metadata.dependencies is None


def test_conditions_of_inner_charts_are_looked_up_below_their_parents():
    inner = chart("b", chart("a"), wants=[want("a", condition="a.on")])
    processed = process(chart("c", inner, wants=[want("b")]), b={"a": {"on": False}})
    assert names(processed.dependencies[0]) == []


def test_values_that_are_no_booleans_are_reported():
    records = []
    root = chart("c", chart("a"), wants=[want("a", condition="a.on", tags=["t"])])
    process_dependencies(
        root,
        {"a": {"on": "x"}, "tags": {"t": 1.0}},
        log=lambda *record, **attributes: records.append((*record, attributes)),
    )
    assert records == [
        ("WARN", "returned non-bool value", {"tag": "t", "chart": "a"}),
        ("WARN", "returned non-bool value", {"path": "a.on", "chart": "a"}),
    ]


def test_values_are_imported_below_the_own_ones():
    sub = chart(
        "a",
        values={"exports": {"data": {"k": 1.0, "own": 2.0}}, "t": {"deep": {"x": None, "y": 3.0}}},
    )
    wants = [want("a", import_values=["data", {"child": "t.deep", "parent": "p.q"}, "nope", 7.0])]
    root = chart("c", sub, wants=wants, values={"own": "mine"})
    processed = process(root, a={"exports": {"data": {"k": "user"}}})
    assert {key: processed.values[key] for key in ("k", "own", "p")} == {
        "k": 1.0,
        "own": "mine",
        "p": {"q": {"x": None, "y": 3.0}},
    }
    assert root.values == {"own": "mine"}
    (dependency,) = processed.metadata.dependencies or []
    assert dependency.import_values == [
        {"child": "exports.data", "parent": "."},
        {"child": "t.deep", "parent": "p.q"},
        {"child": "exports.nope", "parent": "."},
    ]


def test_values_of_a_subchart_must_be_a_map():
    with pytest.raises(ValuesError) as caught:
        process(chart("c", chart("a"), wants=[want("a")]), a=5.0)
    assert caught.value.message == "type mismatch on a: %!t(float64=5)"


def test_dependencies_without_a_chart_are_refused():
    root = chart("c", chart("a"), wants=[want("foo"), want("a", version=">=9"), want("bar")])
    with pytest.raises(ChartError) as caught:
        check_dependencies(root)
    assert caught.value.message == (
        "an error occurred while checking for chart dependencies. You may need to run "
        "'helm dependency build' to fetch missing dependencies: "
        "found in Chart.yaml, but missing in charts/ directory: foo, bar"
    )
