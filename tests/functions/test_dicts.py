"""sprig on maps: what is changed, shared, returned and refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.dicts import DICTS
from helmwright.go.kinds import Map, StringMap, StringSlice


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("dict", ("a", 1, 2, "b", None, 3, "last"), {"2": "b", "<nil>": 3, "a": 1, "last": ""}),
        ("dict", (), {}),
        ("dict", (1.5, None), {"1.5": None}),
    ],
)
def test_dict_turns_keys_into_text(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("get", ({"a": None}, "a"), None),
        ("get", ({}, "a"), ""),
        ("hasKey", ({"a": None}, "a"), True),
        ("hasKey", ({}, "a"), False),
        ("pluck", ("a", {"a": 1}, {"b": 2}, {"a": None}), [1, None]),
    ],
)
def test_get_has_key_and_pluck(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("get", (Map(nil=True), "a"), ""),
        ("hasKey", (Map(nil=True), "a"), False),
        ("pluck", ("a", Map(nil=True)), []),
        ("keys", (Map(nil=True),), StringSlice([])),
        ("values", (Map(nil=True),), []),
        ("pick", (Map(nil=True), "a"), {}),
        ("omit", (Map(nil=True), "a"), {}),
        ("unset", (Map(nil=True), "a"), Map(nil=True)),
    ],
)
def test_nil_maps_can_be_read(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("set", (Map(nil=True), "a", 1), "assignment to entry in nil map"),
    ],
)
def test_nil_maps_cannot_be_written(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DICTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("pick", ({"a": 1, "b": 2}, "a", "c"), {"a": 1}),
        ("omit", ({"a": 1, "b": 2}, "a", "c"), {"b": 2}),
    ],
)
def test_pick_and_omit_make_new_maps(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("keys", ({"a": 1}, {"b": 2}), StringSlice(["a", "b"])),
        ("values", ({"a": [1]},), [[1]]),
    ],
)
def test_keys_and_values(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("dig", ("a", "b", 0, {"a": {"b": 1}}), 1),
        ("dig", ("a", "c", 0, {"a": {"b": 1}}), 0),
        ("dig", ("x", "b", "d", {"a": {"b": 1}}), "d"),
        ("dig", ("a", "d", {"a": None}), None),
    ],
)
def test_dig_follows_keys(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("dig", ("a", {}), "dig needs at least three arguments"),
        (
            "dig",
            ("a", "b", 0, {"a": 1.0}),
            "interface conversion: interface {} is float64, not map[string]interface {}",
        ),
        (
            "dig",
            ("a", "b", 0, {"a": None}),
            "interface conversion: interface {} is nil, not map[string]interface {}",
        ),
        (
            "dig",
            ("a", 0, "x"),
            "interface conversion: interface {} is string, not map[string]interface {}",
        ),
        (
            "dig",
            ("a", 0, None),
            "interface conversion: interface {} is nil, not map[string]interface {}",
        ),
        ("dig", (1, 0, {}), "interface conversion: interface {} is int, not string"),
        (
            "dig",
            ("a", 0, StringMap({"a": "b"})),
            "interface conversion: interface {} is map[string]string, not map[string]interface {}",
        ),
    ],
)
def test_dig_panics_on_what_is_no_map(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DICTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "merge",
            (
                {"a": 0, "b": "", "c": False, "d": None, "e": []},
                {"a": 1, "b": "x", "c": True, "d": 5, "e": [1]},
            ),
            {"a": 1, "b": "x", "c": True, "d": 5, "e": [1]},
        ),
        (
            "merge",
            ({"a": 1, "b": {"x": 1}}, {"a": 2, "b": {"x": 9, "y": 2}, "c": 3}),
            {"a": 1, "b": {"x": 1, "y": 2}, "c": 3},
        ),
        ("merge", ({}, {"a": None, "b": 0}), {"b": 0}),
        ("merge", ({"a": {"b": 1}}, {"a": 5}), {"a": {"b": 1}}),
        ("merge", ({"a": 5}, {"a": {"b": 1}}), {"a": 5}),
        ("merge", ({"a": [1]}, {"a": [2]}), {"a": [1]}),
        ("merge", ({"a": {}}, {"a": {"e": None}}), {"a": {"e": None}}),
        ("merge", ({"a": {"x": 1}}, {"a": {"e": None}}), {"a": {"x": 1}}),
        ("merge", ({"a": 1},), {"a": 1}),
        ("merge", ({}, {"a": 1}, {"a": 2, "b": 3}), {"a": 1, "b": 3}),
        ("merge", (Map(nil=True), {"a": 1}), {"a": 1}),
        ("merge", (Map(nil=True), Map(nil=True)), Map(nil=True)),
        ("mustMerge", ({"a": Map(nil=True)}, {"a": {"b": 1}}), {"a": {"b": 1}}),
    ],
)
def test_merge_fills_what_is_missing_or_empty(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "mergeOverwrite",
            (
                {"a": 1, "b": 2, "c": 3, "d": 4, "e": [1], "f": {"x": 1}},
                {"a": 0, "b": "", "c": None, "d": False, "e": [], "f": {}},
            ),
            {"a": 0, "b": "", "c": None, "d": False, "e": [], "f": {"x": 1}},
        ),
        ("mergeOverwrite", ({"a": {"b": 1}}, {"a": 5}), {"a": 5}),
        ("mergeOverwrite", ({"a": 5}, {"a": {"b": 1}}), {"a": {"b": 1}}),
        (
            "mergeOverwrite",
            ({"a": {"b": 1, "c": 2}}, {"a": {"b": None}}),
            {"a": {"b": None, "c": 2}},
        ),
        ("mustMergeOverwrite", ({"a": 1}, {"a": 2}, {"a": 3}), {"a": 3}),
    ],
)
def test_merge_overwrite_lets_the_source_win_but_keeps_maps(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "merge",
            ({"a": StringMap({"x": ""})}, {"a": StringMap({"x": "1", "y": "2"})}),
            {"a": StringMap({"x": "1", "y": "2"})},
        ),
        ("merge", ({"a": StringMap({"x": "1"})}, {"a": {"x": 5}}), {"a": StringMap({"x": "1"})}),
    ],
)
def test_maps_of_strings_take_only_maps_of_strings(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (
            "merge",
            ({"a": StringMap({"x": ""})}, {"a": {"x": "1"}}),
            "reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string",
        ),
        (
            "merge",
            ({"a": StringMap({"x": "1"})}, {"a": {"x": []}}),
            "reflect: call of reflect.Value.IsNil on string Value",
        ),
        (
            "mergeOverwrite",
            ({"a": StringMap({"x": "1"})}, {"a": {"y": []}}),
            "reflect.Value.SetMapIndex: value of type []interface {} is not assignable to type string",
        ),
    ],
)
def test_maps_of_strings_refuse_other_values(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DICTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "deepCopy",
            ({"a": [1, {"b": None}], "c": StringSlice(nil=True)},),
            {"a": [1, {"b": None}], "c": StringSlice(nil=True)},
        ),
        ("mustDeepCopy", (1.5,), 1.5),
        ("deepCopy", (StringMap({"a": "b"}),), StringMap({"a": "b"})),
    ],
)
def test_deep_copy_keeps_types(name, arguments, expected):
    assert_same(DICTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("deepCopy", (None,), "reflect: call of reflect.Value.Type on zero Value"),
        ("mustDeepCopy", (None,), "reflect: call of reflect.Value.Type on zero Value"),
    ],
)
def test_deep_copy_of_nil_panics(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DICTS[name].call(*arguments)
    assert caught.value.message == message


def test_set_and_unset_change_the_map_itself():
    mapping = {"a": 1}
    assert DICTS["set"].call(mapping, "b", 2) is mapping
    assert DICTS["unset"].call(mapping, "a") is mapping
    assert DICTS["unset"].call(mapping, "nope") is mapping
    assert mapping == {"b": 2}


@pytest.mark.parametrize("name", ["merge", "mustMerge", "mergeOverwrite", "mustMergeOverwrite"])
def test_merges_change_the_target_and_share_maps_and_lists_of_the_source(name):
    target = {"kept": {"x": 1}}
    source = {"kept": {"y": 2}, "new": {"z": 3}, "list": [1]}
    assert DICTS[name].call(target, source) is target
    assert target["new"] is source["new"]
    assert target["list"] is source["list"]
    assert target["kept"] == {"x": 1, "y": 2}
    assert source["kept"] == {"y": 2}


def test_an_empty_map_is_replaced_by_the_empty_map_of_the_source():
    target: dict[str, Any] = {"a": {}}
    source: dict[str, Any] = {"a": {}}
    DICTS["merge"].call(target, source)
    assert target["a"] is source["a"]


def test_deep_copy_shares_nothing():
    value = {"a": {"b": [1]}}
    copied = DICTS["deepCopy"].call(value)
    copied["a"]["b"].append(2)
    assert value == {"a": {"b": [1]}}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["merge", "mergeOverwrite"])
def test_merging_maps_that_contain_themselves_ends(name):
    target: dict[str, Any] = {}
    source: dict[str, Any] = {}
    target["self"], source["self"] = target, source
    with pytest.raises(FunctionError, match="contain themselves"):
        DICTS[name].call(target, source)


@pytest.mark.slow
def test_copying_a_map_that_contains_itself_ends():
    value: dict[str, Any] = {}
    value["self"] = value
    with pytest.raises(FunctionError, match="contains itself"):
        DICTS["deepCopy"].call(value)
