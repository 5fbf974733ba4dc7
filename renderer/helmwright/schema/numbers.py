"""Numbers of schemas and values: exact arithmetic, and printing by the English locale.

A number is exact: ``(numerator, denominator)`` of the decimal text that Go prints for it, so 0.1 is
1/10. Its shape is not reduced, which comparisons do not need.

Source: math/big/ratconv.go, golang.org/x/text/message/print.go, internal/number/format.go
"""

from __future__ import annotations

Rational = tuple[int, int]

_EXPONENT_LIMIT = 1_000_000
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Number(str):
    """A number of a JSON schema, as written (Go's json.Number)."""

    __slots__ = ()


def rational(number: object) -> Rational | None:
    """Return the exact value of an int, a float or a ``Number``.

    None for what Go's big.Rat refuses: an exponent beyond a million, an infinity.
    """
    kind = type(number)
    if kind is float:
        whole = int(number) if -1e15 < number < 1e15 else None  # type: ignore[operator,call-overload]
        if whole is not None and whole == number:
            return whole, 1
        text = repr(number)
        if text[-1] in "fn":  # inf, nan
            return None
    elif isinstance(number, int):
        return int(number), 1
    else:
        text = str(number)
    return _parse(text)


def _parse(text: str) -> Rational | None:
    mantissa, _, exponent_text = text.replace("E", "e").partition("e")
    whole, _, fraction = mantissa.partition(".")
    value = _integer(whole + fraction)
    if len(exponent_text) > 25:
        exponent_text = exponent_text[0] + (exponent_text[1:].lstrip("0") or "0")
        if len(exponent_text) > 25:
            return None
    exponent = int(exponent_text or "0")
    if not -(1 << 63) <= exponent < 1 << 63:
        return None
    if value == 0:
        return 0, 1
    exponent -= len(fraction)
    if abs(exponent) > _EXPONENT_LIMIT:
        return None
    if exponent >= 0:
        return value * 10**exponent, 1
    return value, 10**-exponent


def _integer(digits: str) -> int:
    """Return the int of any number of digits; Python's own limit is 4300."""
    if len(digits) <= 4000:
        return int(digits)
    sign, digits = (-1, digits[1:]) if digits[0] == "-" else (1, digits)
    value = 0
    for start in range(0, len(digits), 4000):
        chunk = digits[start : start + 4000]
        value = value * 10 ** len(chunk) + int(chunk)
    return sign * value


def is_integral(number: object) -> bool:
    """Tell whether ``number`` has no fraction."""
    if isinstance(number, int):
        return True
    if isinstance(number, float):
        return number.is_integer()
    value = rational(number)
    return value is not None and value[0] % value[1] == 0


def compare(left: Rational, right: Rational) -> int:
    """Return a number below, at or above 0 as ``left`` is below, equal to or above ``right``."""
    return left[0] * right[1] - right[0] * left[1]


def is_multiple(number: Rational, unit: Rational) -> bool:
    """Tell whether ``number`` is a whole multiple of ``unit``."""
    return number[0] * unit[1] % (number[1] * unit[0]) == 0


def as_go_int(value: Rational) -> int:
    """Return the numerator of a whole number wrapped into 64 bits, as big.Int.Int64 does."""
    whole = value[0] // value[1]
    low = abs(whole) & 0xFFFF_FFFF_FFFF_FFFF
    if whole < 0:
        low = -low & 0xFFFF_FFFF_FFFF_FFFF
    return low - (1 << 64) if low >= 1 << 63 else low


def localized_int(number: int) -> str:
    """Return ``number`` with commas between groups of three digits."""
    return f"{number:,}"


def localized_number(value: Rational) -> str:
    """Return ``value`` rounded to a float, as the English ``%v`` prints it.

    From a million up and below 0.0001 it is written as ``1.5×10⁰⁶``.
    """
    try:
        number = value[0] / value[1]
    except OverflowError:
        return "-∞" if value[0] < 0 else "∞"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent_text = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent_text or "0")
    digits = (whole + fraction).rstrip("0")
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.lstrip("0")
    exponent = point - 1
    if exponent < -4 or exponent >= 6:
        tail = f".{digits[1:]}" if len(digits) > 1 else ""
        written = f"{'-' if exponent < 0 else ''}{abs(exponent):02d}".translate(_SUPERSCRIPTS)
        return f"{sign}{digits[0]}{tail}×10{written}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if point >= len(digits):
        return f"{sign}{int(digits.ljust(point, '0')):,}"
    return f"{sign}{int(digits[:point]):,}.{digits[point:]}"
