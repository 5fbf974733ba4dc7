"""Names of Go types and kinds."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.functions.reflect import REFLECT
from helmwright.go.kinds import (
    Int64,
    IntSlice,
    ListSlice,
    Map,
    Slice,
    StringMap,
    StringSlice,
    Uint8,
)

NAN = float("nan")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("typeOf", (1,), "int"),
        ("typeOf", (Int64(1),), "int64"),
        ("typeOf", (1.0,), "float64"),
        ("typeOf", ("a",), "string"),
        ("typeOf", (True,), "bool"),
        ("typeOf", (None,), "<nil>"),
        ("typeOf", ([],), "[]interface {}"),
        ("typeOf", ({},), "map[string]interface {}"),
        ("typeOf", (StringSlice([]),), "[]string"),
        ("typeOf", (IntSlice([]),), "[]int"),
        ("typeOf", (ListSlice([]),), "[][]interface {}"),
        ("typeOf", (StringMap({}),), "map[string]string"),
        ("typeOf", (b"",), "[]uint8"),
        ("typeOf", (1j,), "complex128"),
        ("typeOf", (Uint8(1),), "uint8"),
        ("typeOf", (Slice(nil=True),), "[]interface {}"),
    ],
)
def test_type_of_names_go_types(name, arguments, expected):
    assert_same(REFLECT[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("kindOf", (1,), "int"),
        ("kindOf", (Int64(1),), "int64"),
        ("kindOf", (1.0,), "float64"),
        ("kindOf", ("a",), "string"),
        ("kindOf", (True,), "bool"),
        ("kindOf", (None,), "invalid"),
        ("kindOf", ([],), "slice"),
        ("kindOf", ({},), "map"),
        ("kindOf", (StringSlice([]),), "slice"),
        ("kindOf", (StringMap({}),), "map"),
        ("kindOf", (b"",), "slice"),
    ],
)
def test_kind_of_names_kinds(name, arguments, expected):
    assert_same(REFLECT[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("typeIs", ("int", 1), True),
        ("typeIs", ("int", 1.0), False),
        ("typeIsLike", ("string", "a"), True),
        ("typeIsLike", ("int", "a"), False),
        ("kindIs", ("map", {}), True),
        ("kindIs", ("slice", {}), False),
        ("kindIs", ("invalid", None), True),
    ],
)
def test_type_is_type_is_like_and_kind_is_compare_names(name, arguments, expected):
    assert_same(REFLECT[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("deepEqual", (1, 1.0), False),
        ("deepEqual", (1, 1), True),
        ("deepEqual", ([1], [1]), True),
        ("deepEqual", ([], Slice(nil=True)), False),
        ("deepEqual", ({"a": [1]}, {"a": [1]}), True),
        ("deepEqual", ({"a": 1}, {"b": 1}), False),
        ("deepEqual", (["a"], StringSlice(["a"])), False),
        ("deepEqual", (None, None), True),
        ("deepEqual", (NAN, NAN), False),
        ("deepEqual", (b"a", b"a"), True),
        ("deepEqual", ({}, Map(nil=True)), False),
        ("deepEqual", (Int64(1), 1), False),
    ],
)
def test_deep_equal_compares_types_and_contents(name, arguments, expected):
    assert_same(REFLECT[name].call(*arguments), expected)
