"""Expected texts are those of github.com/BurntSushi/toml v1.6.0."""

from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError, TOMLError
from helmwright.go import stacks
from helmwright.go.kinds import Int64, Map, Slice, Struct
from helmwright.go.time_zones import UTC, fixed_zone
from helmwright.go.times import parse_time
from helmwright.go.toml_write import marshal

VALUES = {
    "plain entries before tables": (
        {"z": "x", "a": {"c": 1.0, "b": {"d": True}}, "m": Int64(5)},
        'm = 5\nz = "x"\n\n[a]\n  c = 1.0\n  [a.b]\n    d = true\n',
    ),
    "tables of three levels": (
        {"a": {"b": {"c": {"d": 1.0}}}},
        "[a]\n  [a.b]\n    [a.b.c]\n      d = 1.0\n",
    ),
    "an array of tables": (
        {"a": [{"b": 1.0}, {"c": {"d": 2.0}}]},
        "[[a]]\n  b = 1.0\n\n[[a]]\n  [a.c]\n    d = 2.0\n",
    ),
    "a mixed array": (
        {"a": [{"b": 1.0, "c": [3.0], "d": {}}, "x"]},
        'a = [{b = 1.0, c = [3.0], d = {}}, "x"]\n',
    ),
    "nil entries": ({"a": None, "b": {"c": None}}, "[b]\n"),
    "a nil entry in an inline table": (
        {"a": [1.0, {"a": 1.0, "b": None}]},
        "a = [1.0, {a = 1.0, }]\n",
    ),
    "floats": (
        [1.0, 1000000.0, 0.1, 1e-07, 1e21, float("inf"), float("-inf")],
        "[1.0, 1e+06, 0.1, 1e-07, 1e+21, inf, -inf]",
    ),
    "bytes": ({"a": b"ab"}, "a = [97, 98]\n"),
    "strange keys": (
        {"": 1.0, "a b": {"c.d": {"e": 1.0}}, "\xe9": 2.0, 'a"\n': 3.0},
        '"" = 1.0\n"a\\"\\n" = 3.0\n"\xe9" = 2.0\n\n["a b"]\n  ["a b"."c.d"]\n    e = 1.0\n',
    ),
    "strings": (
        ['a"\\\x08\t\n\x0c\r\x01\x7f\xe9\u2028\U0001f600'],
        '["a\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u007f\xe9\u2028\U0001f600"]',
    ),
    "an empty map": ({}, ""),
    "an empty list": ([], "[]"),
    "a string": ("x", '"x"'),
    "a number": (5, "5"),
    "nil containers": ({"a": Slice(nil=True), "b": Map(nil=True)}, ""),
    "nested arrays of tables": (
        {"a": [{"b": [{"c": 1.0}, {"c": 2.0}]}]},
        "[[a]]\n\n  [[a.b]]\n    c = 1.0\n\n  [[a.b]]\n    c = 2.0\n",
    ),
}
REFUSED = {
    "nil in an array": ({"a": [1.0, None]}, "toml: cannot encode array with nil element"),
    "nil deep in an array": ({"a": [[1.0, [None]]]}, "toml: cannot encode array with nil element"),
    "an array of tables as the document": (
        [{"a": 1.0}],
        "toml: top-level values must be Go maps or structs",
    ),
    "a complex number": ({"a": 1j}, "unsupported type: complex128"),
    "a complex document": (1j, "unsupported type for key '': complex128"),
}


@pytest.mark.parametrize(("value", "text"), VALUES.values(), ids=VALUES)
def test_value_is_written_as_go_writes_it(value, text):
    assert marshal(value) == text


@pytest.mark.parametrize(("value", "message"), REFUSED.values(), ids=REFUSED)
def test_value_is_refused_with_the_words_of_go(value, message):
    with pytest.raises(TOMLError) as raised:
        marshal(value)
    assert raised.value.message == message


def test_nil_panics():
    with pytest.raises(FunctionError) as raised:
        marshal(None)
    assert raised.value.message == "reflect: call of reflect.Value.Type on zero Value"


def test_value_that_contains_itself_is_refused(monkeypatch):
    monkeypatch.setattr(stacks, "_MOST_STACKS", 3)
    value: dict[str, object] = {}
    value["a"] = value
    with pytest.raises(FunctionError, match="stack overflow"):
        marshal(value)


class KubeVersion(Struct):
    go_type = "common.KubeVersion"
    go_fields = {"Version": "v", "normalizedVersion": "n", "Major": "a", "Minor": "i"}  # noqa: RUF012
    v = "v1.36.0"
    n = "v1.36"
    a = "1"
    i = "36"


def test_struct_is_a_table_of_its_exported_fields():
    assert marshal(KubeVersion()) == 'Version = "v1.36.0"\nMajor = "1"\nMinor = "36"\n'


def test_inline_struct_has_the_misplaced_commas_of_go():
    assert marshal({"c": [KubeVersion(), 1]}) == (
        'c = [{Version = "v1.36.0", Major = "1"Minor = "36", }, 1]\n'
    )


def test_time_is_written_in_rfc_3339():
    time = parse_time("2006-01-02 15:04:05.9", "1979-05-27 07:32:00.5", UTC)
    assert marshal({"a": time}) == "a = 1979-05-27T07:32:00.5Z\n"


def test_time_that_toml_gave_without_a_zone_gets_none():
    day = parse_time("2006-01-02", "1979-05-27", fixed_zone("date-local", 0))
    assert marshal({"a": day}) == "a = 1979-05-27\n"
