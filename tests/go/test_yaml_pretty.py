"""Expected texts are those of yaml.v3 v3.0.4 with an indent of two."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import FunctionError
from helmwright.go.kinds import Int64, Map, Slice, StringSlice, Struct, Uint64
from helmwright.go.time_zones import UTC
from helmwright.go.times import parse_time
from helmwright.go.yaml_pretty import marshal_pretty

TEXTS = {
    "a word": ({"k": "abc"}, "k: abc\n"),
    "text with a colon inside": ({"k": "http://x:80/y"}, "k: http://x:80/y\n"),
    "a template": ({"k": "{{ x }}"}, "k: '{{ x }}'\n"),
    "a dash and a space": ({"k": "- a"}, "k: '- a'\n"),
    "a colon and a space": ({"k": "a: b"}, "k: 'a: b'\n"),
    "a colon at the end": ({"k": "a:"}, "k: 'a:'\n"),
    "a comment sign after a space": ({"k": "a #b"}, "k: 'a #b'\n"),
    "a comment sign inside": ({"k": "a#b"}, "k: a#b\n"),
    "an alias": ({"k": "*a"}, "k: '*a'\n"),
    "a directive": ({"k": "%a"}, "k: '%a'\n"),
    "a quote inside": ({"k": "it's: x"}, "k: 'it''s: x'\n"),
    "a quote alone": ({"k": "'"}, "k: ''''\n"),
    "a space in front": ({"k": " a"}, "k: ' a'\n"),
    "a space behind": ({"k": "a "}, "k: 'a '\n"),
    "a backslash": ({"k": "C:\\x"}, "k: C:\\x\n"),
    "an equals sign": ({"k": "key=val"}, "k: key=val\n"),
    "a document start": ({"k": "---x"}, "k: '---x'\n"),
    "an old boolean": ({"k": "yes"}, 'k: "yes"\n'),
    "a boolean": ({"k": "True"}, 'k: "True"\n'),
    "null": ({"k": "null"}, 'k: "null"\n'),
    "a tilde": ({"k": "~"}, 'k: "~"\n'),
    "nothing": ({"k": ""}, 'k: ""\n'),
    "an integer": ({"k": "8080"}, 'k: "8080"\n'),
    "a signed integer": ({"k": "+1"}, 'k: "+1"\n'),
    "a hexadecimal number": ({"k": "0x1f"}, 'k: "0x1f"\n'),
    "an octal number": ({"k": "0o17"}, 'k: "0o17"\n'),
    "a number with underscores": ({"k": "1_000"}, 'k: "1_000"\n'),
    "a binary number": ({"k": "0b11"}, 'k: "0b11"\n'),
    "a sign after a binary prefix": ({"k": "0b-1"}, 'k: "0b-1"\n'),
    "a float": ({"k": "1e3"}, 'k: "1e3"\n'),
    "a float with a dot in front": ({"k": ".5"}, 'k: ".5"\n'),
    "infinity": ({"k": "-.inf"}, 'k: "-.inf"\n'),
    "an infinite number": ({"k": "1e400"}, "k: 1e400\n"),
    "a date": ({"k": "2020-1-2"}, 'k: "2020-1-2"\n'),
    "an impossible date": ({"k": "2020-13-45"}, "k: 2020-13-45\n"),
    "a time": ({"k": "2020-01-02T3:4:5Z"}, 'k: "2020-01-02T3:4:5Z"\n'),
    "a time with spaces": ({"k": "2020-01-02   3:4:5"}, 'k: "2020-01-02   3:4:5"\n'),
    "a time with an odd zone": (
        {"k": "2020-01-02T03:04:05+24:60"},
        'k: "2020-01-02T03:04:05+24:60"\n',
    ),
    "a sexagesimal": ({"k": "12:30:45"}, 'k: "12:30:45"\n'),
    "no sexagesimal": ({"k": "1:99"}, "k: 1:99\n"),
    "a merge key": ({"k": "<<"}, "k: <<\n"),
    "mixed case": ({"k": "tRUE"}, "k: tRUE\n"),
    "a version": ({"k": "v1.2.3"}, "k: v1.2.3\n"),
    "a very long hexadecimal number": ({"k": "0xfffffffffffffffff"}, "k: 0xfffffffffffffffff\n"),
    "two lines": ({"k": "a\nb"}, "k: |-\n  a\n  b\n"),
    "lines that end": ({"k": "a\nb\n"}, "k: |\n  a\n  b\n"),
    "lines that end twice": ({"k": "a\nb\n\n"}, "k: |+\n  a\n  b\n\n"),
    "a break in front": ({"k": "\na"}, "k: |2-\n\n  a\n"),
    "spaces in front of lines": ({"k": "  a\nb"}, "k: |2-\n    a\n  b\n"),
    "a space before a break": ({"k": "a \nb"}, 'k: "a \\nb"\n'),
    "a tab in a line": ({"k": "a\n\tb"}, "k: |-\n  a\n  \tb\n"),
    "a carriage return": ({"k": "a\r\nb"}, 'k: "a\\r\\nb"\n'),
    "a break alone": ({"k": "\n"}, "k: |2+\n\n"),
    "a line separator": ({"k": "a\u2028b"}, "k: 'a\u2028  b'\n"),
    "a line separator in a block": ({"k": "a\n\u2029b\u2028"}, "k: |\n  a\n\u2029  b\u2028"),
    "a line separator after a space": ({"k": "a \u2028b"}, 'k: "a \\Lb"\n'),
    "a tab": ({"k": "a\tb"}, 'k: "a\\tb"\n'),
    "an emoji": ({"k": "\U0001f600"}, 'k: "\\U0001F600"\n'),
    "letters beyond ASCII": ({"k": "\xe9\u65e5\u672c"}, "k: \xe9\u65e5\u672c\n"),
    "a byte order mark in front": ({"k": "\ufeffa b"}, 'k: "\\uFEFF\\x61\\x20\\x62"\n'),
    "a byte order mark inside": ({"k": "a\ufeffb"}, 'k: "a\\uFEFFb"\n'),
    "a control character": ({"k": "a\x01\x1b\x00b"}, 'k: "a\\x01\\e\\0b"\n'),
    "a no-break space": ({"k": "a\xa0b"}, "k: a\xa0b\n"),
    "next lines": ({"k": "a \x85 b\x85\x85c"}, 'k: "a \\N b\\N\\Nc"\n'),
    "bytes that are not UTF-8": ({"k": "a\udc80\udcff"}, "k: !!binary YYD/\n"),
    "a long line": (
        {
            "k": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end"
        },
        "k: word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end\n",
    ),
    "a long line with doubled spaces": (
        {
            "k": "two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words end"
        },
        "k: two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words two  words end\n",
    ),
    "a long line in single quotes": (
        {
            "k": "# it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's # it's end"
        },
        "k: '# it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s # it''s end'\n",
    ),
    "a long line in double quotes": (
        {
            "k": "tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words tab\t and  words end"
        },
        'k: "tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words tab\\t and  words end"\n',
    ),
    "a long word": (
        {
            "k": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y z"
        },
        "k: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y z\n",
    ),
    "a delete character": ({"k": "a\x7fb"}, 'k: "a\\x7Fb"\n'),
    "a sign after an octal prefix": ({"k": "0o-17"}, 'k: "0o-17"\n'),
    "a tab behind a break": ({"k": "a\n\tb\n"}, "k: |\n  a\n  \tb\n"),
    "many bytes that are not UTF-8": (
        {
            "k": "\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff"
        },
        "k: !!binary |\n  //////////////////////////////////////////////////////////////////////\n  //////////\n",
    ),
}
VALUES = {
    "nil": (None, "null\n"),
    "an empty map": ({}, "{}\n"),
    "an empty list": ([], "[]\n"),
    "lists in maps": (
        {"a": [1.0, {"b": 1.0, "c": [3.0, [4.0, 5.0]]}], "m": {"x": {}, "y": []}},
        'a:\n  - 1\n  - b: 1\n    c:\n      - 3\n      - - 4\n        - 5\nm:\n  x: {}\n  "y": []\n',
    ),
    "whole floats": (
        [
            1000000.0,
            1000000000000000.0,
            1e16,
            1e20,
            1e21,
            -0.0,
            -5.0,
            9.223372036854776e18,
            1.8446744073709552e19,
            -9.223372036854776e18,
        ],
        "- 1e+06\n- 1e+15\n- 1e+16\n- 1e+20\n- 1e+21\n- -0\n- -5\n- 9.223372036854776e+18\n- 1.8446744073709552e+19\n- -9.223372036854776e+18\n",
    ),
    "other floats": (
        [0.1, 1234567.8, 1e-06, 1e-07, 12345678.9, 1.5e300],
        "- 0.1\n- 1.2345678e+06\n- 1e-06\n- 1e-07\n- 1.23456789e+07\n- 1.5e+300\n",
    ),
    "integers": (
        [5, Int64(-3), Uint64(18446744073709551615)],
        "- 5\n- -3\n- 18446744073709551615\n",
    ),
    "bytes": ({"b": b"ab\xff"}, "b:\n  - 97\n  - 98\n  - 255\n"),
    "nil containers": ([Slice(nil=True), Map(nil=True)], "- []\n- {}\n"),
    "strings of a slice": (StringSlice(["a", "1"]), '- a\n- "1"\n'),
    "natural key order": (
        {
            "": 1.0,
            "-x": 1.0,
            "/y": 1.0,
            "_a": 1.0,
            "1": 1.0,
            "2": 1.0,
            "10": 1.0,
            "A": 1.0,
            "K2": 1.0,
            "a-b": 1.0,
            "a.b": 1.0,
            "a_b": 1.0,
            "a1": 1.0,
            "a2": 1.0,
            "a10": 1.0,
            "ab": 1.0,
            "k1": 1.0,
            "k9": 1.0,
            "k10": 1.0,
            "z": 1.0,
            "\xe9": 1.0,
            "a01": 1.0,
        },
        '"": 1\n-x: 1\n/y: 1\n_a: 1\n"1": 1\n"2": 1\n"10": 1\nA: 1\nK2: 1\na-b: 1\na.b: 1\na_b: 1\na1: 1\na01: 1\na2: 1\na10: 1\nab: 1\nk1: 1\nk9: 1\nk10: 1\nz: 1\n\xe9: 1\n',
    ),
    "keys with letters behind digits": (
        {"a1": 1.0, "a1B": 1.0, "a1b": 1.0, "a1-": 1.0},
        "a1: 1\na1B: 1\na1b: 1\na1-: 1\n",
    ),
    "quoted keys": (
        {"true": 1.0, "8080": 2.0, "a: b": 3.0, "": 4.0, "y": 5.0, "\U0001f600": 6.0, "a\tb": 7.0},
        '"": 4\n"\\U0001F600": 6\n"8080": 2\n"a\\tb": 7\n\'a: b\': 3\n"true": 1\n"y": 5\n',
    ),
    "a key with a line break": (
        {"a\nb": {"c": 1.0}, "d": [{"e\n": [1.0, 2.0]}]},
        "? |-\n  a\n  b\n: c: 1\nd:\n  - ? |\n      e\n    : - 1\n      - 2\n",
    ),
    "a key of 128 bytes": (
        {
            "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": 1.0
        },
        "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: 1\n",
    ),
    "a key of 129 bytes": (
        {
            "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": "v"
        },
        "? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n: v\n",
    ),
    "a long key of words": (
        {
            "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end": [
                "v"
            ]
        },
        "? word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end\n: - v\n",
    ),
    "folding by the depth": (
        {
            "a": {
                "b": {
                    "c": [
                        {
                            "d": "word word word word word word word word word word word word word word word word word word word word end"
                        }
                    ]
                }
            }
        },
        "a:\n  b:\n    c:\n      - d: word word word word word word word word word word word word word word word word word word word word end\n",
    ),
    "a block in a list in a map": (
        {"a": [{"b": "x\ny\n", "c": "\n"}, "z\n\n"]},
        "a:\n  - b: |\n      x\n      y\n    c: |2+\n\n  - |+\n    z\n\n",
    ),
    "numbers that JSON does not have": (
        [float("nan"), float("inf"), float("-inf")],
        "- .nan\n- .inf\n- -.inf\n",
    ),
    "keys that are not UTF-8": (
        {
            "\udcff": 1.0,
            "\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff\udcff": 2.0,
        },
        "!!binary /w==: 1\n? !!binary |\n  //////////////////////////////////////////////////////////////////////\n  //////////\n: 2\n",
    ),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
def test_string_is_written_as_go_writes_it(value, text):
    assert marshal_pretty(value) == text


@pytest.mark.parametrize(("value", "text"), VALUES.values(), ids=VALUES)
def test_value_is_written_as_go_writes_it(value, text):
    assert marshal_pretty(value) == text


def test_complex_number_panics():
    with pytest.raises(FunctionError) as raised:
        marshal_pretty({"a": 1j})
    assert raised.value.message == "cannot marshal type: complex128"


def test_value_that_contains_itself_is_refused():
    value: list[object] = []
    value.append(value)
    with pytest.raises(FunctionError, match="stack overflow"):
        marshal_pretty(value)


def test_deep_value_is_written():
    value: list[Any] = [1.0]
    for _ in range(2999):
        value = [value]
    assert marshal_pretty(value) == "- " * 3000 + "1\n"


class KubeVersion(Struct):
    go_type = "common.KubeVersion"
    go_fields = {"Version": "version", "normalizedVersion": "plain", "Minor": "minor"}  # noqa: RUF012
    version = "v1.36.0"
    plain = "v1.36"
    minor = "36"


def test_struct_has_its_exported_fields_in_lower_case_and_order():
    assert marshal_pretty({"k": KubeVersion()}) == 'k:\n  version: v1.36.0\n  minor: "36"\n'


def test_time_is_not_quoted():
    time = parse_time("2006-01-02", "1979-05-27", UTC)
    assert marshal_pretty([time]) == "- 1979-05-27T00:00:00Z\n"
