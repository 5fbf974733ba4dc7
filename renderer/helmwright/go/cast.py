"""Numbers from anything: spf13/cast as sprig uses it. Nothing here ever fails; nonsense is 0.

Source: github.com/spf13/cast v1.7.0, caste.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.kinds import Int64

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

_LOWEST = -(1 << 63)
_SPAN = 1 << 64
_LIMIT = 1 << 63
_CASTABLE = frozenset(
    {
        *("int", "int8", "int16", "int32", "int64"),
        *("uint", "uint8", "uint16", "uint32", "uint64"),
        *("time.Month", "time.Weekday"),
    }
)


def wrap_around(number: int) -> int:
    """Return ``number`` reduced to 64 bits with a sign, as Go's arithmetic overflows."""
    if _LOWEST <= number < _LIMIT:
        return number
    return (number + _LIMIT) % _SPAN - _LIMIT


def to_int(value: Value) -> int:
    """Return cast.ToInt, which is also cast.ToInt64: ``value`` as an integer of 64 bits, or 0."""
    kind = type(value)
    if kind is int or kind is Int64:
        return int(value)
    if kind is float:
        return truncate(value)
    if kind is str:
        return _parse_integer(value)
    if kind is bool:
        return 1 if value else 0
    if isinstance(value, int) and getattr(value, "go_type", "") in _CASTABLE:
        return wrap_around(int(value))
    return 0


def truncate(number: float) -> int:
    """Return ``number`` without its fraction, as Go on amd64 converts float64 to int64."""
    if -9.223372036854775808e18 <= number < 9.223372036854775808e18:
        return int(number)
    return _LOWEST


def to_float(value: Value) -> float:
    """Return cast.ToFloat64: ``value`` as a float64, or 0."""
    kind = type(value)
    if kind is float:
        return float(value)
    if kind is str:
        from helmwright.go.strconv import parse_float

        try:
            return parse_float(value)
        except GoError:
            return 0.0
    if isinstance(value, int) and (
        kind is int or kind is bool or getattr(value, "go_type", "") in _CASTABLE
    ):
        return float(value)
    return 0.0


def _parse_integer(text: str) -> int:
    """Return the integer that ``text`` says in any base of Go's literals, or 0."""
    if text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 19:
        return int(text)
    from helmwright.go.strconv import parse_int

    try:
        return parse_int(_without_zero_fraction(text), 0, 64)
    except GoError:
        return 0


def _without_zero_fraction(text: str) -> str:
    """Return ``text`` without a fraction of nothing but zeros."""
    found_zero = False
    for index in range(len(text) - 1, -1, -1):
        if text[index] == "0":
            found_zero = True
        elif text[index] != ".":
            return text
        elif found_zero:
            return text[:index]
    return text
