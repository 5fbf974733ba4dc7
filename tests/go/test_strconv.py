"""What Go 1.26's strconv gives; every expected text was printed by Go.

An expected ``ERR text|value`` is an error and the value that Go returns beside it.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.errors import GoError
from helmwright.go.fmt import format_value
from helmwright.go.strconv import (
    NumberError,
    atoi,
    can_backquote,
    parse_bool,
    parse_float,
    parse_int,
    parse_uint,
    quote,
    quote_rune,
    quote_to_ascii,
    unquote,
    unquote_char,
)

PARSE_INT = (
    ("0", 10, 64, "0"),
    ("-42", 10, 64, "-42"),
    ("+7", 10, 64, "7"),
    ("9223372036854775807", 10, 64, "9223372036854775807"),
    (
        "9223372036854775808",
        10,
        64,
        'ERR strconv.ParseInt: parsing "9223372036854775808": value out of range|9223372036854775807',
    ),
    (
        "-9223372036854775809",
        10,
        64,
        'ERR strconv.ParseInt: parsing "-9223372036854775809": value out of range|-9223372036854775808',
    ),
    ("", 10, 64, 'ERR strconv.ParseInt: parsing "": invalid syntax|0'),
    ("-", 10, 64, 'ERR strconv.ParseInt: parsing "-": invalid syntax|0'),
    ("1.5", 10, 64, 'ERR strconv.ParseInt: parsing "1.5": invalid syntax|0'),
    (" 1", 10, 64, 'ERR strconv.ParseInt: parsing " 1": invalid syntax|0'),
    ("1_000", 10, 64, 'ERR strconv.ParseInt: parsing "1_000": invalid syntax|0'),
    ("1_000", 0, 64, "1000"),
    ("_1", 0, 64, 'ERR strconv.ParseInt: parsing "_1": invalid syntax|0'),
    ("1_", 0, 64, 'ERR strconv.ParseInt: parsing "1_": invalid syntax|0'),
    ("1__0", 0, 64, 'ERR strconv.ParseInt: parsing "1__0": invalid syntax|0'),
    ("0x1F", 0, 64, "31"),
    ("0X_1f", 0, 64, "31"),
    ("0b101", 0, 64, "5"),
    ("0o17", 0, 64, "15"),
    ("017", 0, 64, "15"),
    ("08", 0, 64, 'ERR strconv.ParseInt: parsing "08": invalid syntax|0'),
    ("0x", 0, 64, 'ERR strconv.ParseInt: parsing "0x": invalid syntax|0'),
    ("0", 0, 64, "0"),
    ("0_7", 0, 64, "7"),
    ("zz", 36, 64, "1295"),
    ("2", 2, 64, 'ERR strconv.ParseInt: parsing "2": invalid syntax|0'),
    ("128", 10, 8, 'ERR strconv.ParseInt: parsing "128": value out of range|127'),
    ("-129", 10, 8, 'ERR strconv.ParseInt: parsing "-129": value out of range|-128'),
    ("-128", 10, 8, "-128"),
    ("1", 1, 64, 'ERR strconv.ParseInt: parsing "1": invalid base 1|0'),
    ("1", 10, 65, 'ERR strconv.ParseInt: parsing "1": invalid bit size 65|0'),
    (
        "99999999999999999999x",
        10,
        64,
        'ERR strconv.ParseInt: parsing "99999999999999999999x": value out of range|9223372036854775807',
    ),
    (
        "x99999999999999999999",
        10,
        64,
        'ERR strconv.ParseInt: parsing "x99999999999999999999": invalid syntax|0',
    ),
    ("\udcff", 10, 64, 'ERR strconv.ParseInt: parsing "\\xff": invalid syntax|0'),
    ("٣", 10, 64, 'ERR strconv.ParseInt: parsing "٣": invalid syntax|0'),
)
PARSE_UINT = (
    ("18446744073709551615", 10, 64, "18446744073709551615"),
    (
        "18446744073709551616",
        10,
        64,
        'ERR strconv.ParseUint: parsing "18446744073709551616": value out of range|18446744073709551615',
    ),
    ("-1", 10, 64, 'ERR strconv.ParseUint: parsing "-1": invalid syntax|0'),
    ("+1", 10, 64, 'ERR strconv.ParseUint: parsing "+1": invalid syntax|0'),
    ("256", 10, 8, 'ERR strconv.ParseUint: parsing "256": value out of range|255'),
    ("0xff", 0, 8, "255"),
)
ATOI = (
    ("12", "12"),
    ("-12", "-12"),
    ("+12", "12"),
    ("x", 'ERR strconv.Atoi: parsing "x": invalid syntax|0'),
    ("", 'ERR strconv.Atoi: parsing "": invalid syntax|0'),
    (
        "99999999999999999999",
        'ERR strconv.Atoi: parsing "99999999999999999999": value out of range|9223372036854775807',
    ),
    ("1.0", 'ERR strconv.Atoi: parsing "1.0": invalid syntax|0'),
    ("0x10", 'ERR strconv.Atoi: parsing "0x10": invalid syntax|0'),
)
PARSE_FLOAT = (
    ("1", "1"),
    ("1.5", "1.5"),
    (".5", "0.5"),
    ("5.", "5"),
    (".", 'ERR strconv.ParseFloat: parsing ".": invalid syntax|0'),
    ("-0", "-0"),
    ("1e3", "1000"),
    ("1E+3", "1000"),
    ("1e", 'ERR strconv.ParseFloat: parsing "1e": invalid syntax|0'),
    ("1e400", 'ERR strconv.ParseFloat: parsing "1e400": value out of range|+Inf'),
    ("-1e400", 'ERR strconv.ParseFloat: parsing "-1e400": value out of range|-Inf'),
    ("1e-400", "0"),
    ("inf", "+Inf"),
    ("+Inf", "+Inf"),
    ("-INFINITY", "-Inf"),
    ("nan", "NaN"),
    ("+nan", 'ERR strconv.ParseFloat: parsing "+nan": invalid syntax|0'),
    ("infi", 'ERR strconv.ParseFloat: parsing "infi": invalid syntax|0'),
    ("0x1p4", "16"),
    ("0x1.8p1", "3"),
    ("0x1", 'ERR strconv.ParseFloat: parsing "0x1": invalid syntax|0'),
    ("0X.8P-1", "0.25"),
    ("1_000", "1000"),
    ("1_000.5", "1000.5"),
    ("_1", 'ERR strconv.ParseFloat: parsing "_1": invalid syntax|0'),
    ("1__0", 'ERR strconv.ParseFloat: parsing "1__0": invalid syntax|0'),
    ("0x_1p0", "1"),
    ("1e1_0", "1e+10"),
    (" 1", 'ERR strconv.ParseFloat: parsing " 1": invalid syntax|0'),
    ("1 ", 'ERR strconv.ParseFloat: parsing "1 ": invalid syntax|0'),
    ("", 'ERR strconv.ParseFloat: parsing "": invalid syntax|0'),
    ("1e99999999999", 'ERR strconv.ParseFloat: parsing "1e99999999999": value out of range|+Inf'),
    ("0x1p99999", 'ERR strconv.ParseFloat: parsing "0x1p99999": value out of range|+Inf'),
    (
        "179769313486231590000000000000000000000000000000000e260",
        'ERR strconv.ParseFloat: parsing "179769313486231590000000000000000000000000000000000e260": value out of range|+Inf',
    ),
)
QUOTE = (
    ("", '""', '""', True),
    ("abc", '"abc"', '"abc"', True),
    ('a"b', '"a\\"b"', '"a\\"b"', True),
    ("back\\slash", '"back\\\\slash"', '"back\\\\slash"', True),
    ("tab\t", '"tab\\t"', '"tab\\t"', True),
    ("nl\n", '"nl\\n"', '"nl\\n"', False),
    ("\x00\x07\x1b\x7f", '"\\x00\\a\\x1b\\x7f"', '"\\x00\\a\\x1b\\x7f"', False),
    ("\xe9", '"\xe9"', '"\\u00e9"', True),
    ("\u200b", '"\\u200b"', '"\\u200b"', True),
    ("\udcff\udcc3", '"\\xff\\xc3"', '"\\xff\\xc3"', False),
    ("\U0001f600", '"\U0001f600"', '"\\U0001f600"', True),
    ("\ufeff", '"\\ufeff"', '"\\ufeff"', False),
    ("\xad", '"\\u00ad"', '"\\u00ad"', True),
    ("\U0001fae8", '"\U0001fae8"', '"\\U0001fae8"', True),
    ("\u2ffc", '"\\u2ffc"', '"\\u2ffc"', True),
    ("\U0010ffff", '"\\U0010ffff"', '"\\U0010ffff"', True),
    ("`", '"`"', '"`"', False),
    ("\ufffd", '"\ufffd"', '"\\ufffd"', True),
)
UNQUOTE = (
    ('""', ""),
    ('"abc"', "abc"),
    ('"a\\tb"', "a\tb"),
    ("`a\\tb`", "a\\tb"),
    ("`a\rb\nc`", "ab\nc"),
    ("'a'", "a"),
    ("''", ""),
    ("'\\''", "'"),
    ("'ab'", None),
    ('"a\nb"', None),
    ('"\\x41\\u00e9\\U0001F600\\101"', "A\xe9\U0001f600A"),
    ('"\\xff\\xc3\\xa9"', "\udcff\xe9"),
    ('"\\400"', None),
    ('"\\ud800"', None),
    ('"\\U00110000"', None),
    ('"\\\'"', None),
    ("'\\\"'", None),
    ('"a', None),
    ('a"', None),
    ('"a"b"', None),
    ('"\\"', None),
    ('"\\z"', None),
    ('"\\x4"', None),
    ("", None),
    ('"', None),
    ("`a`b`", None),
    ('"\udcff"', "\ufffd"),
    ("`\udcff`", "\udcff"),
    ("'\udcff'", "\ufffd"),
    ("'\xe9'", "\xe9"),
    ('"\\udcff"', None),
    ("x", None),
    ('"\\a\\b\\f\\n\\r\\t\\v\\\\\\""', '\x07\x08\x0c\n\r\t\x0b\\"'),
)
QUOTE_RUNE = (
    (0x41, "'A'"),
    (0x27, "'\\''"),
    (0x22, "'\"'"),
    (0xA, "'\\n'"),
    (0x0, "'\\x00'"),
    (0x200B, "'\\u200b'"),
    (0xE9, "'\xe9'"),
    (0xD800, "'\ufffd'"),
    (-0x1, "'\ufffd'"),
    (0x110000, "'\ufffd'"),
    (0x1F600, "'\U0001f600'"),
)


def outcome(call, *arguments):
    try:
        return format_value(call(*arguments))
    except NumberError as error:
        return f"ERR {error}|{format_value(error.value)}"


@pytest.mark.parametrize(("text", "base", "bits", "expected"), PARSE_INT)
def test_parse_int(text: str, base: int, bits: int, expected: str) -> None:
    assert outcome(parse_int, text, base, bits) == expected


@pytest.mark.parametrize(("text", "base", "bits", "expected"), PARSE_UINT)
def test_parse_uint(text: str, base: int, bits: int, expected: str) -> None:
    assert outcome(parse_uint, text, base, bits) == expected


@pytest.mark.parametrize(("text", "expected"), ATOI)
def test_atoi(text: str, expected: str) -> None:
    assert outcome(atoi, text) == expected


@pytest.mark.parametrize(("text", "expected"), PARSE_FLOAT)
def test_parse_float(text: str, expected: str) -> None:
    assert outcome(parse_float, text) == expected


def test_parse_bool() -> None:
    assert [parse_bool(text) for text in ("1", "t", "TRUE", "True", "0", "f", "False")] == [
        True,
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    with pytest.raises(NumberError) as caught:
        parse_bool("yes")
    assert str(caught.value) == 'strconv.ParseBool: parsing "yes": invalid syntax'


@pytest.mark.parametrize(("text", "quoted", "ascii_quoted", "backquote"), QUOTE)
def test_quote(text: str, quoted: str, ascii_quoted: str, *, backquote: bool) -> None:
    assert quote(text) == quoted
    assert quote_to_ascii(text) == ascii_quoted
    assert can_backquote(text) is backquote


@pytest.mark.parametrize(("code", "expected"), QUOTE_RUNE)
def test_quote_rune(code: int, expected: str) -> None:
    assert quote_rune(code) == expected


@pytest.mark.parametrize(("literal", "expected"), UNQUOTE)
def test_unquote(literal: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(GoError, match=r"^invalid syntax$"):
            unquote(literal)
    else:
        assert unquote(literal) == expected


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_unquote_undoes_quote(text: str) -> None:
    assert unquote(quote(text)) == text
    assert unquote(quote_to_ascii(text)) == text


@given(st.binary())
def test_unquote_undoes_quote_of_any_bytes(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    assert unquote(quote(text)) == text


@pytest.mark.parametrize(
    ("text", "mark", "expected"),
    [
        ("abc", "'", ("a", "bc")),
        ("\\n'", "'", ("\n", "'")),
        ("\\'x", "'", ("'", "x")),
        ("\\xffx", "'", ("\xff", "x")),
        ("\\u00e9", '"', ("é", "")),
        ("\udcffx", '"', ("\ufffd", "x")),
    ],
)
def test_unquote_char(text: str, mark: str, expected: tuple[str, str]) -> None:
    assert unquote_char(text, mark) == expected


@pytest.mark.parametrize(("text", "mark"), [("", "'"), ("'", "'"), ('\\"', "'"), ("\\z", "'")])
def test_unquote_char_refuses(text: str, mark: str) -> None:
    with pytest.raises(GoError, match=r"^invalid syntax$"):
        unquote_char(text, mark)


def test_printing_follows_unicode_15_whatever_the_python() -> None:
    added_in_15_0, added_in_15_1, added_in_16_0 = "\U0001fae8", "\u2ffc", "\U00010d40"
    assert quote(added_in_15_0) == f'"{added_in_15_0}"'
    assert quote(added_in_15_1) == '"\\u2ffc"'
    assert quote(added_in_16_0) == '"\\U00010d40"'
