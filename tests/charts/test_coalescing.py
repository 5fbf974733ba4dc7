from __future__ import annotations

import copy

import pytest

from helmwright.base.errors import ValuesError
from helmwright.charts.chart import Chart
from helmwright.charts.coalescing import (
    coalesce_tables,
    coalesce_values,
    merge_tables,
    merge_values,
)
from helmwright.charts.metadata import Metadata


def chart(name, values, *subcharts):
    made = Chart(Metadata(name))
    made.values = values
    made.dependencies = list(subcharts)
    return made


# name, defaults, subcharts' defaults, user's values, result of Helm
CASES = [
    ("defaults without nulls", {"a": None, "b": {"c": None, "d": 1.0}}, {}, {}, {"b": {"d": 1.0}}),
    ("null removes a default", {"a": 1.0, "b": {"c": 1.0}}, {}, {"a": None, "b": {"c": None}}, {"b": {}}),
    ("null for an unknown key stays", {"y": {}}, {}, {"z": None, "y": {"x": None}}, {"z": None, "y": {"x": None}}),
    ("user wins", {"a": {"b": 1.0, "c": [1.0]}}, {}, {"a": {"c": [2.0]}}, {"a": {"b": 1.0, "c": [2.0]}}),
    ("a parent's null is no null for the subchart", {"sub": {"a": None}}, {"sub": {"a": 2.0}}, {}, {"sub": {"a": 2.0, "global": {}}}),
    ("a user's null is one", {}, {"sub": {"a": 2.0}}, {"sub": {"a": None}}, {"sub": {"global": {}}}),
    ("globals go down", {"global": {"g": 1.0}}, {"sub": {"global": {"g": 2.0, "h": 3.0}}}, {}, {"global": {"g": 1.0}, "sub": {"global": {"g": 1.0, "h": 3.0}}}),
    ("a null global is none", {"global": {"g": None}}, {"sub": {"global": {"g": 3.0}}}, {}, {"global": {}, "sub": {"global": {"g": 3.0}}}),
    ("null instead of a table is kept out", {"sub": None}, {"sub": {"x": 1.0}}, {}, {"sub": {"x": 1.0, "global": {}}}),
    ("a bad global is skipped", {"global": 5.0}, {"sub": {}}, {}, {"global": 5.0, "sub": {}}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("defaults", "subcharts", "user", "result"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_values_are_coalesced_as_in_helm(defaults, subcharts, user, result):
    tree = chart("c", defaults, *(chart(name, below) for name, below in subcharts.items()))
    before = copy.deepcopy((defaults, subcharts, user))
    assert coalesce_values(tree, user) == result
    assert (defaults, subcharts, user) == before


def test_merging_keeps_nulls():
    tree = chart("c", {"a": None, "b": {"c": 1.0}}, chart("sub", {"x": 1.0}))
    assert merge_values(tree, {"b": {"c": None}, "sub": {"x": None}}) == {
        "a": None,
        "b": {"c": None},
        "sub": {"x": None, "global": {}},
    }


@pytest.mark.parametrize(
    ("value", "shown"),
    [(5.0, "%!t(float64=5)"), (None, "%!t(<nil>)"), ("x", "%!t(string=x)"), (True, "true")],
)
def test_values_of_a_subchart_must_be_a_map(value, shown):
    with pytest.raises(ValuesError) as caught:
        coalesce_values(chart("c", {}, chart("sub", {})), {"sub": value})
    assert caught.value.message == f"type mismatch on sub: {shown}"


def test_warnings_name_the_place():
    records = []
    tree = chart("c", {"a": 1.0, "x": {"a": {"b": 1.0}, "t": 2.0}}, chart("sub", {"k": {"l": 1.0}}))
    user = {"a": {"b": 2.0}, "x": {"a": "s", "t": {}}, "sub": {"k": {"l": {"m": 1.0}}}}
    coalesce_values(tree, user, log=lambda level, message, /, **_: records.append((level, message)))
    assert records == [
        ("INFO", "warning: skipped value for c.a: Not a table."),
        ("INFO", "warning: cannot overwrite table with non table for c.x.a (map[b:1])"),
        ("INFO", "warning: destination for c.x.t is a table. Ignoring non-table value (2)"),
        ("INFO", "warning: destination for c.sub.k.l is a table. Ignoring non-table value (1)"),
    ]


def test_tables_are_filled_in_place():
    into = {"a": None, "b": {"c": 1.0}, "n": None}
    assert coalesce_tables(into, {"a": 1.0, "b": {"d": 2.0}}) is into
    assert into == {"b": {"c": 1.0, "d": 2.0}, "n": None}
    assert merge_tables({"a": None}, {"a": 1.0}) == {"a": None}
    assert coalesce_tables(None, {"a": 1.0}) == {"a": 1.0}
    assert coalesce_tables({"a": 1.0}, None) == {"a": 1.0}


def test_a_result_can_be_changed_without_touching_the_chart():
    tree = chart("c", {"a": {"b": [1.0]}})
    coalesce_values(tree, {})["a"]["b"].append(2.0)
    assert tree.values == {"a": {"b": [1.0]}}
    assert coalesce_values(tree, {}) == {"a": {"b": [1.0]}}


def test_deeper_tables_below_global_are_shared_as_in_helm():
    tree = chart("c", {"global": {"t": {"u": {"x": 1.0}}}}, chart("sub", {}))
    values = coalesce_values(tree, {})
    assert values["global"]["t"] is not values["sub"]["global"]["t"]
    assert values["global"]["t"]["u"] is values["sub"]["global"]["t"]["u"]


def test_values_too_deep_are_refused():
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"a": deep}
    with pytest.raises(ValuesError, match="nested too deeply"):
        coalesce_values(chart("c", {}), deep)
