"""Schedules as Go's cron library reads them: CronJobs and the master of Determined have it.

Source: github.com/robfig/cron/v3 parser.go, ParseStandard
"""

from __future__ import annotations

import re

from helmwright.base.errors import GoError
from helmwright.go.durations import parse_duration

_DESCRIPTORS = ("yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_FIELDS: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    (0, 59, ()),
    (0, 23, ()),
    (1, 31, ()),
    (1, 12, _MONTHS),
    (0, 6, _DAYS),
)
"""Lowest, highest and names of minute, hour, day of month, month, day of week."""


def is_schedule(text: str) -> bool:
    """Tell whether a text is taken as a cron expression of five fields, or a descriptor."""
    text = re.sub(r"^(?:CRON_)?TZ=\S* ", "", text).strip()
    if text.startswith("@"):
        if text.startswith("@every "):
            return is_duration(text.removeprefix("@every "))
        return text[1:] in _DESCRIPTORS
    fields = text.split()
    return len(fields) == len(_FIELDS) and all(map(_is_field, fields, _FIELDS))


def is_duration(text: str) -> bool:
    """Tell whether Go reads a text as a duration."""
    try:
        parse_duration(text)
    except GoError:
        return False
    return True


def _is_field(text: str, bounds: tuple[int, int, tuple[str, ...]]) -> bool:
    # An empty item between commas is no item for Go.
    return all(_is_range(item, *bounds) for item in text.split(",") if item)


def _is_range(text: str, lowest: int, highest: int, names: tuple[str, ...]) -> bool:
    ends, *step = text.split("/")
    if len(step) > 1 or (step and not (step[0].isdecimal() and int(step[0]) > 0)):
        return False
    first, *last = ends.split("-")
    if len(last) > 1:
        return False
    if first in ("*", "?"):
        return True
    numbers = [_number(end, lowest, names) for end in (first, *last)]
    if any(number is None for number in numbers):
        return False
    start, end = numbers[0] or 0, (numbers[-1] or 0)
    return lowest <= start <= end <= highest


def _number(text: str, lowest: int, names: tuple[str, ...]) -> int | None:
    if text.lower() in names:
        return names.index(text.lower()) + lowest
    return int(text) if text.isdecimal() else None
