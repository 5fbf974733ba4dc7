"""Tells which texts a YAML reader would take for something else than a string when left unquoted.

Both of Go's YAML libraries ask their own reader this question before they write a string plain.
"""

from __future__ import annotations

from typing import Final

from helmwright.base.patterns import lazy_pattern

# fmt: off
_WORDS: Final = frozenset((
    "", "~", "null", "Null", "NULL",
    "true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON",
    "false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF",
    ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF",
    "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF",
))
# fmt: on
_NUMBER_START: Final = frozenset("0123456789+-.")
_FLOAT = lazy_pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_DOT_FLOAT = lazy_pattern(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?")
_PREFIXED = lazy_pattern(
    r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]([0-7]+)|0[bB]([01]+))|0b([-+])([01]+)|0o([-+])([0-7]+)"
)
_SEXAGESIMAL = lazy_pattern(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_TIMESTAMP = lazy_pattern(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:(?:[Tt]| +)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?"
    r"((?<=[0-9])Z|[-+][0-9]{2}:[0-9]{2})?)?"
)


def reads_as_other(text: str, *, octal_signs: bool = False) -> bool:
    """Tell whether the plain scalar ``text`` would not be read back as a string.

    octal_signs: True for yaml.v3, which also reads ``0o-17`` as a number.

    Source: yaml.v2 resolve.go (resolve), encode.go (isBase60Float).
    """
    if text in _WORDS:
        return True
    if text[0] not in _NUMBER_START:
        return False
    if text[0] == ".":
        return _DOT_FLOAT.fullmatch(text) is not None and _is_finite(text.replace("_", ""))
    return (
        _is_number(text.replace("_", ""), octal_signs=octal_signs)
        or _is_timestamp(text)
        or _SEXAGESIMAL.fullmatch(text) is not None
    )


def _is_number(text: str, *, octal_signs: bool) -> bool:
    if _FLOAT.fullmatch(text) is not None:
        return _is_finite(text)
    match = _PREFIXED.fullmatch(text)
    if match is None:
        return False
    sign, hexadecimal, octal, binary, inner, inner_binary, octal_sign, inner_octal = match.groups()
    if inner_octal is not None:
        return octal_signs and _fits(inner_octal, 8, octal_sign)
    if inner_binary is not None:
        return _fits(inner_binary, 2, inner)
    if hexadecimal is not None:
        return _fits(hexadecimal, 16, sign)
    return _fits(octal, 8, sign) if octal is not None else _fits(binary, 2, sign)


def _is_finite(text: str) -> bool:
    return float(text) not in (float("inf"), float("-inf"))


def _fits(digits: str, base: int, sign: str) -> bool:
    """Tell whether ParseInt, or ParseUint when there is no sign, takes the number."""
    digits = digits.lstrip("0")
    if len(digits) > 64:
        return False
    value = int(digits or "0", base)
    if sign == "-":
        return value <= 1 << 63
    return value < (1 << 63 if sign else 1 << 64)


def _is_timestamp(text: str) -> bool:
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second, zone = match.groups()
    if hour is not None:
        separated = text[len(year) + len(month) + len(day) + 2] == " "
        if separated == (zone is not None):
            return False
        if int(hour) > 23 or int(minute) > 59 or int(second) > 59:
            return False
        # time.Parse lets offsets of 24 hours and of 60 minutes pass.
        if zone not in (None, "Z") and (int(zone[1:3]) > 24 or int(zone[4:]) > 60):
            return False
    if not 1 <= int(month) <= 12:
        return False
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    longest = 28 + leap if int(month) == 2 else 30 + (int(month) in {1, 3, 5, 7, 8, 10, 12})
    return 1 <= int(day) <= longest
