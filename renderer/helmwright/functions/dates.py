"""sprig's dates. Source: sprig v3.3.0, date.go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, GoError
from helmwright.go.function import Family
from helmwright.go.kinds import Int32, Int64

if TYPE_CHECKING:
    from helmwright.go.durations import Duration
    from helmwright.go.kinds import Value
    from helmwright.go.times import Time
    from helmwright.go.world import World

DATES = Family()
_HTML = "2006-01-02"
_SECOND = 1_000_000_000
_DAY = 86_400 * _SECOND
_ROUND_UNITS = (
    (365 * _DAY, "y"),
    (30 * _DAY, "mo"),
    (_DAY, "d"),
    (3_600 * _SECOND, "h"),
    (60 * _SECOND, "m"),
    (_SECOND, "s"),
)


def _time_of(world: World, value: Value, integers: tuple[type, ...]) -> Time:
    """Return the time that ``value`` stands for: itself, Unix seconds, or else the present."""
    from helmwright.go.times import Time, unix_time

    if isinstance(value, Time):
        return value
    if type(value) in integers:
        return unix_time(value, world.local_zone)
    return world.now()


@DATES.function("now")
def now(world: World) -> Time:
    """Return the present time."""
    return world.now()


@DATES.function("dateInZone", "date_in_zone")
def date_in_zone(world: World, layout: str, date: Value, zone: str) -> str:
    """Return ``date`` written by ``layout`` in a zone; an unknown zone is UTC."""
    from helmwright.go.time_zones import UTC, load_location

    try:
        location = load_location(zone, world.local_zone)
    except GoError:
        location = UTC
    return _time_of(world, date, (int, Int64, Int32)).in_location(location).format(layout)


@DATES.function("date")
def date_of(world: World, layout: str, date: Value) -> str:
    """Return ``date`` written by ``layout`` in the local zone."""
    return date_in_zone(world, layout, date, "Local")


@DATES.function("htmlDate")
def html_date(world: World, date: Value) -> str:
    """Return ``date`` as an HTML date input wants it."""
    return date_in_zone(world, _HTML, date, "Local")


@DATES.function("htmlDateInZone")
def html_date_in_zone(world: World, date: Value, zone: str) -> str:
    """Return ``date`` as an HTML date input wants it, in a zone."""
    return date_in_zone(world, _HTML, date, zone)


@DATES.function("toDate")
def to_date(world: World, layout: str, text: str) -> Time:
    """Read a time; what cannot be read is the zero Time."""
    from helmwright.go.times import Time, parse_time

    try:
        return parse_time(layout, text, world.local_zone)
    except GoError:
        return Time()


@DATES.function("mustToDate")
def must_to_date(world: World, layout: str, text: str) -> Time:
    """Read a time or fail."""
    from helmwright.go.times import parse_time

    try:
        return parse_time(layout, text, world.local_zone)
    except GoError as error:
        raise FunctionError(error.message) from None


@DATES.function("dateModify", "date_modify")
def date_modify(change: str, date: Time) -> Time:
    """Return ``date`` moved by a duration; one that cannot be read changes nothing."""
    duration = _duration_or_none(change)
    return date if duration is None else date.add(duration)


@DATES.function("mustDateModify", "must_date_modify")
def must_date_modify(change: str, date: Time) -> Time:
    """Return ``date`` moved by a duration or fail."""
    from helmwright.go.durations import parse_duration

    try:
        return date.add(parse_duration(change))
    except GoError as error:
        raise FunctionError(error.message) from None


def _duration_or_none(text: str) -> Duration | None:
    from helmwright.go.durations import parse_duration

    try:
        return parse_duration(text)
    except GoError:
        return None


@DATES.function("ago")
def ago(world: World, date: Value) -> str:
    """Return the time since ``date``, in whole seconds."""
    from helmwright.go.durations import Duration

    since = world.now().sub(_time_of(world, date, (int, Int64)))
    return since.round(Duration(_SECOND)).go_string()


@DATES.function("duration")
def duration_of(seconds: Value) -> str:
    """Return seconds (a string or an int64; all else counts as none) as a Go duration."""
    from helmwright.go.durations import duration_text, wrapped
    from helmwright.go.strconv import NumberError, parse_int

    count = 0
    if isinstance(seconds, str):
        try:
            count = parse_int(seconds, 10, 64)
        except NumberError as error:
            count = int(error.value)
    elif type(seconds) is Int64:
        count = seconds
    return duration_text(wrapped(count * _SECOND))


@DATES.function("durationRound")
def duration_round(world: World, duration: Value) -> str:
    """Return a duration in the largest unit that it exceeds, such as ``3mo`` or ``2h``."""
    from helmwright.go.times import Time

    nanoseconds = 0
    if isinstance(duration, str):
        nanoseconds = abs(int(_duration_or_none(duration) or 0))
    elif type(duration) is Int64:
        nanoseconds = abs(int(duration))
    elif isinstance(duration, Time):
        nanoseconds = abs(int(world.now().sub(duration)))
    for unit, name in _ROUND_UNITS:
        if nanoseconds > unit:
            return f"{nanoseconds // unit}{name}"
    return "0s"


@DATES.function("unixEpoch")
def unix_epoch(date: Time) -> str:
    """Return the seconds since 1970 as text."""
    return int.__repr__(date.unix())
