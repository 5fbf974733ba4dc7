"""What the library refused, each with the words of its English locale.

Source: gojsonschema locales.go, errors.go, result.go, jsonContext.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.schema.numbers import Rational

_ROOT = "(root)"
_PRECISION = 64
_LARGEST_PLAIN_EXPONENT = 6

Path = tuple[str | int, ...]


class Refusal:
    """A value that a keyword refused.

    path: keys and indexes from the chart's values to it. description: why, without the place.
    """

    __slots__ = ("description", "keyword", "path")

    def __init__(self, path: Path, keyword: str, description: str) -> None:
        self.path = path
        self.keyword = keyword
        self.description = description

    def __str__(self) -> str:
        """Return the line of the library: ``a.b: Must be greater than 5``."""
        return f"{field(self.path)}: {self.description}"


class Result:
    """The refusals of one validation, and the score by which the library finds the best alternative."""

    __slots__ = ("refusals", "score")

    def __init__(self) -> None:
        self.refusals: list[Refusal] = []
        self.score = 0

    @property
    def valid(self) -> bool:
        """Tell whether nothing was refused."""
        return not self.refusals

    def refuse(self, path: Path, keyword: str, description: str) -> None:
        """Add a refusal."""
        self.refusals.append(Refusal(path, keyword, description))
        self.score -= 2

    def merge(self, other: Result) -> None:
        """Add what another validation found."""
        self.refusals += other.refusals
        self.score += other.score


def field(path: Path) -> str:
    """Return a path as the library names it, which cannot tell ``a.b`` from ``a`` and ``b``."""
    whole = ".".join((_ROOT, *map(str, path)))
    return whole.removeprefix(f"{_ROOT}.")


def big_float(number: Rational) -> str:
    """Return a number as Go prints the ``big.Float`` made of it: the shortest digits that name it.

    Source: math/big/ftoa.go
    """
    numerator, denominator = _reduced(number)
    if not numerator:
        return "0"
    sign = "-" if numerator < 0 else ""
    digits, point = _shortest(abs(numerator), denominator)
    exponent = point - 1
    if -4 <= exponent < _LARGEST_PLAIN_EXPONENT:
        if point <= 0:
            return f"{sign}0.{'0' * -point}{digits}"
        if point >= len(digits):
            return sign + digits.ljust(point, "0")
        return f"{sign}{digits[:point]}.{digits[point:]}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _reduced(number: Rational) -> Rational:
    from math import gcd

    divisor = gcd(*number) or 1
    return number[0] // divisor, number[1] // divisor


def _shortest(numerator: int, denominator: int) -> tuple[str, int]:
    """Return the shortest digits of a positive number and where its decimal point is."""
    bits = max(numerator.bit_length(), denominator.bit_length(), _PRECISION)
    mantissa, shift = _rounded(numerator, denominator, bits)
    # The number is mantissa * 2**shift; whatever is nearer than half a step names it, too.
    top, bottom = (mantissa << shift + 1, 2) if shift >= 0 else (2 * mantissa, 2 << -shift)
    half = 1 << max(shift, 0)
    low, high = top - half, top + half
    even = mantissa % 2 == 0
    point = len(str(top // bottom)) if top >= bottom else -_leading_zeros(top, bottom)
    digits, count = "", 0
    while True:
        count += 1
        power = count - point
        scaled, unit = (top * 10**power, bottom) if power >= 0 else (top, bottom * 10**-power)
        floor, rest = divmod(scaled, unit)
        scale = 10 ** max(power, 0)
        down_fits = floor * unit > low * scale or (even and floor * unit == low * scale)
        up_fits = (floor + 1) * unit < high * scale or (even and (floor + 1) * unit == high * scale)
        if not (rest and not down_fits and not up_fits):
            break
    if rest and up_fits and (not down_fits or 2 * rest > unit or (2 * rest == unit and floor % 2)):
        floor += 1
    digits = str(floor)
    point += len(digits) - count
    return digits.rstrip("0"), point


def _rounded(numerator: int, denominator: int, bits: int) -> tuple[int, int]:
    """Return the mantissa of so many bits, rounded to even, and the power of two it counts."""
    shift = numerator.bit_length() - denominator.bit_length() - bits
    while True:
        over, under = (
            (numerator, denominator << shift) if shift >= 0 else (numerator << -shift, denominator)
        )
        mantissa, rest = divmod(over, under)
        if mantissa.bit_length() <= bits:
            break
        shift += 1
    if 2 * rest > under or (2 * rest == under and mantissa % 2):
        mantissa += 1
    return mantissa, shift


def _leading_zeros(top: int, bottom: int) -> int:
    """Return how many zeros follow the point of a number below 1."""
    zeros = 0
    while top * 10 < bottom:
        top *= 10
        zeros += 1
    return zeros
