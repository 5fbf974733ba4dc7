"""What a YAML scalar is: go-yaml v2's mixture of YAML 1.1 and 1.2 rules.

Source: go-yaml v2 resolve.go.
"""

from __future__ import annotations

import re

Scalar = str | int | float | bool | None

STRING = "tag:yaml.org,2002:str"
BINARY = "tag:yaml.org,2002:binary"
NULL = "tag:yaml.org,2002:null"
BOOL = "tag:yaml.org,2002:bool"
INT = "tag:yaml.org,2002:int"
FLOAT = "tag:yaml.org,2002:float"
TIMESTAMP = "tag:yaml.org,2002:timestamp"
MERGE = "tag:yaml.org,2002:merge"
_LONG_PREFIX = "tag:yaml.org,2002:"
_RESOLVABLE = frozenset(("", STRING, BOOL, INT, FLOAT, NULL, TIMESTAMP))

_INFINITY = float("inf")
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(
        ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True
    ),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE"), False),
    **dict.fromkeys(("off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), _INFINITY),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -_INFINITY),
}
_NUMBER_STARTS = frozenset("+-.0123456789")
_INT64_MIN, _INT64_MAX, _UINT64_MAX = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
# Compiled when they are first needed: most texts hold only decimal integers.
_INTEGER = r"[+-]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)"
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
_DOT_FLOAT = r"\.[0-9]+(?:[eE][-+]?[0-9]+)?"
_DATE = r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
_TIME = (
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))"
    r"| ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?)?"
)


class TagError(Exception):
    """A tag that does not fit its scalar; the text is go-yaml's without ``yaml: ``."""


def resolve_plain(text: str) -> Scalar:
    """Return what a plain scalar without a tag stands for; timestamps stay strings."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_STARTS:
        return _number(text)
    return text


def resolve(tag: str, text: str) -> tuple[str, Scalar]:
    """Return the tag and the value of a scalar that has a tag.

    Raises TagError when the text is not of the tag's type.
    """
    if tag not in _RESOLVABLE:
        return tag, text
    if tag == STRING:
        return STRING, text
    value = resolve_plain(text)
    found = _tag_of(value)
    if tag == TIMESTAMP and found == STRING and is_timestamp(text):
        return TIMESTAMP, text
    if tag in ("", found):
        return found, value
    if tag == FLOAT and isinstance(value, int) and found == INT and value <= _INT64_MAX:
        return FLOAT, float(value)
    raise TagError(f"cannot decode {_short(found)} `{text}` as a {_short(tag)}")


def is_timestamp(text: str) -> bool:
    """Tell whether ``text`` is a date, or a date with a time, as go-yaml reads them."""
    found = re.fullmatch(_TIME, text)
    date = re.match(_DATE, text)
    if found is None or date is None:
        return False
    year, month, day = map(int, date.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not (1 <= month <= 12 and 1 <= day <= days[month - 1]):
        return False
    hour, minute, second, zone_hour, zone_minute, *plain = (
        int(part or 0) for part in found.groups()
    )
    hour, minute, second = (max(pair) for pair in zip((hour, minute, second), plain, strict=True))
    return hour < 24 and minute < 60 and second < 60 and zone_hour <= 24 and zone_minute <= 60


def _short(tag: str) -> str:
    return "!!" + tag.removeprefix(_LONG_PREFIX) if tag.startswith(_LONG_PREFIX) else tag


def _tag_of(value: Scalar) -> str:
    if value is None:
        return NULL
    return {bool: BOOL, int: INT, float: FLOAT, str: STRING}[type(value)]


def _number(text: str) -> Scalar:
    """Return the number that ``text`` is, or ``text``."""
    if text[0] == ".":
        return _finite(text) if re.fullmatch(_DOT_FLOAT, text) else text
    if len(text) < 16 and text.isascii() and text.isdigit() and text[0] != "0":
        return int(text)
    plain = text.replace("_", "")
    if re.fullmatch(_INTEGER, plain):
        integer = _integer(plain)
        if integer is not None:
            return integer
    if re.fullmatch(_FLOAT, plain):
        number = _finite(plain)
        if isinstance(number, float):
            return number
    if plain.startswith(("0b", "-0b")):
        return _odd_binary(plain, text)
    return text


def _integer(text: str) -> int | None:
    """Return an integer with Go's prefixes if it fits 64 bits."""
    sign, digits = (text[0], text[1:]) if text[0] in "+-" else ("", text)
    prefix = digits[:2].lower()
    if prefix in ("0x", "0b", "0o"):
        value = int(digits[2:], {"0x": 16, "0b": 2, "0o": 8}[prefix])
    elif digits[0] == "0":
        value = int(digits, 8)
    elif len(digits) > 20:
        return None
    else:
        value = int(digits)
    if sign == "-":
        value = -value
    fits = _INT64_MIN <= value <= (_INT64_MAX if sign else _UINT64_MAX)
    return value if fits else None


def _finite(text: str) -> float | str:
    """Return the float, or ``text`` when it is out of range."""
    number = float(text)
    return text if number in (_INFINITY, -_INFINITY) else number


def _odd_binary(plain: str, text: str) -> int | str:
    """Return ``0b-1`` and ``0b+1``, which only go-yaml takes for numbers."""
    if plain.startswith("-0b"):
        return text
    sign, digits = plain[2:3], plain[3:]
    if sign not in ("+", "-") or not digits or digits.strip("01"):
        return text
    value = int(sign + digits, 2)
    return value if _INT64_MIN <= value <= _INT64_MAX else text
