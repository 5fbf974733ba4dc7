"""The functions of text/template: comparison, index, length and escapes."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.builtins import BUILTINS
from helmwright.go.kinds import Int64, IntSlice, Map, Slice, StringMap, StringSlice, Uint8, Uint64

NAN = float("nan")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("not", (None,), True),
        ("not", ("",), True),
        ("not", (0,), True),
        ("not", ([],), True),
        ("not", ({},), True),
        ("not", ("x",), False),
        ("not", ([None],), False),
    ],
)
def test_not_negates_truth(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("eq", (1, 1), True),
        ("eq", ("a", "b", "a"), True),
        ("eq", (1.0, 1.0, 1), True),
        ("eq", (True, True), True),
        ("eq", (1, Int64(1)), True),
        ("eq", (Int64(1), Uint64(1)), True),
        ("eq", (Uint64(18446744073709551615), -1), False),
        ("eq", (1j, 1j), True),
        ("eq", (NAN, NAN), False),
        ("ne", ("a", "b"), True),
        ("ne", (1, 1), False),
    ],
)
def test_eq_takes_the_first_match(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("eq", (None, 1), False),
        ("eq", (None, None), True),
        ("eq", (1, None), False),
        ("eq", ([1], None), False),
        ("eq", (Slice(nil=True), None), True),
        ("eq", (Slice(nil=True), Slice(nil=True)), True),
        ("eq", ([], Slice(nil=True)), False),
        ("eq", (Map(nil=True), None), True),
        ("ne", (None, 1), True),
        ("eq", (None, []), False),
    ],
)
def test_eq_takes_nil_beside_anything(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("eq", (1,), "missing argument for comparison"),
        ("eq", (1.0, 1), "incompatible types for comparison: float64 and int"),
        ("eq", (1, "1"), "incompatible types for comparison: int and string"),
        ("ne", (True, 1), "incompatible types for comparison: bool and int"),
        ("eq", ("a", []), "incompatible types for comparison: string and []interface {}"),
        ("eq", ([], []), "non-comparable type []: []interface {}"),
        (
            "eq",
            ({"a": 1.0}, {"a": 1.0}),
            "non-comparable type map[a:%!s(float64=1)]: map[string]interface {}",
        ),
        (
            "eq",
            ([1], {"a": 1.5}),
            "non-comparable types [%!s(int=1)]: []interface {}, map[string]interface {}: map[a:1.5]",
        ),
        ("eq", (1, 2, "x"), "incompatible types for comparison: int and string"),
        ("eq", (StringSlice(["a"]), []), "non-comparable type []: []interface {}"),
        ("eq", (b"a", b"a"), "non-comparable type a: []uint8"),
    ],
)
def test_eq_refuses_other_pairs(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        BUILTINS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("lt", (1, 2), True),
        ("lt", (1.5, 1.0), False),
        ("lt", ("a", "b"), True),
        ("lt", ("é", "z"), False),
        ("lt", ("\udcff", "𐀀"), False),
        ("le", (1, 1), True),
        ("gt", (2, 1), True),
        ("ge", (1, 2), False),
        ("lt", (Int64(-1), Uint64(18446744073709551615)), True),
        ("lt", (Uint64(1), -1), False),
        ("le", ("a", "a"), True),
        ("le", (Int64(3), 3), True),
        ("gt", (NAN, 1.0), True),
        ("ge", (NAN, 1.0), True),
        ("lt", (NAN, 1.0), False),
        ("le", (NAN, 1.0), False),
    ],
)
def test_order_of_numbers_and_texts(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("lt", (1, 1.0), "incompatible types for comparison: int and float64"),
        ("lt", (True, False), "invalid type for comparison"),
        ("gt", (None, 1), "invalid type for comparison"),
        ("le", ([], 1), "invalid type for comparison"),
        ("ge", ("a", 1), "incompatible types for comparison: string and int"),
        ("lt", (1j, 1j), "invalid type for comparison"),
        ("gt", (1, None), "invalid type for comparison"),
        ("le", (True, 1), "incompatible types for comparison: bool and int"),
    ],
)
def test_order_refuses_other_pairs(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        BUILTINS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("len", ("aé",), 3),
        ("len", ("",), 0),
        ("len", ([1, None],), 2),
        ("len", ({"a": 1},), 1),
        ("len", (b"abc",), 3),
        ("len", (StringSlice(nil=True),), 0),
    ],
)
def test_len_counts_bytes_or_elements(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("len", (1.5,), "len of type float64"),
        ("len", (1,), "len of type int"),
        ("len", (True,), "len of type bool"),
    ],
)
def test_len_of_a_number_is_refused(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        BUILTINS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("index", ({"a": [1, {"b": "x"}]}, "a", 1, "b"), "x"),
        ("index", ({}, "nope"), None),
        ("index", (StringMap({"a": "b"}), "nope"), ""),
        ("index", ("abc", 1), Uint8(98)),
        ("index", ("é", 1), Uint8(169)),
        ("index", (b"abc", Int64(2)), Uint8(99)),
        ("index", (StringSlice(["a"]), 0), "a"),
        ("index", ([1],), [1]),
        ("index", (IntSlice([7]), Uint8(0)), 7),
    ],
)
def test_index_follows_keys_and_positions(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("index", (None,), "index of untyped nil"),
        ("index", (None, "a"), "index of untyped nil"),
        ("index", ({"a": None}, "a", "b"), "index of nil pointer"),
        ("index", ({}, 1), "value has type int; should be string"),
        ("index", ({}, None), "value is nil; should be of type string"),
        ("index", ([1], 1.0), "cannot index slice/array with type float64"),
        ("index", ([1], None), "cannot index slice/array with nil"),
        ("index", ([1], "a"), "cannot index slice/array with type string"),
        ("index", ([1], 5), "index out of range: 5"),
        ("index", ([1], 1), "reflect: slice index out of range"),
        ("index", ([1], -1), "index out of range: -1"),
        ("index", ("abc", 3), "reflect: string index out of range"),
        ("index", (b"abc", 3), "reflect: slice index out of range"),
        ("index", (1.5, "a"), "can't index item of type float64"),
        ("index", ([1], Uint64(18446744073709551615)), "index out of range: -1"),
        ("index", ([1], True), "cannot index slice/array with type bool"),
    ],
)
def test_index_refuses_what_go_refuses(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        BUILTINS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("print", (1, 2, "a", "b", 3), "1 2ab3"),
        ("print", (None,), "<nil>"),
        ("println", ("a", 1), "a 1\n"),
        ("printf", ("%s-%d", "a", 1), "a-1"),
        ("printf", ("%d", 1.0), "%!d(float64=1)"),
        ("print", (), ""),
    ],
)
def test_print_family_prints(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("html", ('<a href="x">\'&\x00',), "&lt;a href=&#34;x&#34;&gt;&#39;&amp;�"),
        ("html", (None,), "&lt;no value&gt;"),
        ("html", (None, "a", 1, 2), "&lt;no value&gt;a1 2"),
        ("html", (["<"],), "[&lt;]"),
        ("html", (), ""),
    ],
)
def test_html_escapes(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (
            "js",
            ("\\'\"<>&=\n\x7fé\u200b\udcff\U000e0001",),
            "\\\\\\'\\\"\\u003C\\u003E\\u0026\\u003D\\u000A\x7fé\\u200B\udcff\\uE0001",
        ),
        ("js", (None,), "\\u003Cno value\\u003E"),
    ],
)
def test_js_escapes(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("urlquery", ("a b/é-_.~+",), "a+b%2F%C3%A9-_.~%2B"),
        ("urlquery", (1.5, 2), "1.5+2"),
        ("urlquery", (None,), "%3Cno+value%3E"),
        ("urlquery", ("\udcff",), "%FF"),
    ],
)
def test_urlquery_escapes(name, arguments, expected):
    assert_same(BUILTINS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("arguments", "expected"), [((1, 2, 0), 0), ((0, 1), 0), ((1, "x"), "x"), (([], 1), [])]
)
def test_and_returns_the_first_false_argument(arguments, expected):
    assert BUILTINS["and"].call(*arguments) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"), [((0, 2, 3), 2), ((0, ""), ""), ((None, "x"), "x"), ((1, 2), 1)]
)
def test_or_returns_the_first_true_argument(arguments, expected):
    assert BUILTINS["or"].call(*arguments) == expected


def test_len_of_nil_is_refused():
    with pytest.raises(FunctionError, match=r"^len of nil pointer$"):
        BUILTINS["len"].call(None)


@pytest.mark.parametrize(
    ("name", "function", "message"),
    [
        (".Values.s", "a", "non-function .Values.s of type string"),
        ("nil", None, "call of nil"),
        ("", "a", "non-function a of type string"),
        ("", 3, "non-function <int Value> of type int"),
    ],
)
def test_call_finds_no_function(name, function, message):
    with pytest.raises(FunctionError) as caught:
        BUILTINS["call"].call(name, function)
    assert caught.value.message == message
