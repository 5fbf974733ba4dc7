"""Choosing between values, and sprig's JSON."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.defaults import DEFAULTS
from helmwright.go.kinds import Int64, Slice, StringSlice

NAN = float("nan")
INF = float("inf")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("default", ("d", ""), "d"),
        ("default", ("d", 0), "d"),
        ("default", ("d", 0.0), "d"),
        ("default", ("d", False), "d"),
        ("default", ("d", None), "d"),
        ("default", ("d", []), "d"),
        ("default", ("d", {}), "d"),
        ("default", ("d", "x"), "x"),
        ("default", ("d", [None]), [None]),
        ("default", ("d", b""), "d"),
        ("default", ("d", Slice(nil=True)), "d"),
        ("default", ("d", 0j), "d"),
        ("default", ("d",), "d"),
        ("default", ("d", "", "x"), "d"),
        ("default", (True, False), True),
    ],
)
def test_default_replaces_empty_values(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("empty", (None,), True),
        ("empty", ("",), True),
        ("empty", (0,), True),
        ("empty", (Int64(0),), True),
        ("empty", (1,), False),
        ("empty", ([None],), False),
        ("empty", ({"a": None},), False),
        ("empty", (StringSlice([]),), True),
        ("empty", (b"a",), False),
        ("empty", (False,), True),
    ],
)
def test_empty_is_zero_or_without_elements(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("coalesce", (0, "", None, "x", 1), "x"),
        ("coalesce", (0,), None),
        ("coalesce", (), None),
        ("all", (1, "a"), True),
        ("all", (1, ""), False),
        ("all", (), True),
        ("any", ("", 1), True),
        ("any", ("", 0), False),
        ("any", (), False),
    ],
)
def test_coalesce_all_and_any(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("ternary", ("y", "n", True), "y"),
        ("ternary", ("y", "n", False), "n"),
    ],
)
def test_ternary_chooses(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "mustFromJson",
            ('{"a":[1,2.5,null,true,"\\u00e9"]}',),
            {"a": [1.0, 2.5, None, True, "é"]},
        ),
        ("mustFromJson", ("null",), None),
        ("mustFromJson", (" 1 ",), 1.0),
    ],
)
def test_must_from_json_reads_any_json(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("mustFromJson", ("",), "unexpected end of JSON input"),
        ("mustFromJson", ("bad",), "invalid character 'b' looking for beginning of value"),
        ("mustFromJson", ('{"a":',), "unexpected end of JSON input"),
        (
            "mustFromJson",
            ("1e999",),
            "json: cannot unmarshal number 1e999 into Go value of type float64",
        ),
    ],
)
def test_must_from_json_reports_what_go_reports(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DEFAULTS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "toPrettyJson",
            ({"b": [1, {}], "a": "<"},),
            '{\n  "a": "\\u003c",\n  "b": [\n    1,\n    {}\n  ]\n}',
        ),
        ("toPrettyJson", ([],), "[]"),
        ("toPrettyJson", (NAN,), ""),
        ("mustToPrettyJson", (Slice(nil=True),), "null"),
    ],
)
def test_pretty_json_indents_by_two_and_escapes_html(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("toRawJson", ("<a&b>",), '"<a&b>"'),
        ("toRawJson", ({"b": 1.0, "a": None},), '{"a":null,"b":1}'),
        ("mustToRawJson", ([1e21, 1e-07],), "[1e+21,1e-7]"),
    ],
)
def test_raw_json_escapes_no_html(name, arguments, expected):
    assert_same(DEFAULTS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("mustToPrettyJson", (NAN,), "json: unsupported value: NaN"),
        ("toRawJson", (INF,), "json: unsupported value: +Inf"),
        ("mustToRawJson", ((1 + 0j),), "json: unsupported type: complex128"),
    ],
)
def test_values_that_json_lacks_are_errors(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        DEFAULTS[name].call(*arguments)
    assert caught.value.message == message
