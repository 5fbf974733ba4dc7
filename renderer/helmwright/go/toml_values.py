"""TOML's strings, numbers and times, once the lexer has found where they end.

Source: github.com/BurntSushi/toml parse.go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.kinds import Int64
from helmwright.go.strconv import quote
from helmwright.go.toml_characters import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.time_zones import Location
    from helmwright.go.times import Time

_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_SPECIAL_FLOATS = frozenset(("nan", "+nan", "-nan", "inf", "-inf", "+inf"))
_LONGEST_INTEGER = 66  # 0b and 64 digits
_FLOAT = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_ESCAPED_NEWLINES = re.compile(r"(\\\\)|\\[ \t\r\n]*\n[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(x..|u.{4}|U.{8}|.)", re.DOTALL)
_SHORT_ESCAPES = {
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    '"': '"',
    "\\": "\\",
}
_LAYOUTS = (
    ("2006-01-02T15:04:05.999999999Z07:00", ""),
    ("2006-01-02T15:04:05.999999999", "datetime-local"),
    ("2006-01-02", "date-local"),
    ("15:04:05.999999999", "time-local"),
    ("2006-01-02T15:04Z07:00", ""),
    ("2006-01-02T15:04", "datetime-local"),
    ("15:04", "time-local"),
)
_LAYOUT_END = re.compile(r"[.Z]")


class InvalidValueError(Exception):
    """The text is no value; the message is Go's."""


def read_integer(text: str) -> Int64:
    """Return an integer in any of TOML's bases."""
    if not _underscores_are_fine(text):
        raise InvalidValueError(
            f"Invalid integer {quote(text)}: underscores must be surrounded by digits"
        )
    if _has_leading_zero(text):
        raise InvalidValueError(f"Invalid integer {quote(text)}: cannot have leading zeroes")
    digits = text.replace("_", "")
    if digits[:2] in ("0x", "0o", "0b"):
        digits = digits[:2] + (digits[2:].lstrip("0") or "0")
    if len(digits) <= _LONGEST_INTEGER:
        number = int(digits, 0)
        if -(1 << 63) <= number < 1 << 63:
            return Int64(number)
    raise InvalidValueError(f"{text} is out of range for int64")


def read_float(text: str) -> float:
    """Return a float."""
    parts = [part for part in re.split("[.eE]", text) if part]
    if not all(map(_underscores_are_fine, parts)):
        raise InvalidValueError(
            f"Invalid float {quote(text)}: underscores must be surrounded by digits"
        )
    if parts and _has_leading_zero(parts[0]):
        raise InvalidValueError(f"Invalid float {quote(text)}: cannot have leading zeroes")
    if re.search(r"\.(?![0-9])", text):
        raise InvalidValueError(
            f"Invalid float {quote(text)}: '.' must be followed by one or more digits"
        )
    if text in _SPECIAL_FLOATS:
        return float(text)
    digits = text.replace("_", "")
    if _FLOAT.fullmatch(digits) is None:
        raise InvalidValueError(f"Invalid float value: {quote(text)}")
    number = float(digits)
    if number - number != 0:
        raise InvalidValueError(f"{text} is out of range for float64")
    return number


def _has_leading_zero(text: str) -> bool:
    if len(text) > 1 and text[0] == "0" and text[1] not in "box":
        return True
    return len(text) > 2 and text[0] in "-+" and text[1] == "0"


def _underscores_are_fine(text: str) -> bool:
    if text in _SPECIAL_FLOATS:
        return True
    accepted = False
    for character in text:
        if character == "_" and not accepted:
            return False
        accepted = character in _HEXADECIMAL
    return accepted


def read_string(kind: Kind, text: str) -> str:
    """Return the string whose source between the quotes is ``text``."""
    if kind in (Kind.MULTILINE, Kind.RAW_MULTILINE):
        text = text.removeprefix("\n") if text[:1] == "\n" else text.removeprefix("\r\n")
    if kind is Kind.MULTILINE:
        text = _ESCAPED_NEWLINES.sub(lambda match: match[1] or "", text)
    return _ESCAPE.sub(_unescape, text) if kind in (Kind.MULTILINE, Kind.ESCAPED_STRING) else text


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[escape]
    if escape in (" ", "\t"):
        raise InvalidValueError(f"invalid escape: '\\{escape}'")
    code = int(escape[1:], 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise InvalidValueError(f"Escaped character '\\u{escape[1:]}' is not valid UTF-8.")
    return chr(code)


def read_datetime(text: str, zone: Callable[[], tuple[Location, int]] | None) -> Time:
    """Return a time, a date at midnight, or a time of day in the year 0."""
    from helmwright.go.time_zones import UTC, fixed_zone
    from helmwright.go.times import parse_time

    text = text.replace("z", "Z").replace("t", "T").replace(" ", "T")
    local, offset = (UTC, 0) if zone is None else zone()
    for layout, name in _LAYOUTS:
        try:
            time = parse_time(layout, text, fixed_zone(name, offset) if name else local)
        except GoError:
            continue
        if not _lacks_zero(text, layout):
            return time
        break
    raise InvalidValueError(f"invalid datetime: {quote(text)}")


def _lacks_zero(text: str, layout: str) -> bool:
    """Tell whether the separators are not where the layout has them."""
    end = _LAYOUT_END.search(layout)
    fixed = layout[: end.start()] if end else layout
    return any(
        not "0" <= wanted <= "9" and wanted != found
        for wanted, found in zip(fixed, text, strict=False)
    )
