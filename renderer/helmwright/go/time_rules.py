"""POSIX time zone rules such as ``CET-1CEST,M3.5.0,M10.5.0/3``.

They say what comes after the last transition of a TZif file. Source: time/zoneinfo.go, tzset.
"""

from __future__ import annotations

import re

from helmwright.go import civil
from helmwright.go.time_spans import OMEGA, Span

_DAY = 86400
_NAME = r"(?:<([^>]*)>|([^0-9,\-+<][^0-9,\-+]{2,}))"
_OFFSET = r"([+-]?[0-9]+(?::[0-9]+(?::[0-9]+)?)?)"
_RULE = r"(J[0-9]+|M[0-9]+\.[0-9]+\.[0-9]+|[0-9]+)(?:/" + _OFFSET + ")?"
_ZONES = re.compile(_NAME + _OFFSET + f"(?:{_NAME}{_OFFSET}?)?" + "(?=[,;]|$)")
_CHANGES = re.compile(f"[,;]{_RULE},{_RULE}")


def rule_span(text: str, start: int, second: int) -> Span | None:
    """Return the zone that the rule gives for a Unix second, ``None`` if it cannot be read.

    start: when the last transition of the file was.
    """
    zones = _ZONES.match(text)
    if zones is None:
        return None
    name = zones[1] if zones[1] is not None else zones[2]
    offset = _offset(zones[3], 24 * 7)
    if offset is None:
        return None
    dst_name = zones[4] if zones[4] is not None else zones[5]
    if dst_name is None:
        return Span(name, -offset, start, OMEGA, False)
    dst_offset = _offset(zones[6], 24 * 7) if zones[6] else offset - 3600
    changes = _CHANGES.fullmatch(text[zones.end() :] or ",M3.2.0,M11.1.0")
    if dst_offset is None or changes is None:
        return None
    standard, daylight = (name, -offset, False), (dst_name, -dst_offset, True)
    day, second_of_day = divmod(second, _DAY)
    year = civil.date_of(day)[0]
    year_start = civil.day_number(year, 1, 1) * _DAY
    in_year = (civil.day_of_year(day) - 1) * _DAY + second_of_day
    begin = _rule_second(year, changes[1], changes[2], standard[1])
    end = _rule_second(year, changes[3], changes[4], daylight[1])
    if begin is None or end is None:
        return None
    if end < begin:  # daylight saving over New Year
        begin, end, standard, daylight = end, begin, daylight, standard
    if in_year < begin:
        zone, first, last = standard, 0, begin
    elif in_year >= end:
        zone, first, last = standard, end, 365 * _DAY
    else:
        zone, first, last = daylight, begin, end
    return Span(zone[0], zone[1], first + year_start, last + year_start, zone[2])


def _offset(text: str, largest_hour: int) -> int | None:
    """Return ``[+-]hh[:mm[:ss]]`` in seconds, ``None`` if it is out of range."""
    hours, minutes, seconds = ([int(part[:6]) for part in text.lstrip("+-").split(":")] + [0, 0])[
        :3
    ]
    if hours > largest_hour or minutes > 59 or seconds > 59:
        return None
    size = hours * 3600 + minutes * 60 + seconds
    return -size if text[0] == "-" else size


def _rule_second(year: int, rule: str, time: str | None, offset: int) -> int | None:
    """Return the second of the year (in UTC) at which a change takes place."""
    at = 7200 if time is None else _offset(time, 24 * 7)
    day = _rule_day(year, rule)
    return None if at is None or day is None else day * _DAY + at - offset


def _rule_day(year: int, rule: str) -> int | None:
    """Return the day of the year, from 0, that a rule names."""
    if rule[0] == "M":
        month, week, weekday = (int(part[:6]) for part in rule[1:].split("."))
        if not (1 <= month <= 12 and 1 <= week <= 5 and weekday <= 6):
            return None
        first = civil.day_number(year, month, 1)
        day = (weekday - civil.weekday_of(first)) % 7
        for _ in range(1, week):
            if day + 7 >= civil.days_in(month, year):
                break
            day += 7
        return first + day - civil.day_number(year, 1, 1)
    day = int(rule.lstrip("J")[:6])
    if day > 365 or (rule[0] == "J" and day < 1):
        return None
    if rule[0] == "J":
        return day - 1 + (civil.is_leap(year) and day >= 60)
    return day
