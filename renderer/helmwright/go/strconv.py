"""Go's strconv: quoting, unquoting, and reading numbers, with Go's error texts.

Source: strconv/quote.go, strconv/number.go, internal/strconv/atoi.go, atof.go (Go 1.26).
"""

from __future__ import annotations

import re

from helmwright.base.errors import GoError
from helmwright.go.ftoa import format_float

__all__ = [
    "NumberError",
    "atoi",
    "can_backquote",
    "format_float",
    "parse_bool",
    "parse_float",
    "parse_int",
    "parse_uint",
    "quote",
    "quote_rune",
    "quote_rune_to_ascii",
    "quote_to_ascii",
    "unquote",
    "unquote_char",
]

INVALID_SYNTAX = "invalid syntax"
OUT_OF_RANGE = "value out of range"
_MAX_RUNE = 0x10FFFF
_REPLACEMENT = "\ufffd"
_SHORT_ESCAPES = {7: "\\a", 8: "\\b", 12: "\\f", 10: "\\n", 13: "\\r", 9: "\\t", 11: "\\v"}
_UNESCAPED = {text[1]: chr(code) for code, text in _SHORT_ESCAPES.items()} | {"\\": "\\"}


class NumberError(GoError):
    """Text that is not a number, or a number that does not fit (Go's ``*NumError``).

    reason: ``invalid syntax``, ``value out of range`` or a complaint about base or size.
    value: what Go returns beside the error: the nearest value of the type when out of range, else 0.
    """

    def __init__(self, function: str, text: str, reason: str, value: float = 0) -> None:
        """Word the error as Go's strconv function ``function`` does."""
        super().__init__(f"strconv.{function}: parsing {quote(text)}: {reason}")
        self.reason = reason
        self.value = value


def _escape(code: int) -> str:
    """Return the escape sequence of a character that is not printed as it is."""
    short = _SHORT_ESCAPES.get(code)
    if short is not None:
        return short
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if 0xD800 <= code <= 0xDFFF or code > _MAX_RUNE:
        return "\\ufffd"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class _Escapes(dict[int, "str | int"]):
    """A translation table that learns a character when it first meets it."""

    def __init__(self, quote_mark: str, *, ascii_only: bool) -> None:
        super().__init__({ord(mark): f"\\{mark}" for mark in (quote_mark, "\\")})
        self.ascii_only = ascii_only

    def __missing__(self, code: int) -> str | int:
        if code < 0x7F:
            as_is = code >= 0x20
        elif self.ascii_only:
            as_is = False
        else:
            from helmwright.go.printable import is_printable

            as_is = is_printable(code)
        self[code] = result = code if as_is else _escape(code)
        return result


_DOUBLE = _Escapes('"', ascii_only=False)
_DOUBLE_ASCII = _Escapes('"', ascii_only=True)
_SINGLE = _Escapes("'", ascii_only=False)
_SINGLE_ASCII = _Escapes("'", ascii_only=True)


def quote(text: str) -> str:
    """Return ``text`` as a double-quoted Go string literal (strconv.Quote)."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f'"{text.translate(_DOUBLE)}"'


def quote_to_ascii(text: str) -> str:
    """Return ``text`` as a double-quoted Go string literal of ASCII only (strconv.QuoteToASCII)."""
    return f'"{text.translate(_DOUBLE_ASCII)}"'


def quote_rune(code: int) -> str:
    """Return a character as a single-quoted Go literal (strconv.QuoteRune)."""
    return f"'{rune_text(code).translate(_SINGLE)}'"


def quote_rune_to_ascii(code: int) -> str:
    """Return a character as a single-quoted Go literal of ASCII only."""
    return f"'{rune_text(code).translate(_SINGLE_ASCII)}'"


def rune_text(code: int) -> str:
    """Return the character with this code, or U+FFFD for what is no Unicode character."""
    if 0 <= code < 0xD800 or 0xDFFF < code <= _MAX_RUNE:
        return chr(code)
    return _REPLACEMENT


def can_backquote(text: str) -> bool:
    """Tell whether ``text`` can stand unchanged between backquotes on one line."""
    if text.isascii() and text.isprintable():
        return "`" not in text
    return not any(
        (char < " " and char != "\t") or char in "`\x7f\ufeff" or "\udc80" <= char <= "\udcff"
        for char in text
    )


_ESCAPE = (
    r"\\(?:[abfnrtv\\{}]|x[0-9a-fA-F]{{2}}|u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}}|[0-3][0-7]{{2}})"
)
_patterns: dict[str, re.Pattern[str]] = {}


def _pattern(name: str) -> re.Pattern[str]:
    """Return one of the patterns of this module, compiled when it is first needed."""
    pattern = _patterns.get(name)
    if pattern is None:
        pattern = _patterns[name] = re.compile(_SOURCES[name], re.DOTALL)
    return pattern


_SOURCES = {
    '"': rf'(?:[^"\\\n]|{_ESCAPE.format(chr(34))})*',
    "'": rf"(?:[^'\\\n]|{_ESCAPE.format(chr(39))})?",
    "escape": _ESCAPE.format("\"'"),
    "decimal": r"[+-]?(?=[_.]*[0-9])[0-9_]*\.?[0-9_]*(?:[eE][+-]?([0-9][0-9_]*))?",
    "hexadecimal": (
        r"[+-]?0[xX](?=[_.]*[0-9a-fA-F])[0-9a-fA-F_]*\.?[0-9a-fA-F_]*[pP][+-]?([0-9][0-9_]*)"
    ),
}


def unquote(literal: str) -> str:
    r"""Return the text that a Go literal (``"…"``, `` `…` `` or ``'…'``) stands for.

    Carriage returns of raw strings vanish and stray bytes of interpreted ones become U+FFFD.
    Raises ``GoError("invalid syntax")``.
    """
    mark = literal[:1]
    body = literal[1:-1]
    if len(literal) < 2 or literal[-1] != mark or mark not in "\"'`":
        raise GoError(INVALID_SYNTAX)
    if mark == "`":
        if "`" in body:
            raise GoError(INVALID_SYNTAX)
        return body.replace("\r", "") if "\r" in body else body
    if mark == '"' and "\\" not in body and "\n" not in body and '"' not in body:
        return body if body.isascii() else _replace_stray_bytes(body)
    body = _replace_stray_bytes(body)
    if not _pattern(mark).fullmatch(body):
        raise GoError(INVALID_SYNTAX)
    return join_bytes(_pattern("escape").sub(lambda match: _unescape(match[0]), body))


def unquote_char(text: str, mark: str) -> tuple[str, str]:
    r"""Return the first character of an escaped text, and the rest (strconv.UnquoteChar).

    mark: the quote that must be escaped, and may be. A byte from ``\xff`` or ``\377`` comes back as
    the character with that code, as Go's rune. Raises ``GoError("invalid syntax")``.
    """
    if not text or text[0] == mark:
        raise GoError(INVALID_SYNTAX)
    if text[0] != "\\":
        return _replace_stray_bytes(text[0]), text[1:]
    match = _pattern("escape").match(text)
    if match is None or (text[1] in "\"'" and text[1] != mark):
        raise GoError(INVALID_SYNTAX)
    char = _unescape(match[0])
    if "\udc80" <= char <= "\udcff":
        char = chr(ord(char) - 0xDC00)
    return char, text[match.end() :]


def _unescape(escape: str) -> str:
    """Return the character of one escape sequence; a byte above 127 as a surrogate escape."""
    kind = escape[1]
    plain = _UNESCAPED.get(kind)
    if plain is not None:
        return plain
    if kind in "\"'":
        return kind
    digits = escape[2:]
    if kind in "uU":
        code = int(digits, 16)
        if code > _MAX_RUNE or 0xD800 <= code <= 0xDFFF:
            raise GoError(INVALID_SYNTAX)
        return chr(code)
    code = int(digits, 16) if kind == "x" else int(escape[1:], 8)
    return chr(code if code < 0x80 else 0xDC00 + code)


def _replace_stray_bytes(text: str) -> str:
    """Return ``text`` with U+FFFD for every byte that is not UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(_REPLACEMENT if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
    return text


def join_bytes(text: str) -> str:
    """Return ``text`` with surrogate escapes that are UTF-8 together read as characters."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def parse_bool(text: str) -> bool:
    """Read a bool as Go does: 1, t, T, TRUE, true, True and their opposites."""
    if text in ("1", "t", "T", "true", "TRUE", "True"):
        return True
    if text in ("0", "f", "F", "false", "FALSE", "False"):
        return False
    raise NumberError("ParseBool", text, INVALID_SYNTAX)


def atoi(text: str) -> int:
    """Read a decimal int; see ``parse_int``."""
    return parse_int(text, 10, 64, "Atoi")


def parse_int(text: str, base: int = 10, bits: int = 64, function: str = "ParseInt") -> int:
    """Read a signed integer of up to ``bits`` bits.

    base: 2 to 36, or 0 to obey prefixes (``0x 0o 0b 0``) and underscores as in Go source.
    bits: 0 means 64. Raises ``NumberError``, whose ``value`` is the clamped value.
    """
    if base == 10 and bits == 64 and len(text) < 19 and text.isascii() and text.isdigit():
        return int(text)
    negative = text[:1] == "-"
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not text:
        raise NumberError(function, text, INVALID_SYNTAX)
    value, reason = _magnitude(digits, base, bits)
    if reason and reason != OUT_OF_RANGE:
        raise NumberError(function, text, reason)
    limit = 1 << ((bits or 64) - 1)
    if negative:
        if value > limit:
            raise NumberError(function, text, OUT_OF_RANGE, -limit)
        return -value
    if value >= limit:
        raise NumberError(function, text, OUT_OF_RANGE, limit - 1)
    return value


def parse_uint(text: str, base: int = 10, bits: int = 64) -> int:
    """Read an unsigned integer of up to ``bits`` bits; no sign is allowed. See ``parse_int``."""
    value, reason = _magnitude(text, base, bits)
    if reason:
        raise NumberError("ParseUint", text, reason, value)
    return value


def _magnitude(text: str, base: int, bits: int) -> tuple[int, str]:
    """Return the unsigned value and the reason of Go's refusal ("" for none).

    Go reads from the left and stops at the first trouble: a number that has grown too large wins
    over a bad character behind it.
    """
    if not text:
        return 0, INVALID_SYNTAX
    digits = text
    underscores = base == 0
    if base == 0:
        base, digits = _prefixed(text)
    elif not 2 <= base <= 36:
        return 0, f"invalid base {base}"
    if not 0 <= bits <= 64:
        return 0, f"invalid bit size {bits}"
    allowed = "0123456789abcdefghijklmnopqrstuvwxyz"[:base]
    allowed += allowed.upper() + ("_" if underscores else "")
    rest = digits.lstrip(allowed)
    good = digits[: len(digits) - len(rest)] if rest else digits
    maximum = (1 << (bits or 64)) - 1
    bare = good.replace("_", "").lstrip("0") if underscores else good.lstrip("0")
    value = int(bare, base) if bare and len(bare) <= 64 else (0 if not bare else maximum + 1)
    if value > maximum:
        return maximum, OUT_OF_RANGE
    if rest or (underscores and "_" in good and not _underscores_separate(text)):
        return 0, INVALID_SYNTAX
    return value, ""


def _prefixed(text: str) -> tuple[int, str]:
    """Return the base that the prefix of an unsigned literal names, and its digits."""
    if text[0] != "0":
        return 10, text
    base = {"b": 2, "o": 8, "x": 16}.get(text[1:2].lower()) if len(text) >= 3 else None
    return (base, text[2:]) if base else (8, text[1:])


def _underscores_separate(text: str) -> bool:
    """Tell whether every underscore stands between digits, or a base prefix and a digit."""
    text = text[1:] if text[:1] in ("+", "-") else text
    digits = "0123456789"
    if text[:2].lower() in ("0b", "0o", "0x"):
        if text[1] in "xX":
            digits += "abcdefABCDEF"
        text = "0" + text[2:]
    before = ""
    for index, char in enumerate(text):
        if char == "_" and (not before or before not in digits or index + 1 == len(text)):
            return False
        if before == "_" and char not in digits:
            return False
        before = char
    return True


def parse_float(text: str) -> float:
    """Read a float64 as Go does: decimal, hexadecimal with ``p`` exponent, inf, nan, underscores.

    Raises ``NumberError``; when out of range, its ``value`` is an infinity.
    """
    if len(text) < 17 and text.isascii() and text.isdigit():
        return float(text)
    word = text.lower()
    if word == "nan":
        return float("nan")
    if word.lstrip("+-") in ("inf", "infinity") and len(word) in (3, 4, 8, 9):
        return float("-inf") if text[0] == "-" else float("inf")
    decimal = _pattern("decimal").fullmatch(text)
    found = decimal or _pattern("hexadecimal").fullmatch(text)
    if found is None or ("_" in text and not _underscores_separate(text)):
        raise NumberError("ParseFloat", text, INVALID_SYNTAX)
    bare = text.replace("_", "")
    exponent = (found[1] or "").replace("_", "")
    if len(exponent) > 4:
        bare = bare[: len(bare) - len(exponent)] + _capped(exponent)
    try:
        value = float(bare) if decimal else float.fromhex(bare)
    except OverflowError:
        value = float("-inf") if bare[0] == "-" else float("inf")
    if value - value != 0:
        raise NumberError("ParseFloat", text, OUT_OF_RANGE, value)
    return value


def _capped(digits: str) -> str:
    """Return the exponent as Go reads it: digits after the fifth are ignored."""
    exponent = 0
    for digit in digits:
        if exponent < 10000:
            exponent = exponent * 10 + int(digit)
    return str(exponent)
