from __future__ import annotations

import pytest

from helmwright.base.errors import JSONError
from helmwright.go.json_read import unmarshal
from helmwright.go.json_write import marshal, marshal_indent
from helmwright.go.kinds import Int64, Map, Slice, StringMap, StringSlice, Struct

COMPACT = [
    ('{"b":1,"a":2,"é":3,"Z":4}', '{"Z":4,"a":2,"b":1,"é":3}'),
    (
        '"<>&\u2028\u2029\x7f\\u0001\\b\\f\\n\\r\\t/\\"\\\\"',
        '"\\u003c\\u003e\\u0026\\u2028\\u2029\x7f\\u0001\\b\\f\\n\\r\\t/\\"\\\\"',
    ),
    (
        "[1e21,1e20,123456789012345678,1e-6,1e-7,0.00012,-0,1.5e300,5e-324,100,0.1]",
        "[1e+21,100000000000000000000,123456789012345680,0.000001,1e-7,0.00012,-0,1.5e+300,5e-324,100,0.1]",
    ),
    ('{"a":{},"b":[],"c":[[],{}]}', '{"a":{},"b":[],"c":[[],{}]}'),
    ("[null,true,false]", "[null,true,false]"),
    ('"\udcff"', '"�"'),
]

RAW = [
    ('{"b":1,"a":2,"é":3,"Z":4}', '{"Z":4,"a":2,"b":1,"é":3}'),
    (
        '"<>&\u2028\u2029\x7f\\u0001\\b\\f\\n\\r\\t/\\"\\\\"',
        '"<>&\\u2028\\u2029\x7f\\u0001\\b\\f\\n\\r\\t/\\"\\\\"',
    ),
    (
        "[1e21,1e20,123456789012345678,1e-6,1e-7,0.00012,-0,1.5e300,5e-324,100,0.1]",
        "[1e+21,100000000000000000000,123456789012345680,0.000001,1e-7,0.00012,-0,1.5e+300,5e-324,100,0.1]",
    ),
    ('{"a":{},"b":[],"c":[[],{}]}', '{"a":{},"b":[],"c":[[],{}]}'),
    ("[null,true,false]", "[null,true,false]"),
    ('"\udcff"', '"�"'),
]

INDENTED = [
    (
        '{"a":{},"b":[],"c":[1,{"d":[2]}]}',
        '{\n  "a": {},\n  "b": [],\n  "c": [\n    1,\n    {\n      "d": [\n        2\n      ]\n    }\n  ]\n}',
    ),
    ("[]", "[]"),
    ("1", "1"),
    ('"<"', '"\\u003c"'),
]


@pytest.mark.parametrize(("text", "expected"), COMPACT)
def test_compact_form(text, expected):
    assert marshal(unmarshal(text)) == expected


@pytest.mark.parametrize(("text", "expected"), RAW)
def test_html_may_stay(text, expected):
    assert marshal(unmarshal(text), escape_html=False) == expected


@pytest.mark.parametrize(("text", "expected"), INDENTED)
def test_indented_form(text, expected):
    assert marshal_indent(unmarshal(text)) == expected


def test_keys_are_sorted_by_their_bytes():
    assert marshal({"\udcff": 1, "\U0001f600": 2, "\uffff": 3}) == (
        '{"\uffff":3,"\U0001f600":2,"\\ufffd":1}'
    )


def test_bytes_that_meet_become_a_character():
    assert marshal("\udcc3" + "\udca9") == '"é"'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (7, "7"),
        (Int64(-3), "-3"),
        (True, "true"),
        (b"abc", '"YWJj"'),
        (b"", '""'),
        (StringSlice(["a"]), '["a"]'),
        (Slice(nil=True), "null"),
        (Map(nil=True), "null"),
        (Slice(), "[]"),
        (StringMap({"b": "x", "a": "y"}), '{"a":"y","b":"x"}'),
        ([StringMap({"b": "x"}), b"x"], '[{"b":"x"},"eA=="]'),
    ],
)
def test_kinds_of_go(value, expected):
    assert marshal(value) == expected


class _Version(Struct):
    __slots__ = ("major", "text")
    go_type = "chart.Version"
    go_fields = {"Version": "text", "Major": "major"}  # noqa: RUF012

    def __init__(self, text, major):
        self.text = text
        self.major = major


def test_fields_of_a_struct_keep_their_order():
    assert marshal({"v": _Version("<1>", [_Version("2", None)])}) == (
        '{"v":{"Version":"\\u003c1\\u003e","Major":[{"Version":"2","Major":null}]}}'
    )
    assert marshal_indent(_Version("1", None)) == '{\n  "Version": "1",\n  "Major": null\n}'


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "json: unsupported value: NaN"),
        ([float("inf")], "json: unsupported value: +Inf"),
        ({"a": float("-inf")}, "json: unsupported value: -Inf"),
        (1j, "json: unsupported type: complex128"),
    ],
)
def test_what_json_cannot_say(value, message):
    with pytest.raises(JSONError) as caught:
        marshal(value)

    assert caught.value.message == message


def test_cycles_are_found():
    value: dict[str, object] = {}
    value["self"] = value

    with pytest.raises(JSONError) as caught:
        marshal(value)

    assert caught.value.message == (
        "json: unsupported value: encountered a cycle via map[string]interface {}"
    )


def test_depth_is_no_problem():
    value: list[object] = []
    for _ in range(20000):
        value = [value]

    assert marshal(value) == "[" * 20001 + "]" * 20001
