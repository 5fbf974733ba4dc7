"""Kubernetes quantities: ``500m``, ``1Gi``, ``1e3``.

A quantity is a number with a format, which is that of its suffix; printing it keeps the format and
makes the number canonical. Source: k8s.io/apimachinery pkg/api/resource/quantity.go, suffix.go.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from helmwright.base.errors import GoError
from helmwright.base.records import Record

FORMAT_ERROR = (
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
)
SUFFIX_ERROR = "unable to parse quantity's suffix"
NUMBER_ERROR = "unable to parse numeric part of quantity"

_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL_SUFFIXES = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIXES = {0: "", **{exponent: suffix for suffix, exponent in _BINARY.items()}}
_DIGITS = frozenset("0123456789")
_NANO = -9
_LONGEST = 18
"""Digits that certainly fit an int64."""
_MOST_DIGITS = 4000
_MAX_INT64 = (1 << 63) - 1
_MAX_INT32 = (1 << 31) - 1


class Quantity(Record):
    """A parsed quantity: ``mantissa`` times ten to the ``exponent``.

    format: "decimal", "exponent" or "binary". verbatim: the text, if it is already canonical.
    """

    mantissa: int
    exponent: int
    format: str
    verbatim: str | None = None

    @property
    def value(self) -> Fraction:
        """The number itself; only for exponents within reason, see ``parse``."""
        return self.mantissa * Fraction(10) ** self.exponent

    def __str__(self) -> str:
        """Return the canonical text."""
        return self.verbatim if self.verbatim is not None else _canonical(self)


@lru_cache(maxsize=4096)
def parse(text: str) -> Quantity:
    """Return the quantity that ``text`` says.

    Raises ``GoError`` with the Kubernetes code's text, and for more digits than anybody writes, which
    that code takes. A number beyond ``1e±1000`` is parsed, but asking for its ``value`` may take very
    long.
    """
    if not text:
        raise GoError(FORMAT_ERROR)
    if text == "0":
        return Quantity(0, 0, "decimal", text)
    number, whole, fraction, suffix = _split(text)
    exponent, form = _interpret(suffix)
    negative = text[0] == "-"
    quick = _quick(text, whole, fraction, exponent, form, negative=negative)
    if quick is not None:
        return quick
    if not _DIGITS & set(number) or len(number) > _MOST_DIGITS:
        raise GoError(NUMBER_ERROR)
    mantissa, scale = int(whole + fraction), -len(fraction)
    if form == "binary":
        mantissa <<= exponent
    else:
        scale += exponent
    mantissa, scale = _rounded_to_nano(mantissa, scale)
    if form == "binary":
        if mantissa >= _MAX_INT64 * 10**-scale:
            mantissa, scale = _MAX_INT64, 0
        elif 0 < mantissa < 10**-scale:
            form = "decimal"
    return Quantity(-mantissa if negative else mantissa, scale, form)


def _split(text: str) -> tuple[str, str, str, str]:
    """Return the number's text, its digits before and after the point, and the suffix."""
    end = len(text)
    place = 1 if text[0] in "+-" else 0
    while place < end and text[place] == "0":
        place += 1
    if place == end:
        return "0", "0", "", ""
    start = place
    place = _skip_digits(text, place)
    whole = text[start:place] or "0"
    fraction = ""
    if place < end and text[place] == ".":
        start = place + 1
        place = _skip_digits(text, start)
        fraction = text[start:place]
    number = text[:place]
    start = place
    while place < end and text[place] in "eEinumkKMGTP":
        place += 1
    if place < end and text[place] in "+-":
        place += 1
    place = _skip_digits(text, place)
    if place < end:
        raise GoError(FORMAT_ERROR)
    return number, whole, fraction, text[start:]


def _skip_digits(text: str, place: int) -> int:
    while place < len(text) and text[place] in _DIGITS:
        place += 1
    return place


def _interpret(suffix: str) -> tuple[int, str]:
    if suffix in _DECIMAL:
        return _DECIMAL[suffix], "decimal"
    if suffix in _BINARY:
        return _BINARY[suffix], "binary"
    power = suffix[1:]
    if suffix[0] not in "eE" or not _DIGITS & set(power[-1:]):
        raise GoError(SUFFIX_ERROR)
    if not set(power[1:] if power[0] in "+-" else power) <= _DIGITS or len(power) > 25:
        raise GoError(SUFFIX_ERROR)
    exponent = int(power)
    if not -_MAX_INT64 - 1 <= exponent <= _MAX_INT64:
        raise GoError(SUFFIX_ERROR)
    return (exponent + _MAX_INT32 + 1) % (1 << 32) - _MAX_INT32 - 1, "exponent"  # Go's int32


def _quick(  # noqa: PLR0913 - the parts of one quantity
    text: str, whole: str, fraction: str, exponent: int, form: str, *, negative: bool
) -> Quantity | None:
    """Return the quantity if it fits an int64 beyond doubt: Go then keeps a canonical text."""
    digits = whole + fraction
    if form == "binary":
        if fraction or 15 - len(whole) - int(exponent * 3 / 10) - 1 < 0:
            return None
        mantissa, scale = int(digits), 0
        result = mantissa << exponent
        canonical = mantissa & 7 != 0
    else:
        scale = exponent - len(fraction)
        if len(digits) > _LONGEST or scale < _NANO:
            return None
        result = int(digits)
        canonical = scale % 3 == 0 and not digits.endswith("000") and digits[0] != "0"
    if result > _MAX_INT64:
        return None
    return Quantity(-result if negative else result, scale, form, text if canonical else None)


def _rounded_to_nano(mantissa: int, scale: int) -> tuple[int, int]:
    """Round away from zero to whole nanos: who asks for a little gets a little."""
    if scale >= _NANO or not mantissa:
        return mantissa, max(scale, _NANO)
    cut = _NANO - scale
    if cut > len(str(mantissa)):
        return 1, _NANO
    return -(-mantissa // 10**cut), _NANO


def _canonical(quantity: Quantity) -> str:
    mantissa, exponent, form = quantity.mantissa, quantity.exponent, quantity.format
    if not mantissa:
        return "0"
    if form == "binary":
        whole, rest = divmod(abs(mantissa), 10**-exponent) if exponent < 0 else (0, 1)
        if exponent >= 0:
            whole, rest = abs(mantissa) * 10**exponent, 0
        if whole >= 1024 and not rest:
            power = 0
            while whole % 1024 == 0:
                whole //= 1024
                power += 10
            return f"{'-' if mantissa < 0 else ''}{whole}{_BINARY_SUFFIXES[power]}"
    while mantissa % 10 == 0:
        mantissa //= 10
        exponent += 1
    while exponent % 3:
        mantissa *= 10
        exponent -= 1
    if form == "exponent":
        return f"{mantissa}e{exponent}" if exponent else str(mantissa)
    return f"{mantissa}{_DECIMAL_SUFFIXES.get(exponent, '')}"
