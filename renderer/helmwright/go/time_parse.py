"""Reading times by a layout, with Go's refusals.

Texts are handled as strings of bytes (one character for each byte) because Go cuts them so.
Source: time/format.go, parse (Go 1.26).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go import civil
from helmwright.go.durations import as_bytes, quote_bytes
from helmwright.go.time_layout import split_layout

if TYPE_CHECKING:
    from collections.abc import Callable

_LONG_MONTHS = tuple(name.upper() for name in civil.LONG_MONTHS)
_LONG_DAYS = tuple(name.upper() for name in civil.LONG_DAYS)
_ZONE = re.compile(
    r"ChST|MeST|GMT(?:[+-]([0-9]+))?|[+-]([0-9]+)|(?:[A-Z]{4}T|[A-Z]{3}T|WITA|[A-Z]{3})(?![A-Z])"
)
_OFFSETS = {
    "07": (3, ()),
    "0700": (5, (3,)),
    "07:00": (6, (4,)),
    "070000": (7, (3, 5)),
    "07:00:00": (9, (4, 7)),
}
"""For each shape of an offset: its length, and where minutes and seconds are."""


class _Bad(Exception):  # noqa: N818 (never leaves this module)
    """The text does not fit the element."""


class _OutOfRange(Exception):  # noqa: N818
    """A number is too large; the argument says what it counts."""


class Parsed:
    """What a text says about a time; ``None`` or -1 where it says nothing.

    zone_offset: seconds east of UTC, -1 (as in Go) for none. utc: the text says so.
    """

    def __init__(self) -> None:
        """Begin with nothing but zeros."""
        self.year = 0
        self.month = -1
        self.day = -1
        self.year_day = -1
        self.hour = 0
        self.minute = 0
        self.second = 0
        self.nanosecond = 0
        self.utc = False
        self.zone_offset = -1
        self.zone_name = ""
        self.morning = False
        self.afternoon = False


def read_time(layout: str, text: str) -> Parsed:
    """Read ``text`` as ``layout`` says.

    Raises ``GoError``: ``parsing time "…" as "…": cannot parse "…" as "…"`` and its relatives.
    """
    layout, text = as_bytes(layout), as_bytes(text)
    parts = split_layout(layout)
    found = Parsed()
    rest = text
    for index in range(0, len(parts), 2):
        literal = parts[index]
        good, rest = _skip(rest, literal)
        if not good:
            raise _cannot_parse(text, layout, rest, literal)
        if index + 1 == len(parts):
            break
        element = parts[index + 1]
        try:
            rest = _read(found, element, rest, parts, index + 1)
        except _Bad:
            raise _cannot_parse(text, layout, rest, element) from None
        except _OutOfRange as error:
            raise _refusal(text, f"{error} out of range") from None
    if rest:
        raise _refusal(text, f"extra text: {quote_bytes(rest)}")
    if found.afternoon and found.hour < 12:
        found.hour += 12
    elif found.morning and found.hour == 12:
        found.hour = 0
    _complete(found, text)
    return found


def _refusal(text: str, complaint: str) -> GoError:
    return GoError(f"parsing time {quote_bytes(text)}: {complaint}")


def _cannot_parse(text: str, layout: str, value: str, element: str) -> GoError:
    return GoError(
        f"parsing time {quote_bytes(text)} as {quote_bytes(layout)}:"
        f" cannot parse {quote_bytes(value)} as {quote_bytes(element)}"
    )


def _skip(value: str, literal: str) -> tuple[bool, str]:
    """Take a literal text off ``value``; any run of spaces matches any other, or the end."""
    while literal:
        if literal[0] == " ":
            if value and value[0] != " ":
                return False, value
            literal = literal.lstrip(" ")
            value = value.lstrip(" ")
            continue
        if not value or value[0] != literal[0]:
            return False, value
        literal = literal[1:]
        value = value[1:]
    return True, value


def _read(found: Parsed, element: str, rest: str, parts: list[str], index: int) -> str:
    """Read what ``element`` stands for into ``found``; return the rest of the text."""
    reader = _READERS.get(element)
    if reader is not None:
        rest = reader(found, rest, element)
        if element in ("5", "05"):
            rest = _unannounced_fraction(found, rest, parts, index)
        return rest
    if element[0] in "-Z":
        return _read_offset(found, rest, element)
    return _read_fraction(found, rest, element)


def _digit(text: str, index: int) -> bool:
    return "0" <= text[index : index + 1] <= "9"


def _number(text: str, *, fixed: bool) -> tuple[int, str]:
    """Read one or two digits; ``fixed`` asks for two."""
    if not _digit(text, 0):
        raise _Bad
    if not _digit(text, 1):
        if fixed:
            raise _Bad
        return int(text[0]), text[1:]
    return int(text[:2]), text[2:]


def _signed(text: str) -> int:
    """Read digits behind an optional sign, as Go's private atoi does: none at all are zero."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if digits and not (digits.isascii() and digits.isdigit()):
        raise _Bad
    return -int(digits or 0) if text[:1] == "-" else int(digits or 0)


def _name(text: str, names: tuple[str, ...], length: int | None) -> tuple[int, str]:
    """Read one of ``names`` (or their first letters) in any case; return its index."""
    for index, name in enumerate(names):
        wanted = name[:length]
        if text[: len(wanted)].upper() == wanted and text[: len(wanted)].isascii():
            return index, text[len(wanted) :]
    raise _Bad


def _read_year(found: Parsed, text: str, element: str) -> str:
    size = len(element)
    if len(text) < size or (size == 4 and not _digit(text, 0)):
        raise _Bad
    found.year = _signed(text[:size])
    if size == 2:
        found.year += 1900 if found.year >= 69 else 2000
    return text[size:]


def _read_month_name(found: Parsed, text: str, element: str) -> str:
    month, rest = _name(text, _LONG_MONTHS, 3 if element == "Jan" else None)
    found.month = month + 1
    return rest


def _read_month(found: Parsed, text: str, element: str) -> str:
    found.month, rest = _number(text, fixed=element == "01")
    if not 1 <= found.month <= 12:
        raise _OutOfRange("month")
    return rest


def _read_weekday(found: Parsed, text: str, element: str) -> str:  # noqa: ARG001 (one shape for all)
    return _name(text, _LONG_DAYS, 3 if element == "Mon" else None)[1]


def _read_day(found: Parsed, text: str, element: str) -> str:
    text = text[1:] if element == "_2" and text[:1] == " " else text
    found.day, rest = _number(text, fixed=element == "02")
    return rest


def _read_year_day(found: Parsed, text: str, element: str) -> str:
    if element == "__2":
        text = text[len(text[:2]) - len(text[:2].lstrip(" ")) :]
    size = 0
    while size < 3 and _digit(text, size):
        size += 1
    if not size or (element == "002" and size != 3):
        raise _Bad
    found.year_day = int(text[:size])
    return text[size:]


def _read_hour(found: Parsed, text: str, element: str) -> str:
    found.hour, rest = _number(text, fixed=element == "03")
    if found.hour > (23 if element == "15" else 12):
        raise _OutOfRange("hour")
    return rest


def _read_minute(found: Parsed, text: str, element: str) -> str:
    found.minute, rest = _number(text, fixed=element == "04")
    if found.minute > 59:
        raise _OutOfRange("minute")
    return rest


def _read_second(found: Parsed, text: str, element: str) -> str:
    found.second, rest = _number(text, fixed=element == "05")
    if found.second > 59:
        raise _OutOfRange("second")
    return rest


def _read_half(found: Parsed, text: str, element: str) -> str:
    half = text[:2]
    if half not in (("AM", "PM") if element == "PM" else ("am", "pm")):
        raise _Bad
    if half in ("PM", "pm"):
        found.afternoon = True
    else:
        found.morning = True
    return text[2:]


def _read_zone_name(found: Parsed, text: str, element: str) -> str:  # noqa: ARG001
    if text[:3] == "UTC":
        found.utc = True
        return text[3:]
    match = _ZONE.match(text)
    if match is None or len(text) < 3:
        raise _Bad
    name = match[0]
    digits = (match[1] or match[2] or "").lstrip("0")
    if len(digits) > 2 or int(digits or 0) > 23:
        if name[:3] != "GMT":
            raise _Bad
        name = "GMT"
    found.zone_name = name
    return text[len(name) :]


def _read_offset(found: Parsed, text: str, element: str) -> str:
    if element[0] == "Z" and text[:1] == "Z":
        found.utc = True
        return text[1:]
    size, places = _OFFSETS[element[1:]]
    if len(text) < size or any(text[at - 1] != ":" for at in places if ":" in element):
        raise _Bad
    numbers = []
    for at in (1, *places):
        if not (_digit(text, at) and _digit(text, at + 1)):
            break
        numbers.append(int(text[at : at + 2]))
    hours, minutes, seconds = (*numbers, 0, 0, 0)[:3]
    for value, most, name in (
        (seconds, 60, "second"),
        (minutes, 60, "minute"),
        (hours, 24, "hour"),
    ):
        if value > most:
            raise _OutOfRange(f"time zone offset {name}")
    if text[0] not in "+-" or len(numbers) < 1 + len(places):
        raise _Bad
    found.zone_offset = (hours * 60 + minutes) * 60 + seconds
    if text[0] == "-":
        found.zone_offset = -found.zone_offset
    return text[size:]


def _nanoseconds(text: str) -> int:
    """Read a fraction of a second with its point; what follows the ninth digit is ignored."""
    if text[0] not in ".,":
        raise _Bad
    digits = text[1:10]
    value = _signed(digits)
    if value < 0:
        raise _OutOfRange("fractional second")
    return int(value * 10 ** (9 - len(digits)))


def _fraction_size(text: str) -> int:
    """Return how many bytes at the start are a point with digits behind it."""
    if text[:1] not in (".", ",") or not _digit(text, 1):
        return 0
    size = 2
    while _digit(text, size):
        size += 1
    return size


def _read_fraction(found: Parsed, text: str, element: str) -> str:
    if element[1] == "0":
        size = 1 + ((len(element) - 1) & 0xFFF)
        if len(text) < size:
            raise _Bad
    else:
        size = _fraction_size(text)
        if not size:
            return text
    found.nanosecond = _nanoseconds(text[:size])
    return text[size:]


def _unannounced_fraction(found: Parsed, text: str, parts: list[str], index: int) -> str:
    """Read a fraction behind the seconds that the layout does not mention."""
    size = _fraction_size(text)
    if not size:
        return text
    following = parts[index + 2] if index + 2 < len(parts) else ""
    if following[:1] in (".", ","):
        return text
    found.nanosecond = _nanoseconds(text[:size])
    return text[size:]


def _complete(found: Parsed, text: str) -> None:
    """Check the day, and derive month and day from the day of the year."""
    if found.year_day >= 0:
        _apply_year_day(found, text)
    else:
        found.month = 1 if found.month < 0 else found.month
        found.day = 1 if found.day < 0 else found.day
    if not 1 <= found.day <= civil.days_in(found.month, found.year):
        raise _refusal(text, "day out of range")


def _apply_year_day(found: Parsed, text: str) -> None:
    leap = civil.is_leap(found.year)
    if not 1 <= found.year_day <= 365 + leap:
        raise _refusal(text, "day-of-year out of range")
    first = civil.day_number(found.year, 1, 1)
    _, month, day = civil.date_of(first + found.year_day - 1)
    if found.month >= 0 and found.month != month:
        raise _refusal(text, "day-of-year does not match month")
    if found.day >= 0 and found.day != day:
        raise _refusal(text, "day-of-year does not match day")
    found.month, found.day = month, day


_READERS: dict[str, Callable[[Parsed, str, str], str]] = {
    **dict.fromkeys(("2006", "06"), _read_year),
    **dict.fromkeys(("January", "Jan"), _read_month_name),
    **dict.fromkeys(("01", "1"), _read_month),
    **dict.fromkeys(("Monday", "Mon"), _read_weekday),
    **dict.fromkeys(("2", "_2", "02"), _read_day),
    **dict.fromkeys(("__2", "002"), _read_year_day),
    **dict.fromkeys(("15", "3", "03"), _read_hour),
    **dict.fromkeys(("4", "04"), _read_minute),
    **dict.fromkeys(("5", "05"), _read_second),
    **dict.fromkeys(("PM", "pm"), _read_half),
    "MST": _read_zone_name,
}
