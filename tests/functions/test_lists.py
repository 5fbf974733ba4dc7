"""sprig on lists: copies, types of results, and refusals."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.lists import LISTS
from helmwright.go.kinds import Int64, IntSlice, ListSlice, Slice, StringSlice, Uint8

NAN = float("nan")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("append", ([1.0], 2), [1.0, 2]),
        ("push", (StringSlice(["a"]), None), ["a", None]),
        ("append", (b"a", 1), [Uint8(97), 1]),
        ("prepend", ([1.0], "x"), ["x", 1.0]),
        ("mustPrepend", (Slice(nil=True), 1), [1]),
    ],
)
def test_append_and_prepend_copy(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("first", (["a", "b"],), "a"),
        ("last", (["a", "b"],), "b"),
        ("first", ([],), None),
        ("last", (IntSlice([1, 2]),), 2),
        ("first", (b"a",), Uint8(97)),
        ("rest", (["a", "b"],), ["b"]),
        ("initial", (StringSlice(["a", "b"]),), ["a"]),
        ("rest", ([1],), []),
    ],
)
def test_ends_of_lists(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("rest", ([],), Slice(nil=True)),
        ("initial", ([],), Slice(nil=True)),
        ("mustRest", (Slice(nil=True),), Slice(nil=True)),
    ],
)
def test_rest_of_nothing_is_a_nil_slice(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("reverse", ([1, "a", None],), [None, "a", 1]),
        ("reverse", ([],), []),
        ("compact", ([0, "", None, False, [], {}, 1, 0.0, "x"],), [1, "x"]),
        ("compact", (StringSlice(["", "a"]),), ["a"]),
    ],
)
def test_reverse_and_compact(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "uniq",
            ([1, 1.0, 1, "1", [1], [1], {"a": 1}, {"a": 1}, None, None, Int64(1)],),
            [1, 1.0, "1", [1], {"a": 1}, None, Int64(1)],
        ),
        ("uniq", ([NAN, NAN],), [NAN, NAN]),
        ("without", ([1.0, 2.0, "a", [1]], 1, 2.0, [1]), [1.0, "a"]),
        ("without", (["a"], "b"), ["a"]),
    ],
)
def test_uniq_and_without_tell_types_apart(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("has", (1, [1.0]), False),
        ("has", (1.0, [1.0]), True),
        ("has", ({"a": [1]}, [{"a": [1]}]), True),
        ("has", (1, None), False),
        ("has", ("a", StringSlice(["a"])), True),
        ("has", ([], [Slice(nil=True)]), False),
    ],
)
def test_has_compares_deeply(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("slice", ([1, 2, 3], 1), [2, 3]),
        ("slice", ([1, 2, 3], 1, 2), [2]),
        ("slice", (StringSlice(["a", "b"]), 0, 1), StringSlice(["a"])),
        ("slice", (b"abc", "1", "2"), b"b"),
        ("slice", ([],), None),
        ("slice", ([1, 2], 2), []),
        ("slice", ([1, 2],), [1, 2]),
    ],
)
def test_slice_keeps_the_type_of_the_list(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("slice", ([1, 2], 3), "reflect.Value.Slice: slice index out of bounds"),
        ("slice", ([1, 2], 0, 3), "reflect.Value.Slice: slice index out of bounds"),
        ("slice", ([1, 2], -1), "reflect.Value.Slice: slice index out of bounds"),
        ("slice", ([1, 2], 2, 1), "reflect.Value.Slice: slice index out of bounds"),
    ],
)
def test_slice_out_of_bounds_panics(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        LISTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("concat", ([1], StringSlice(["a"])), [1, "a"]),
        ("concat", (), Slice(nil=True)),
        ("concat", ([],), Slice(nil=True)),
    ],
)
def test_concat_of_nothing_is_a_nil_slice(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("chunk", (2, [1, 2, 3]), ListSlice([[1, 2], [3]])),
        ("chunk", (2, []), ListSlice([])),
        ("chunk", (9, [1]), ListSlice([[1]])),
        ("chunk", (-5, [1]), ListSlice([[1]])),
        ("chunk", (1, StringSlice(["a", "b"])), ListSlice([["a"], ["b"]])),
    ],
)
def test_chunk_makes_lists_of_a_size(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("chunk", (0, [1]), "runtime error: makeslice: len out of range"),
        ("chunk", (-1, [1, 2, 3]), "runtime error: makeslice: len out of range"),
        ("chunk", (-2, []), "runtime error: makeslice: len out of range"),
    ],
)
def test_chunk_of_senseless_sizes_panics(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        LISTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "sortAlpha",
            (["b", "a", "B", 1, None, "é", "z"],),
            StringSlice(["1", "B", "a", "b", "z", "é"]),
        ),
        ("sortAlpha", (["𐀀", "\uffff", "\udcff"],), StringSlice(["\uffff", "𐀀", "\udcff"])),
        ("sortAlpha", ("x",), StringSlice(["x"])),
        ("sortAlpha", (None,), StringSlice(["<nil>"])),
        ("sortAlpha", ([],), StringSlice([])),
    ],
)
def test_sort_alpha_sorts_by_bytes(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("append", ("a", 1), "Cannot push on type string"),
        ("mustPush", ({}, 1), "Cannot push on type map"),
        ("prepend", (1.5, 1), "Cannot prepend on type float64"),
        ("first", ("abc",), "Cannot find first on type string"),
        ("last", (1,), "Cannot find last on type int"),
        ("rest", (True,), "Cannot find rest on type bool"),
        ("initial", ({},), "Cannot find initial on type map"),
        ("reverse", ("a",), "Cannot find reverse on type string"),
        ("compact", (1,), "Cannot compact on type int"),
        ("uniq", ("a",), "Cannot find uniq on type string"),
        ("without", (1, 1), "Cannot find without on type int"),
        ("has", (1, "a"), "Cannot find has on type string"),
        ("slice", ("abc", 1), "list should be type of slice or array but string"),
        ("concat", ("a",), "Cannot concat type string as list"),
        ("chunk", (1, "a"), "Cannot chunk type string"),
    ],
)
def test_other_types_are_refused_by_kind(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        LISTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("append", (None, 1), "runtime error: invalid memory address or nil pointer dereference"),
        ("first", (None,), "runtime error: invalid memory address or nil pointer dereference"),
        ("rest", (None,), "runtime error: invalid memory address or nil pointer dereference"),
        ("uniq", (None,), "runtime error: invalid memory address or nil pointer dereference"),
        ("slice", (None,), "runtime error: invalid memory address or nil pointer dereference"),
        ("concat", (None,), "runtime error: invalid memory address or nil pointer dereference"),
        ("chunk", (1, None), "runtime error: invalid memory address or nil pointer dereference"),
        ("compact", (None,), "runtime error: invalid memory address or nil pointer dereference"),
    ],
)
def test_nil_is_a_nil_pointer(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        LISTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("list", (), []),
        ("tuple", (1, None), [1, None]),
    ],
)
def test_list_is_never_nil(name, arguments, expected):
    assert_same(LISTS[name].call(*arguments), expected)


def test_sort_alpha_sorts_a_list_of_strings_in_place():
    texts = StringSlice(["b", "a"])
    assert LISTS["sortAlpha"].call(texts) is texts
    assert texts == ["a", "b"]


def test_slice_keeps_the_type_of_bytes_and_lists_but_copies():
    items = [1, 2]
    assert LISTS["slice"].call(items, 0) is not items
