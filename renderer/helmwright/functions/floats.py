"""sprig's functions on floats. Arithmetic goes by way of exact decimals, so 0.1 + 0.2 is 0.3.

Source: sprig v3.3.0, numeric.go and functions.go; math/pow.go, math/dim.go.
"""

from __future__ import annotations

from math import ceil as ceil_to_int
from math import copysign, frexp, isinf, isnan, ldexp, modf
from math import floor as floor_to_int
from typing import TYPE_CHECKING

from helmwright.go.cast import to_float
from helmwright.go.function import Family
from helmwright.go.limits import check_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.decimals import Decimal
    from helmwright.go.kinds import Value

FLOATS = Family()

_INFINITY = float("inf")
_WHOLE = 2.0**52  # from here on a float64 has no fraction


@FLOATS.function("maxf")
def maxf(first: Value, *values: Value) -> float:
    """Return the greatest of the values as floats; +Inf beats NaN, NaN beats all others."""
    result = to_float(first)
    for value in map(to_float, values):
        if isnan(result) or isnan(value):
            result = _INFINITY if _INFINITY in {result, value} else float("nan")
        elif value > result or (value == result == 0 and copysign(1, result) < 0):
            result = value
    return result


@FLOATS.function("minf")
def minf(first: Value, *values: Value) -> float:
    """Return the least of the values as floats; -Inf beats NaN, NaN beats all others."""
    return -maxf(-to_float(first), *[-to_float(value) for value in values])


@FLOATS.function("floor")
def floor(value: Value) -> float:
    """Return the greatest whole float that is not above ``value``."""
    number = to_float(value)
    return float(floor_to_int(number)) if 0 < abs(number) < _WHOLE else number


@FLOATS.function("ceil")
def ceil(value: Value) -> float:
    """Return the least whole float that is not below ``value``."""
    number = to_float(value)
    if not 0 < abs(number) < _WHOLE:
        return number
    return copysign(float(ceil_to_int(number)), number)


@FLOATS.function("round")
def round_(value: Value, places: int, *threshold: float) -> float:
    """Return ``value`` rounded to ``places`` decimals; fractions from ``threshold`` (0.5) go up."""
    power = _power_of_ten(places)
    scaled = power * to_float(value)
    fraction = float("nan") if isinf(scaled) else modf(scaled)[0]
    whole = ceil(scaled) if fraction >= (threshold[0] if threshold else 0.5) else floor(scaled)
    if power != 0:
        return whole / power
    if whole == 0 or isnan(whole):
        return float("nan")
    return copysign(_INFINITY, whole)


def _power_of_ten(exponent: int) -> float:
    """Return Go's math.Pow(10, exponent), whose last bit C's pow does not always share."""
    mantissa, binary, remaining = 1.0, 0, abs(exponent)
    factor, step = frexp(10.0)
    while remaining > 0:
        if step > 1 << 12:
            binary += step
            break
        if remaining & 1:
            mantissa *= factor
            binary += step
        factor *= factor
        step <<= 1
        if factor < 0.5:
            factor += factor
            step -= 1
        remaining >>= 1
    if exponent < 0:
        mantissa, binary = 1 / mantissa, -binary
    try:
        return ldexp(mantissa, binary)
    except OverflowError:
        return _INFINITY


def _decimals(
    operation: Callable[[Decimal, Decimal], Decimal], first: Value, values: tuple[Value, ...]
) -> float:
    """Return the float nearest to ``first`` combined with every one of ``values``, exactly."""
    from helmwright.go import decimals

    result = decimals.from_float(to_float(first))
    for value in values:
        result = operation(result, decimals.from_float(to_float(value)))
        check_text("decimal arithmetic", result[0].bit_length() // 8 + abs(result[1]))
    return decimals.to_float(result)


@FLOATS.function("addf")
def addf(*values: Value) -> float:
    """Return the exact sum of floats."""
    from helmwright.go.decimals import add as operation

    return _decimals(operation, 0.0, values)


@FLOATS.function("add1f")
def add1f(value: Value) -> float:
    """Return ``value`` plus one, exactly."""
    from helmwright.go.decimals import add as operation

    return _decimals(operation, value, (1,))


@FLOATS.function("subf")
def subf(first: Value, *values: Value) -> float:
    """Return the exact difference of floats."""
    from helmwright.go.decimals import subtract as operation

    return _decimals(operation, first, values)


@FLOATS.function("mulf")
def mulf(first: Value, *values: Value) -> float:
    """Return the exact product of floats."""
    from helmwright.go.decimals import multiply as operation

    return _decimals(operation, first, values)


@FLOATS.function("divf")
def divf(first: Value, *values: Value) -> float:
    """Return the quotient of floats, rounded to 16 decimals."""
    from helmwright.go.decimals import divide as operation

    return _decimals(operation, first, values)
