"""Floating-point numbers as text: Go's strconv.FormatFloat.

Source: internal/strconv/ftoa.go (Go 1.26).
"""

from __future__ import annotations

import math

_LARGEST_PRECISION = 50_000_000


def float_text(value: float) -> str:
    """Return ``value`` as ``%v`` and templates print it: FormatFloat with ``'g'``, -1, 64."""
    if -1e6 < value < 1e6:
        whole = int(value)
        if whole == value:
            if whole:
                return int.__repr__(whole)
            return "-0" if math.copysign(1.0, value) < 0 else "0"
        return float.__repr__(value)  # Python and Go agree below 1e6
    return format_float(value, "g", -1)


def format_float(value: float, verb: str, precision: int = -1, bits: int = 64) -> str:
    """Return ``value`` in one of Go's formats.

    verb: ``e f g`` (or ``E G``), ``b`` for a binary exponent, ``x X`` for hexadecimal.
    precision: digits after the point (``e f x``) or significant digits (``g``); -1 for the fewest
    that read back as the same number of ``bits`` (32 or 64) bits.
    """
    if bits == 32:
        value = _single(value)
    if value - value != 0:
        return "NaN" if value != value else "+Inf" if value > 0 else "-Inf"  # noqa: PLR0124
    if precision > _LARGEST_PRECISION:
        raise MemoryError
    if verb in "bxX":
        return _binary(value, bits) if verb == "b" else _hexadecimal(value, verb, precision, bits)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    if verb in "gG":
        return sign + _general(abs(value), verb, precision, bits)
    if precision >= 0:
        return f"{value:.{precision}{verb}}"
    digits, point = _shortest(abs(value), bits)
    return sign + (_plain(digits, point) if verb == "f" else _scientific(digits, point, verb))


def _general(value: float, verb: str, precision: int, bits: int) -> str:
    """Return a number without its sign in the ``g`` format."""
    if precision < 0:
        digits, point = _shortest(value, bits)
        limit = 6
    else:
        limit = precision or 1
        digits, point = _digits(f"{value:.{min(limit, 800) - 1}e}")
        if limit > len(digits) >= point:
            limit = len(digits)
    if not value:
        return "0"
    if point - 1 < -4 or point - 1 >= limit:
        return _scientific(digits, point, "e" if verb == "g" else "E")
    return _plain(digits, point)


def _single(value: float) -> float:
    """Return the float32 nearest to ``value``."""
    import struct

    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _shortest(value: float, bits: int) -> tuple[str, int]:
    """Return the fewest digits that read back as ``value``, and the position of the point.

    The point stands after that many digits; it may lie before or behind them all.
    """
    if bits == 64:
        return _digits(repr(value))
    for precision in range(9):
        text = f"{value:.{precision}e}"
        digits, point = _digits(text)
        nearest = str(int(digits.ljust(precision + 1, "0")) + 1)
        above = f"{nearest}e{point - precision - 1}"
        for candidate in (text, above):
            if _single(float(candidate)) == value:
                return _digits(candidate)
    return _digits(repr(value))


def _digits(text: str) -> tuple[str, int]:
    """Return the significant digits of a decimal number and the position of its point."""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return (digits, point) if digits else ("", 0)


def _scientific(digits: str, point: int, letter: str) -> str:
    """Return digits in the form ``d.ddde+XX``."""
    exponent = point - 1 if digits else 0
    digits = digits or "0"
    fraction = "." + digits[1:] if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}{letter}{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _plain(digits: str, point: int) -> str:
    """Return digits as a decimal number without exponent."""
    if point <= 0:
        return f"0.{'0' * -point}{digits}" if digits else "0"
    if point >= len(digits):
        return digits.ljust(point, "0")
    return f"{digits[:point]}.{digits[point:]}"


def _mantissa(value: float, bits: int) -> tuple[int, int, int]:
    """Return mantissa, exponent of its first bit and the number of fraction bits."""
    fraction_bits, lowest = (52, -1022) if bits == 64 else (23, -126)
    if not value:
        return 0, lowest, fraction_bits
    exponent = max(math.frexp(abs(value))[1] - 1, lowest)
    return int(math.ldexp(abs(value), fraction_bits - exponent)), exponent, fraction_bits


def _binary(value: float, bits: int) -> str:
    """Return ``value`` as ``-ddddp±ddd``."""
    mantissa, exponent, fraction_bits = _mantissa(value, bits)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    return f"{sign}{mantissa}p{exponent - fraction_bits:+d}"


def _hexadecimal(value: float, verb: str, precision: int, bits: int) -> str:
    """Return ``value`` as ``-0x1.yyyyp±dd``."""
    mantissa, exponent, fraction_bits = _mantissa(value, bits)
    if not mantissa:
        exponent = 0
    while mantissa and not mantissa >> fraction_bits:  # denormalized
        mantissa <<= 1
        exponent -= 1
    width = 60
    mantissa <<= width - fraction_bits
    if 0 <= precision < 15:
        shift = width - precision * 4
        extra = mantissa & ((1 << shift) - 1)
        mantissa >>= shift
        half = 1 << (shift - 1)
        if extra > half or (extra == half and mantissa & 1):
            mantissa += 1
        mantissa <<= shift
        if mantissa >> (width + 1):
            mantissa >>= 1
            exponent += 1
    digits = f"{mantissa & ((1 << width) - 1):015x}"
    digits = digits.rstrip("0") if precision < 0 else digits[:precision].ljust(precision, "0")
    point = "." if digits else ""
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    mark = "-" if exponent < 0 else "+"
    text = f"0x{mantissa >> width}{point}{digits}p{mark}{abs(exponent):02d}"
    return sign + (text.upper() if verb == "X" else text)
