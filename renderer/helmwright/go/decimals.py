"""Exact decimal arithmetic on float64 values: shopspring/decimal as sprig uses it.

A decimal is a pair of integers: digits and the power of ten that they are multiplied with.

Source: github.com/shopspring/decimal v1.4.0, decimal.go.
"""

from __future__ import annotations

from helmwright.base.errors import FunctionError

Decimal = tuple[int, int]
"""Digits (with sign) and exponent of ten."""

_PRECISION = 16
_LARGEST_EXPONENT = 1 << 20


def from_float(number: float) -> Decimal:
    """Return the shortest decimal that reads back as ``number``.

    Raises FunctionError for infinities and NaN.
    """
    text = repr(number)
    if text in {"nan", "inf", "-inf"}:
        name = {"nan": "NaN", "inf": "+Inf", "-inf": "-Inf"}[text]
        raise FunctionError(f"Cannot create a Decimal from {name}")
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    return int(whole + fraction), int(exponent or 0) - len(fraction)


def to_float(value: Decimal) -> float:
    """Return the float64 nearest to ``value``."""
    digits, exponent = value
    if digits == 0:
        return 0.0
    try:
        if exponent >= 0:
            return float(digits * _power(exponent))
        return digits / _power(-exponent)
    except OverflowError:
        return float("inf") if digits > 0 else float("-inf")


def add(left: Decimal, right: Decimal) -> Decimal:
    """Return the exact sum."""
    exponent = min(left[1], right[1])
    return _scaled(left, exponent) + _scaled(right, exponent), exponent


def subtract(left: Decimal, right: Decimal) -> Decimal:
    """Return the exact difference."""
    return add(left, (-right[0], right[1]))


def multiply(left: Decimal, right: Decimal) -> Decimal:
    """Return the exact product."""
    exponent = left[1] + right[1]
    if abs(exponent) > _LARGEST_EXPONENT:
        raise FunctionError(f"exponent {exponent} overflows an int32!")
    return left[0] * right[0], exponent


def divide(left: Decimal, right: Decimal) -> Decimal:
    """Return the quotient rounded to 16 decimals, halves away from zero.

    Raises FunctionError for a zero divisor.
    """
    if right[0] == 0:
        raise FunctionError("decimal division by 0")
    shift = left[1] - right[1] + _PRECISION
    if abs(shift) > _LARGEST_EXPONENT:
        raise FunctionError("overflow in decimal QuoRem")
    numerator = abs(left[0]) * _power(max(shift, 0))
    denominator = abs(right[0]) * _power(max(-shift, 0))
    quotient, remainder = divmod(numerator, denominator)
    if 2 * remainder >= denominator:
        quotient += 1
    return (quotient if (left[0] < 0) == (right[0] < 0) else -quotient), -_PRECISION


def _power(exponent: int) -> int:
    result: int = 10**exponent
    return result


def _scaled(value: Decimal, exponent: int) -> int:
    return value[0] * _power(value[1] - exponent)
