from __future__ import annotations

import copy
from typing import Any

import pytest

from helmwright.base.errors import FunctionError, StrvalsError
from helmwright.go.kinds import Int64
from helmwright.values import strvals

ACCEPTED = [
    (
        "a=1,b=true,c=null,d=TRUE,e=Null",
        {"a": Int64(1), "b": True, "c": None, "d": True, "e": None},
    ),
    (
        "f=0,g=00,h=01,j=+5,k=1e3,l=0x10,m=1.5,n=-0",
        {
            "f": Int64(0),
            "g": "00",
            "h": "01",
            "j": Int64(5),
            "k": "1e3",
            "l": "0x10",
            "m": "1.5",
            "n": Int64(0),
        },
    ),
    ("a=", {"a": ""}),
    ("a= 1 , b=2", {"a": " 1 ", " b": Int64(2)}),
    ("a={}", {"a": [""]}),
    ("a={1,two,true,null}", {"a": [Int64(1), "two", True, None]}),
    ("a[0]=x,a[2]=z", {"a": ["x", None, "z"]}),
    ("a[0].b=1,a[1].b=3", {"a": [{"b": Int64(1)}, {"b": Int64(3)}]}),
    ("a[0][1]=x", {"a": [[None, "x"]]}),
    ("a\\.b=1", {"a.b": Int64(1)}),
    ('x."k\\.io/r"=m', {"x": {'"k.io/r"': "m"}}),
    ("a=b=c", {"a": "b=c"}),
    ("a=\\{b\\}", {"a": "{b}"}),
    (
        "a=9223372036854775807,b=9223372036854775808,c=-9223372036854775808",
        {
            "a": Int64(9223372036854775807),
            "b": "9223372036854775808",
            "c": Int64(-9223372036854775808),
        },
    ),
    ("a={a,b}c=1", {"a": ["a", "b"], "c": Int64(1)}),
    ("=1", {}),
    (".a=1", {}),
    ("a=1,", {"a": Int64(1)}),
    ("a=falſe", {"a": False}),
    ("a=é", {"a": "é"}),
    ("a[0", {}),
    ("a[0]", {"a": []}),
    ("a.b=", {"a": {"b": ""}}),
    ("a=b\\", {"a": "b"}),
]
REFUSED = [
    ("x\\", 'key "x" has no value'),
    ("a", 'key "a" has no value'),
    ("a,b=1", 'key "a" has no value (cannot end with ,)'),
    ("a.=1", 'key map "a" has no value'),
    ("a..b=1", 'key map "a" has no value'),
    ("a={x", "list must terminate with '}'"),
    ("a[-1]=x", "negative -1 index not allowed"),
    ("a[65537]=x", "index of 65537 is greater than maximum supported index of 65536"),
    ("a[x]=1", 'error parsing index: strconv.Atoi: parsing "x": invalid syntax'),
    (
        "a[99999999999999999999]=1",
        'error parsing index: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ),
    ("a=1,,b=2", 'key "" has no value (cannot end with ,)'),
    (
        "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1",
        "value name nested level is greater than maximum supported nested level of 30",
    ),
    (
        "a=2,a.b=1",
        "unable to parse key: interface conversion: interface {} is int64, not map[string]interface {}",
    ),
    (
        "a=2,a[0]=1",
        "unable to parse key: interface conversion: interface {} is int64, not []interface {}",
    ),
    ("a[0]xy=1", "unexpected data at end of array index: ['x' 'y']"),
    ("a[0]é=1", "unexpected data at end of array index: ['é']"),
]
INTO = [
    ("a.b=2", {"a": {"b": 1.0, "c": 2.0}}, {"a": {"b": Int64(2), "c": 2.0}}),
    ("a[1]=9", {"a": [1.0, 2.0, 3.0]}, {"a": [1.0, Int64(9), 3.0]}),
    (
        "a.b=1",
        {"a": "x"},
        "unable to parse key: interface conversion: interface {} is string, not map[string]interface {}",
    ),
    ("a[0].b=1", {"a": [None]}, {"a": [{"b": Int64(1)}]}),
    (
        "a[0][0]=1",
        {"a": [5.0]},
        "unable to parse key: interface conversion: interface {} is float64, not []interface {}",
    ),
    (
        "a[0]=1",
        {"a": None},
        "unable to parse key: interface conversion: interface {} is nil, not []interface {}",
    ),
]
OTHERS = [
    ("parse_into_string", "a=1,b=null,c={1,true}", {"a": "1", "b": "null", "c": ["1", "true"]}),
    ("parse_literal_into", "a.b=1,c={x}\\", {"a": {"b": "1,c={x}\\"}}),
    ("parse_literal_into", "a[1]=x=y", {"a": [None, "x=y"]}),
    ("parse_literal_into", "a", 'key "a" has no value'),
    ("parse_literal_into", "a..b=1", 'key map "a" has no value'),
    ("parse_json", 'a=[1,{"b":null}],c="x" d=1.5', {"a": [1.0, {"b": None}], "c": "x", "d": 1.5}),
    ("parse_json", "a=,b=1", {"a": None, "b": 1.0}),
    ("parse_json", "a[1]=true", {"a": [None, True]}),
    ("parse_json", "a= ,b=2", {"a": None, "b": 2.0}),
]


def same(left, right):
    """Compare values and their types."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


@pytest.mark.parametrize(("text", "values"), ACCEPTED)
def test_set_gives_the_values_of_helm(text, values):
    assert same(strvals.parse(text), values)


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_set_is_refused_with_the_text_of_helm(text, message):
    with pytest.raises(StrvalsError) as caught:
        strvals.parse(text)
    assert caught.value.message == message


@pytest.mark.parametrize(("text", "into", "result"), INTO)
def test_set_changes_what_is_there(text, into, result):
    values = copy.deepcopy(into)
    if isinstance(result, str):
        with pytest.raises(StrvalsError) as caught:
            strvals.parse_into(text, values)
        assert caught.value.message == result
    else:
        strvals.parse_into(text, values)
        assert same(values, result)


@pytest.mark.parametrize(("function", "text", "result"), OTHERS)
def test_other_flags_have_their_own_values(function, text, result):
    values: dict[str, Any] = {}
    if isinstance(result, str):
        with pytest.raises(StrvalsError) as caught:
            getattr(strvals, function)(text, values)
        assert caught.value.message == result
    else:
        getattr(strvals, function)(text, values)
        assert same(values, result)


def test_file_values_come_from_the_reader():
    values: dict[str, Any] = {}
    strvals.parse_into_file("a=x,b={y,z}", values, lambda path: f"<{path}>")
    assert values == {"a": "<x>", "b": ["<y>", "<z>"]}


def test_refusal_of_the_reader_is_passed_on():
    def read(path):
        raise FunctionError(f"open {path}: no such file or directory")

    with pytest.raises(StrvalsError, match=r"^open x: no such file or directory$"):
        strvals.parse_into_file("a=x", {}, read)


def test_stray_bytes_become_replacement_characters():
    assert strvals.parse("a=\udcff") == {"a": "\ufffd"}


def test_deep_indexes_are_refused_and_not_a_crash():
    with pytest.raises(StrvalsError, match="nested too deeply"):
        strvals.parse("a" + "[0]" * 100_000 + "=1")


def test_a_very_long_number_is_a_string():
    digits = "9" * 5000
    assert strvals.parse(f"a={digits}") == {"a": digits}
