"""Go's time.Duration: spans of time in nanoseconds.

Source: time/time.go, time/format.go (Go 1.26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from helmwright.base.errors import GoError
from helmwright.base.patterns import lazy_pattern
from helmwright.go.function import describe_method
from helmwright.go.kinds import Int64

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

    from helmwright.go.function import Function

MICROSECOND = 1_000
MILLISECOND = 1_000_000
SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
LARGEST = (1 << 63) - 1
SMALLEST = -(1 << 63)
_UNITS = {
    "ns": 1,
    "us": MICROSECOND,
    "µs": MICROSECOND,  # micro sign
    "μs": MICROSECOND,  # Greek letter mu
    "ms": MILLISECOND,
    "s": SECOND,
    "m": MINUTE,
    "h": HOUR,
}
_PART = lazy_pattern(r"([0-9]*)(\.?)([0-9]*)([^.0-9]*)")


class Duration(Int64):
    """A span of time in nanoseconds.

    The methods annotate ``self`` because ``describe_method`` takes the types of a template method,
    receiver included, from the annotations.
    """

    __slots__ = ()
    go_type = "time.Duration"
    go_kind: ClassVar[str] = "int64"
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def go_string(self) -> str:
        """Return the duration as ``72h3m0.5s``."""
        return duration_text(int(self))

    def string(self: Duration) -> str:
        """Return the duration as ``72h3m0.5s``."""
        return duration_text(int(self))

    def nanoseconds(self: Duration) -> Int64:
        """Return the duration in nanoseconds."""
        return Int64(self)

    def microseconds(self: Duration) -> Int64:
        """Return the whole microseconds."""
        return Int64(quotient(self, MICROSECOND))

    def milliseconds(self: Duration) -> Int64:
        """Return the whole milliseconds."""
        return Int64(quotient(self, MILLISECOND))

    def seconds(self: Duration) -> float:
        """Return the duration in seconds."""
        return _float_units(self, SECOND)

    def minutes(self: Duration) -> float:
        """Return the duration in minutes."""
        return _float_units(self, MINUTE)

    def hours(self: Duration) -> float:
        """Return the duration in hours."""
        return _float_units(self, HOUR)

    def truncate(self: Duration, step: Duration) -> Duration:
        """Return the duration rounded toward zero to a multiple of ``step``."""
        return self if step <= 0 else Duration(self - remainder(self, step))

    def round(self: Duration, step: Duration) -> Duration:
        """Return the nearest multiple of ``step``; halves go away from zero."""
        if step <= 0:
            return self
        size = abs(int(self))
        rest = size % step
        size += -rest if rest + rest < step else step - rest
        return Duration(max(-size, SMALLEST) if self < 0 else min(size, LARGEST))

    def absolute(self: Duration) -> Duration:
        """Return the duration without its sign."""
        return Duration(min(abs(int(self)), LARGEST))


_METHODS: dict[str, Callable[..., Any]] = {
    "String": Duration.string,
    "Nanoseconds": Duration.nanoseconds,
    "Microseconds": Duration.microseconds,
    "Milliseconds": Duration.milliseconds,
    "Seconds": Duration.seconds,
    "Minutes": Duration.minutes,
    "Hours": Duration.hours,
    "Truncate": Duration.truncate,
    "Round": Duration.round,
    "Abs": Duration.absolute,
}
Duration.go_methods = {name: describe_method(name, call) for name, call in _METHODS.items()}


def quotient(dividend: int, divisor: int) -> int:
    """Return the quotient as Go's ``/`` gives it: rounded toward zero."""
    result = abs(int(dividend)) // abs(int(divisor))
    return result if (dividend < 0) == (divisor < 0) else -result


def remainder(dividend: int, divisor: int) -> int:
    """Return the remainder as Go's ``%`` gives it: with the sign of the dividend."""
    return int(dividend) - quotient(dividend, divisor) * int(divisor)


def wrapped(value: int) -> int:
    """Return ``value`` as an int64 holds it after an overflow."""
    return (value - SMALLEST) % (1 << 64) + SMALLEST


def _float_units(duration: Duration, unit: int) -> float:
    return float(quotient(duration, unit)) + float(remainder(duration, unit)) / float(unit)


def duration_text(nanoseconds: int) -> str:
    """Return nanoseconds as Go prints a Duration: ``72h3m0.5s``, ``1.5ms``, ``0s``."""
    sign = "-" if nanoseconds < 0 else ""
    rest = abs(nanoseconds)
    if rest < SECOND:
        if not rest:
            return "0s"
        if rest < MICROSECOND:
            return f"{sign}{rest}ns"
        if rest < MILLISECOND:
            return f"{sign}{_decimal(rest, 3)}µs"
        return f"{sign}{_decimal(rest, 6)}ms"
    minutes, rest = divmod(rest, MINUTE)
    seconds = f"{_decimal(rest, 9)}s"
    if not minutes:
        return sign + seconds
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}h{minutes}m{seconds}" if hours else f"{sign}{minutes}m{seconds}"


def _decimal(value: int, places: int) -> str:
    """Return ``value`` divided by a power of ten, without trailing zeros."""
    whole, fraction = divmod(value, 10**places)
    return f"{whole}.{fraction:0{places}d}".rstrip("0") if fraction else str(whole)


def as_bytes(text: str) -> str:
    """Return a text with one character for each of its bytes."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def quote_bytes(text: str) -> str:
    r"""Quote what ``as_bytes`` gave as package time does: bytes beyond ASCII become ``\xNN``."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            f"\0{ord(char):02x}" if char >= "\x80" or char < " " else char for char in text
        )
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\0", "\\x") + '"'


def parse_duration(text: str) -> Duration:
    """Read ``1h15m30.918s``; units are ns, us, µs, ms, s, m, h.

    Raises ``GoError``: ``time: invalid duration "…"`` and its relatives.
    """
    rest = text[1:] if text[:1] in ("+", "-") else text
    if rest == "0":
        return Duration(0)
    if not rest:
        raise _refusal("invalid duration", text)
    total = 0
    position = 0
    while position < len(rest):
        match = _PART.match(rest, position)
        if match is None or not (match[1] or match[3]):
            raise _refusal("invalid duration", text)
        total = (total + _part_value(match, text)) % (1 << 64)
        if total > 1 << 63:
            raise _refusal("invalid duration", text)
        position = match.end()
    if text[0] == "-":
        return Duration(-total)
    if total > LARGEST:
        raise _refusal("invalid duration", text)
    return Duration(total)


def _refusal(complaint: str, text: str) -> GoError:
    return GoError(f"time: {complaint} {quote_bytes(as_bytes(text))}")


def _part_value(match: re.Match[str], text: str) -> int:
    """Return one number with its unit in nanoseconds."""
    digits = match[1].lstrip("0")
    value = int(digits or "0") if len(digits) < 20 else 1 << 64
    if value > 1 << 63:
        raise _refusal("invalid duration", text)
    if not match[4]:
        raise _refusal("missing unit in duration", text)
    unit = _UNITS.get(match[4])
    if unit is None:
        raise _refusal(f"unknown unit {quote_bytes(as_bytes(match[4]))} in duration", text)
    value *= unit
    if value > 1 << 63:
        raise _refusal("invalid duration", text)
    fraction, scale = 0, 1.0
    for digit in match[3]:
        longer = fraction * 10 + int(digit)
        if fraction > LARGEST // 10 or longer > 1 << 63:
            break
        fraction, scale = longer, scale * 10
    if fraction:
        value += int(float(fraction) * (float(unit) / scale))
        if value > 1 << 63:
            raise _refusal("invalid duration", text)
    return value
