"""Go's layouts: how ``2006-01-02 15:04:05`` is split, and times written with it.

Source: time/format.go (Go 1.26).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.go import civil

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Moment(Protocol):
        """A time as layouts see it."""

        nanosecond: int

        def local_second(self) -> tuple[str, int, int]:
            """Return its zone, that zone's offset, and the second of its local time."""
            ...


_ELEMENT = re.compile(
    r"January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|0[1-6]|002|15|1|2006|2|_2(?!006)|__2|[345]|PM|pm"
    r"|[-Z]07(?:0000|:00:00|00|:00)?|[.,](?:0+|9+)(?![0-9])"
)
"""The parts of a layout that stand for something; all else is literal."""
_CACHED_LENGTH = 128
_split: dict[str, list[str]] = {}


def split_layout(layout: str) -> list[str]:
    """Return literal texts and elements by turns, beginning and ending with a text."""
    parts = _split.get(layout)
    if parts is None:
        parts = []
        position = 0
        for match in _ELEMENT.finditer(layout):
            parts += (layout[position : match.start()], match[0])
            position = match.end()
        parts.append(layout[position:])
        if len(_split) < 1000 and len(layout) <= _CACHED_LENGTH:
            _split[layout] = parts
    return parts


class _Moment:
    """A time taken to pieces, for the writers of elements."""

    __slots__ = (
        "day",
        "hour",
        "minute",
        "month",
        "nanosecond",
        "number",
        "offset",
        "second",
        "year",
        "zone",
    )

    def __init__(self, time: Moment) -> None:
        """Take ``time`` to pieces as its own location sees it."""
        self.zone, self.offset, second = time.local_second()
        self.number, second = divmod(second, 86400)
        self.year, self.month, self.day = civil.date_of(self.number)
        self.hour, second = divmod(second, 3600)
        self.minute, self.second = divmod(second, 60)
        self.nanosecond = time.nanosecond


def format_time(time: Moment, layout: str) -> str:
    """Return ``time`` written as ``layout`` writes Go's reference time."""
    moment = _Moment(time)
    parts = split_layout(layout)
    texts = list(parts)
    for index in range(1, len(parts), 2):
        element = parts[index]
        writer = _WRITERS.get(element)
        if writer is not None:
            texts[index] = writer(moment)
        elif element[0] in "-Z":
            texts[index] = _offset_text(moment.offset, element)
        else:
            texts[index] = _fraction(moment.nanosecond, element)
    return "".join(texts)


def padded(value: int, width: int) -> str:
    """Return an integer with at least ``width`` digits, not counting its sign."""
    return f"-{-value:0{width}d}" if value < 0 else f"{value:0{width}d}"


def _offset_text(offset: int, element: str) -> str:
    """Return seconds east of UTC as the element shows them; ``Z…`` writes Z for UTC."""
    if not offset and element[0] == "Z":
        return "Z"
    size = abs(offset)
    minutes = size // 60
    text = f"{'-' if offset < 0 and minutes else '+'}{minutes // 60:02d}"
    colon = ":" if ":" in element else ""
    if len(element) > 3:
        text += f"{colon}{minutes % 60:02d}"
    if len(element) > 6:
        text += f"{colon}{size % 60:02d}"
    return text


def _fraction(nanosecond: int, element: str) -> str:
    """Return the fraction of the second; ``.999`` drops trailing zeros, ``.000`` keeps them."""
    digits = (len(element) - 1) & 0xFFF
    trim = element[1] == "9"
    if trim and not (digits and nanosecond):
        return ""
    text = element[0] + f"{nanosecond:09d}"[: min(digits, 9)]
    return text.rstrip("0").rstrip(element[0]) if trim else text


def _zone_name(moment: _Moment) -> str:
    return moment.zone or _offset_text(moment.offset, "-0700")


def _year_day(moment: _Moment) -> int:
    return civil.day_of_year(moment.number)


def _hour12(moment: _Moment) -> int:
    return moment.hour % 12 or 12


_WRITERS: dict[str, Callable[[_Moment], str]] = {
    "2006": lambda m: padded(m.year, 4),
    "06": lambda m: f"{abs(m.year) % 100:02d}",
    "January": lambda m: civil.LONG_MONTHS[m.month - 1],
    "Jan": lambda m: civil.LONG_MONTHS[m.month - 1][:3],
    "1": lambda m: str(m.month),
    "01": lambda m: f"{m.month:02d}",
    "Monday": lambda m: civil.LONG_DAYS[civil.weekday_of(m.number)],
    "Mon": lambda m: civil.LONG_DAYS[civil.weekday_of(m.number)][:3],
    "2": lambda m: str(m.day),
    "_2": lambda m: f"{m.day:2d}",
    "02": lambda m: f"{m.day:02d}",
    "__2": lambda m: f"{_year_day(m):3d}",
    "002": lambda m: f"{_year_day(m):03d}",
    "15": lambda m: f"{m.hour:02d}",
    "3": lambda m: str(_hour12(m)),
    "03": lambda m: f"{_hour12(m):02d}",
    "4": lambda m: str(m.minute),
    "04": lambda m: f"{m.minute:02d}",
    "5": lambda m: str(m.second),
    "05": lambda m: f"{m.second:02d}",
    "PM": lambda m: "PM" if m.hour >= 12 else "AM",
    "pm": lambda m: "pm" if m.hour >= 12 else "am",
    "MST": _zone_name,
}
