"""sprig's integer arithmetic, which wraps around at 64 bits, casts, and sequences of integers.

Source: sprig v3.3.0, numeric.go and functions.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.cast import to_float, to_int, wrap_around
from helmwright.go.function import Family
from helmwright.go.kinds import Int64, IntSlice
from helmwright.go.limits import TEXT_LIMIT, check_text

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

MATH = Family()

_DIVIDE_BY_ZERO = "runtime error: integer divide by zero"
_OCTAL_DIGITS = frozenset("01234567")


@MATH.function("int")
def int_(value: Value) -> int:
    """Return ``value`` as an int, 0 if that is impossible."""
    return to_int(value)


@MATH.function("int64")
def int64(value: Value) -> Int64:
    """Return ``value`` as an int64, 0 if that is impossible."""
    return Int64(to_int(value))


@MATH.function("float64")
def float64(value: Value) -> float:
    """Return ``value`` as a float64, 0 if that is impossible."""
    return to_float(value)


@MATH.function("atoi")
def atoi(text: str) -> int:
    """Return a decimal integer; 0 if it is none, the nearest int if it is too large."""
    from helmwright.go.strconv import NumberError, parse_int

    try:
        return parse_int(text, 10, 64)
    except NumberError as error:
        return int(error.value)


@MATH.function("toDecimal")
def to_decimal(value: Value) -> Int64:
    """Return the number that ``value`` is when read as octal digits, 0 if it is none."""
    from helmwright.go.fmt import format_value

    text = format_value(value)
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not digits or len(digits) > TEXT_LIMIT or not _OCTAL_DIGITS.issuperset(digits):
        return Int64(0)
    number = int(text, 8)
    return Int64(number if number == wrap_around(number) else 0)


@MATH.function("add")
def add(*values: Value) -> Int64:
    """Return the sum."""
    return Int64(wrap_around(sum(map(to_int, values))))


@MATH.function("add1")
def add1(value: Value) -> Int64:
    """Return ``value`` plus one."""
    return Int64(wrap_around(to_int(value) + 1))


@MATH.function("sub")
def sub(left: Value, right: Value) -> Int64:
    """Return the difference."""
    return Int64(wrap_around(to_int(left) - to_int(right)))


@MATH.function("mul")
def mul(first: Value, *values: Value) -> Int64:
    """Return the product."""
    product = to_int(first)
    for value in values:
        product = wrap_around(product * to_int(value))
    return Int64(product)


@MATH.function("div")
def div(left: Value, right: Value) -> Int64:
    """Return the quotient without its fraction."""
    dividend, divisor = to_int(left), to_int(right)
    if divisor == 0:
        raise FunctionError(_DIVIDE_BY_ZERO)
    quotient = abs(dividend) // abs(divisor)
    return Int64(wrap_around(quotient if (dividend < 0) == (divisor < 0) else -quotient))


@MATH.function("mod")
def mod(left: Value, right: Value) -> Int64:
    """Return the remainder, which has the sign of the dividend."""
    dividend, divisor = to_int(left), to_int(right)
    if divisor == 0:
        raise FunctionError(_DIVIDE_BY_ZERO)
    remainder = abs(dividend) % abs(divisor)
    return Int64(-remainder if dividend < 0 else remainder)


@MATH.function("max", "biggest")
def max_(first: Value, *values: Value) -> Int64:
    """Return the greatest of the values as integers."""
    return Int64(max(map(to_int, (first, *values))))


@MATH.function("min")
def min_(first: Value, *values: Value) -> Int64:
    """Return the least of the values as integers."""
    return Int64(min(map(to_int, (first, *values))))


@MATH.function("until")
def until(count: int) -> IntSlice:
    """Return the integers from 0 up (or down) to ``count``, without it."""
    return _span("until", 0, count, -1 if count < 0 else 1)


@MATH.function("untilStep")
def until_step(start: int, stop: int, step: int) -> IntSlice:
    """Return the integers from ``start`` to before ``stop``; none if ``step`` leads away."""
    return _span("untilStep", start, stop, step)


def _span(name: str, start: int, stop: int, step: int) -> IntSlice:
    if step == 0:
        return IntSlice()
    span = range(start, stop, step)
    # Go fills eight bytes per element; a list here takes about five times as much.
    check_text(name, max(0, (stop - start) // step), "numbers", weight=8)
    return IntSlice(span)


@MATH.function("seq")
def seq(*parameters: int) -> str:
    """Return numbers as the command ``seq`` prints them, with spaces between them.

    ``seq LAST``, ``seq FIRST LAST`` or ``seq FIRST STEP LAST``; other counts give ``""``.
    """
    if len(parameters) == 1:
        start, end = 1, parameters[0]
        step = increment = -1 if end < start else 1
    elif len(parameters) == 2:
        start, end = parameters
        step = increment = -1 if end < start else 1
    elif len(parameters) == 3:
        start, step, end = parameters
        increment = -1 if end < start else 1
        if end < start and step > 0:
            return ""
    else:
        return ""
    return " ".join(map(str, _span("seq", start, wrap_around(end + increment), step)))
