"""What compiled templates call, on values that few charts have."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ExecutionError, FunctionError
from helmwright.go.kinds import Int64, StringMap, StringSlice, Uint8
from helmwright.rendering.files import Files
from helmwright.template.runtime import (
    elements,
    fields,
    literal_refusal,
    no_length,
    pairs,
    strict_fields,
    typed,
)


def refused(call, *arguments):
    with pytest.raises(ExecutionError) as caught:
        call(*arguments)
    return caught.value.message


def test_a_missing_key_is_the_zero_value_of_the_map():
    assert fields({"a": {}}, ("a", "b")) is None
    assert fields(StringMap(), ("a",)) == ""
    assert fields(Files(), ("a",)) == b""


def test_a_field_of_nil_is_refused_unless_a_pipeline_gave_the_nil():
    assert fields(None, ("a", "b")) is None
    assert refused(fields, None, ("a",), [None]) == "nil pointer evaluating interface {}.a"
    assert refused(fields, {}, ("a", "b")) == "nil pointer evaluating interface {}.b"


def test_the_type_in_a_refusal_is_the_static_one():
    assert refused(fields, 1.0, ("x",)) == "can't evaluate field x in type float64"
    assert refused(fields, 1.0, ("x",), [1.0]) == "can't evaluate field x in type interface {}"
    assert refused(fields, "a", ("x",), StringSlice(["a"])) == (
        "can't evaluate field x in type string"
    )
    assert (
        refused(fields, StringMap({"a": "b"}), ("a", "x"))
        == "can't evaluate field x in type string"
    )


def test_strict_fields_refuse_missing_keys():
    assert strict_fields({"a": 1}, ("a",)) == 1
    assert refused(strict_fields, {}, ("a",)) == 'map has no entry for key "a"'
    assert refused(strict_fields, None, ("a",)) == 'nil data; no entry for key "a"'


def test_values_are_assignable_as_in_go():
    assert typed(None, "map[string]interface {}") is None
    assert typed(None, "interface {}") is None
    assert refused(typed, None, "string") == "invalid value; expected string"
    assert refused(typed, None, "string", {}) == (
        "wrong type for value; expected string; got interface {}"
    )
    assert refused(typed, Int64(1), "int") == "wrong type for value; expected int; got int64"
    assert refused(typed, StringMap(), "map[string]interface {}") == (
        "wrong type for value; expected map[string]interface {}; got map[string]string"
    )


def test_literals_that_do_not_fit_are_named():
    assert literal_refusal("int", '"x"') == 'expected integer; found "x"'
    assert literal_refusal("[]string", "1") == "can't handle 1 for arg of type []string"


def test_a_map_is_walked_in_the_order_of_its_keys():
    assert list(elements({"b": 1, "a": 2, "B": 3})) == [3, 2, 1]
    assert list(pairs({"b": 1, "a": 2})) == [("a", 2), ("b", 1)]


def test_integers_are_counted_to_in_their_own_type():
    assert list(elements(3)) == [0, 1, 2]
    assert [type(number) for number in elements(Int64(2))] == [Int64, Int64]
    assert list(elements(-1)) == []
    assert list(elements(b"a")) == [Uint8(97)]
    assert refused(pairs, 3) == "can't use 3 to iterate over more than one variable"
    assert refused(elements, 3.0) == "range can't iterate over 3"
    assert refused(elements, True) == "range can't iterate over true"


def test_nil_has_no_length_in_two_wordings():
    with pytest.raises(FunctionError, match=r"^len of nil pointer$"):
        no_length({})
    with pytest.raises(FunctionError, match=r"Value\.Type on zero Value"):
        no_length(None)
