from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.errors import JSONError
from helmwright.go import json_read
from helmwright.go.json_write import marshal

VALUES = [
    ('{"a":1,"b":[1,2.5,true,null]}', '{"a":1,"b":[1,2.5,true,null]}'),
    ('"\\ud83d\\ude00\\ud800x\\u00e9\\n"', '"😀�xé\\n"'),
    ('"a\udcffb"', '"a�b"'),
    ("[1e5,-0,0.1]", "[100000,-0,0.1]"),
    ('{"a":1,"a":2}', '{"a":2}'),
    (" [ ] ", "[]"),
]

REFUSED = [
    ("{", "unexpected end of JSON input"),
    ("[1", "unexpected end of JSON input"),
    ('"x', "unexpected end of JSON input"),
    ("tru", "invalid character ' ' in literal true (expecting 'e')"),
    ("truex", "invalid character 'x' after top-level value"),
    ("nul", "invalid character ' ' in literal null (expecting 'l')"),
    ("-", "invalid character ' ' in numeric literal"),
    ("01", "invalid character '1' after top-level value"),
    ("1.", "invalid character ' ' after decimal point in numeric literal"),
    ("1e", "invalid character ' ' in exponent of numeric literal"),
    ("1.5x", "invalid character 'x' after top-level value"),
    ("[1,]", "invalid character ']' looking for beginning of value"),
    ("[1 2]", "invalid character '2' after array element"),
    ('{"a"}', "invalid character '}' after object key"),
    ('{"a" 1}', "invalid character '1' after object key"),
    ('{"a":1 "b":2}', "invalid character '\"' after object key:value pair"),
    ("{a:1}", "invalid character 'a' looking for beginning of object key string"),
    ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
    ("bar", "invalid character 'b' looking for beginning of value"),
    ("\ufeff{}", "invalid character 'ï' looking for beginning of value"),
    ("é", "invalid character 'Ã' looking for beginning of value"),
    ("\x7f", "invalid character '\\x7f' looking for beginning of value"),
    ('"a\nb"', "invalid character '\\n' in string literal"),
    ('"\\q"', "invalid character 'q' in string escape code"),
    ('"\\u12x"', "invalid character 'x' in \\u hexadecimal character escape"),
    ('"\\u12', "invalid character ' ' in \\u hexadecimal character escape"),
    ("NaN", "invalid character 'N' looking for beginning of value"),
    ("Infinity", "invalid character 'I' looking for beginning of value"),
    ("-Infinity", "invalid character 'I' in numeric literal"),
    ("1e999", "json: cannot unmarshal number 1e999 into Go value of type float64"),
    ("[1,-1e999]", "json: cannot unmarshal number -1e999 into Go value of type float64"),
    ("{} x", "invalid character 'x' after top-level value"),
    ("'a'", "invalid character '\\'' looking for beginning of value"),
    ("\udc80", "invalid character '\\u0080' looking for beginning of value"),
    ("\xa0", "invalid character 'Â' looking for beginning of value"),
    ("", "unexpected end of JSON input"),
    ("  ", "unexpected end of JSON input"),
    ("[[]", "unexpected end of JSON input"),
    ('{"a":tr}', "invalid character '}' in literal true (expecting 'u')"),
    ("\x0b1", "invalid character '\\v' looking for beginning of value"),
]

PREFIXES = [
    ('{"a":1,"b":[1,2.5,true,null]}', '{"a":1,"b":[1,2.5,true,null]}', 29),
    ('"\\ud83d\\ude00\\ud800x\\u00e9\\n"', '"😀�xé\\n"', 29),
    ('"a\udcffb"', '"a�b"', 5),
    ("[1e5,-0,0.1]", "[100000,-0,0.1]", 12),
    ('{"a":1,"a":2}', '{"a":2}', 13),
    (" [ ] ", "[]", 4),
    ("truex", "true", 4),
    ("01", "0", 1),
    ("1.5x", "1.5", 3),
    ("{} x", "{}", 2),
]

REFUSED_PREFIXES = [
    ("{", "unexpected EOF"),
    ("[1", "unexpected EOF"),
    ('"x', "unexpected EOF"),
    ("tru", "unexpected EOF"),
    ("nul", "unexpected EOF"),
    ("-", "unexpected EOF"),
    ("1.", "unexpected EOF"),
    ("1e", "unexpected EOF"),
    ("[1,]", "invalid character ']' looking for beginning of value"),
    ("[1 2]", "invalid character '2' after array element"),
    ('{"a"}', "invalid character '}' after object key"),
    ('{"a" 1}', "invalid character '1' after object key"),
    ('{"a":1 "b":2}', "invalid character '\"' after object key:value pair"),
    ("{a:1}", "invalid character 'a' looking for beginning of object key string"),
    ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
    ("bar", "invalid character 'b' looking for beginning of value"),
    ("\ufeff{}", "invalid character 'ï' looking for beginning of value"),
    ("é", "invalid character 'Ã' looking for beginning of value"),
    ("\x7f", "invalid character '\\x7f' looking for beginning of value"),
    ('"a\nb"', "invalid character '\\n' in string literal"),
    ('"\\q"', "invalid character 'q' in string escape code"),
    ('"\\u12x"', "invalid character 'x' in \\u hexadecimal character escape"),
    ('"\\u12', "unexpected EOF"),
    ("NaN", "invalid character 'N' looking for beginning of value"),
    ("Infinity", "invalid character 'I' looking for beginning of value"),
    ("-Infinity", "invalid character 'I' in numeric literal"),
    ("1e999", "json: cannot unmarshal number 1e999 into Go value of type float64"),
    ("[1,-1e999]", "json: cannot unmarshal number -1e999 into Go value of type float64"),
    ("'a'", "invalid character '\\'' looking for beginning of value"),
    ("\udc80", "invalid character '\\u0080' looking for beginning of value"),
    ("\xa0", "invalid character 'Â' looking for beginning of value"),
    ("", "EOF"),
    ("  ", "EOF"),
    ("[[]", "unexpected EOF"),
    ('{"a":tr}', "invalid character '}' in literal true (expecting 'u')"),
    ("\x0b1", "invalid character '\\v' looking for beginning of value"),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values_are_what_go_reads(text, expected):
    assert marshal(json_read.unmarshal(text)) == expected


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_errors_have_gos_words(text, message):
    with pytest.raises(JSONError) as caught:
        json_read.unmarshal(text)

    assert caught.value.message == message


@pytest.mark.parametrize(("text", "expected", "consumed"), PREFIXES)
def test_a_decoder_stops_behind_the_first_value(text, expected, consumed):
    value, end = json_read.decode_prefix(text)

    assert (marshal(value), end) == (expected, consumed)


@pytest.mark.parametrize(("text", "message"), REFUSED_PREFIXES)
def test_errors_of_a_decoder_have_gos_words(text, message):
    with pytest.raises(JSONError) as caught:
        json_read.decode_prefix(text)

    assert caught.value.message == message


def test_integers_are_floats():
    assert type(json_read.unmarshal("1")) is float


@pytest.mark.parametrize(
    ("text", "kind"), [("[]", "array"), ('"x"', "string"), ("1e999", "number"), ("true", "bool")]
)
def test_an_object_is_demanded(text, kind):
    with pytest.raises(JSONError) as caught:
        json_read.unmarshal_map(text)

    assert caught.value.message == (
        f"json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
    )


def test_an_array_is_demanded():
    with pytest.raises(JSONError) as caught:
        json_read.unmarshal_list("{}")

    assert caught.value.message == (
        "json: cannot unmarshal object into Go value of type []interface {}"
    )


def test_null_is_an_empty_container():
    assert json_read.unmarshal_map("null") == {}
    assert json_read.unmarshal_list("null") == []


def test_nesting_has_a_limit():
    assert json_read.unmarshal("[" * 10000 + "]" * 10000) != []
    with pytest.raises(JSONError) as caught:
        json_read.unmarshal("[" * 10001 + "]" * 10001)

    assert caught.value.message == "invalid character '[' exceeded max depth"


@given(st.text(alphabet='{}[]",:\\ue0-1.tn \n', max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        value = json_read.unmarshal(text)
    except JSONError:
        return
    assert json_read.unmarshal(marshal(value)) == value
