"""Go's time.Time: an instant with nanoseconds, seen from a location.

Source: time/time.go (Go 1.26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from helmwright.base.errors import ExecutionError, FunctionError, GoError, JSONError
from helmwright.go import civil
from helmwright.go.durations import (
    LARGEST,
    SECOND,
    SMALLEST,
    Duration,
    as_bytes,
    quote_bytes,
    wrapped,
)
from helmwright.go.function import Function, describe_method
from helmwright.go.kinds import Int64, Struct
from helmwright.go.time_layout import format_time
from helmwright.go.time_zones import UTC, Location, fixed_zone, local_zone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_UNIX_TO_INTERNAL = 62135596800
"""Seconds from the zero Time, 0001-01-01 00:00:00 UTC, to 1970."""
_ABSOLUTE_TO_UNIX = (292277022400 * 365 + 292277022400 // 400 * 97) * 86400 - 62167219200
_TEXT_LAYOUT = "2006-01-02 15:04:05.999999999 -0700 MST"
RFC3339_NANO = "2006-01-02T15:04:05.999999999Z07:00"


class Month(int):
    """Go's time.Month."""

    __slots__ = ()
    go_type = "time.Month"
    go_kind: ClassVar[str] = "int"
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def go_string(self) -> str:
        """Return the English name."""
        return civil.LONG_MONTHS[self - 1]


class Weekday(int):
    """Go's time.Weekday."""

    __slots__ = ()
    go_type = "time.Weekday"
    go_kind: ClassVar[str] = "int"
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def go_string(self) -> str:
        """Return the English name."""
        return civil.LONG_DAYS[self]


class Time(Struct):
    """An instant, and the location whose clock shows it.

    seconds: since 0001-01-01 00:00:00 UTC, an int64 as in Go. nanosecond: 0 to 999999999.
    monotonic: nanoseconds since the program began, for a reading of the clock; else ``None``.

    The methods annotate ``self`` because ``describe_method`` takes the types of a template method,
    receiver included, from the annotations.
    """

    __slots__ = ("location", "monotonic", "nanosecond", "seconds")
    go_type = "time.Time"
    go_unexported: ClassVar[frozenset[str]] = frozenset(("wall", "ext", "loc"))
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def __init__(
        self,
        seconds: int = 0,
        nanosecond: int = 0,
        location: Location = UTC,
        monotonic: int | None = None,
    ) -> None:
        """Make an instant; see the class for the arguments."""
        self.seconds = wrapped(seconds)
        self.nanosecond = nanosecond
        self.location = location
        self.monotonic = monotonic

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same instant in the same location (Go's ``==``)."""
        if not isinstance(other, Time):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        """Return a hash that agrees with ``==``."""
        return hash(self._parts())

    def __repr__(self) -> str:
        """Return Go's text for debugging."""
        return f"Time({self.go_string()})"

    def _parts(self) -> tuple[object, ...]:
        return self.seconds, self.nanosecond, self.location, self.monotonic

    def go_string(self) -> str:
        """Return ``2006-01-02 15:04:05.999999999 -0700 MST``, with the monotonic reading if any."""
        text = format_time(self, _TEXT_LAYOUT)
        if self.monotonic is None:
            return text
        whole, fraction = divmod(abs(self.monotonic), SECOND)
        return f"{text} m={'-' if self.monotonic < 0 else '+'}{whole}.{fraction:09d}"

    def go_syntax(self: Time) -> str:
        """Return the Go expression that ``%#v`` prints."""
        _, _, second = self.local_second()
        number, second = divmod(second, 86400)
        year, month, day = civil.date_of(number)
        place = self.location
        if place.is_local:
            name = "time.Local"
        elif place is UTC:
            name = "time.UTC"
        else:
            name = f"time.Location({quote_bytes(as_bytes(place.name))})"
        clock = f"{second // 3600}, {second // 60 % 60}, {second % 60}, {self.nanosecond}"
        return f"time.Date({year}, time.{civil.LONG_MONTHS[month - 1]}, {day}, {clock}, {name})"

    def json_value(self) -> str:
        """Return the text that encoding/json writes; raises ``JSONError`` beyond the year 9999."""
        try:
            return self._strict_text()
        except GoError as error:
            raise JSONError(
                f"json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: {error}"
            ) from None

    def _strict_text(self) -> str:
        text = format_time(self, RFC3339_NANO)
        if text[4] != "-":
            raise GoError("year outside of range [0,9999]")
        if text[-1] != "Z" and (text[-6] not in "+-" or int(text[-5:-3]) >= 24):
            raise GoError("timezone hour outside of range [0,23]")
        return text

    def local_second(self) -> tuple[str, int, int]:
        """Return zone name, offset, and the Unix second that a clock there seems to show."""
        unix = wrapped(self.seconds - _UNIX_TO_INTERNAL)
        span = self.location.lookup(unix)
        second = (unix + span.offset + _ABSOLUTE_TO_UNIX) % (1 << 64) - _ABSOLUTE_TO_UNIX
        return span.name, span.offset, second

    def _date(self) -> tuple[int, int, int]:
        return civil.date_of(self.local_second()[2] // 86400)

    def _second_of_day(self) -> int:
        return self.local_second()[2] % 86400

    def string(self: Time) -> str:
        """Return the text of ``go_string``."""
        return self.go_string()

    def format(self: Time, layout: str) -> str:
        """Return the time as ``layout`` writes the reference time."""
        return format_time(self, layout)

    def year(self: Time) -> int:
        """Return the year."""
        return self._date()[0]

    def month(self: Time) -> Month:
        """Return the month."""
        return Month(self._date()[1])

    def day(self: Time) -> int:
        """Return the day of the month."""
        return self._date()[2]

    def weekday(self: Time) -> Weekday:
        """Return the day of the week."""
        return Weekday(civil.weekday_of(self.local_second()[2] // 86400))

    def year_day(self: Time) -> int:
        """Return the day of the year, from 1."""
        return civil.day_of_year(self.local_second()[2] // 86400)

    def hour(self: Time) -> int:
        """Return the hour of the day."""
        return self._second_of_day() // 3600

    def minute(self: Time) -> int:
        """Return the minute of the hour."""
        return self._second_of_day() // 60 % 60

    def second(self: Time) -> int:
        """Return the second of the minute."""
        return self._second_of_day() % 60

    def nanoseconds(self: Time) -> int:
        """Return the nanosecond of the second."""
        return self.nanosecond

    def unix(self: Time) -> Int64:
        """Return the seconds since 1970-01-01 00:00:00 UTC."""
        return Int64(wrapped(self.seconds - _UNIX_TO_INTERNAL))

    def unix_milli(self: Time) -> Int64:
        """Return the milliseconds since 1970."""
        return Int64(wrapped(self.unix() * 1_000 + self.nanosecond // 1_000_000))

    def unix_micro(self: Time) -> Int64:
        """Return the microseconds since 1970."""
        return Int64(wrapped(self.unix() * 1_000_000 + self.nanosecond // 1_000))

    def unix_nano(self: Time) -> Int64:
        """Return the nanoseconds since 1970; years beyond 2262 run over."""
        return Int64(wrapped(self.unix() * SECOND + self.nanosecond))

    def is_zero(self: Time) -> bool:
        """Tell whether this is the zero Time."""
        return not self.seconds and not self.nanosecond

    def compare(self: Time, other: Time) -> int:
        """Return -1, 0 or 1 as this time is before, at or after ``other``."""
        if self.monotonic is not None and other.monotonic is not None:
            return (self.monotonic > other.monotonic) - (self.monotonic < other.monotonic)
        mine, theirs = (self.seconds, self.nanosecond), (other.seconds, other.nanosecond)
        return (mine > theirs) - (mine < theirs)

    def before(self: Time, other: Time) -> bool:
        """Tell whether this time is before ``other``."""
        return self.compare(other) < 0

    def after(self: Time, other: Time) -> bool:
        """Tell whether this time is after ``other``."""
        return self.compare(other) > 0

    def equal(self: Time, other: Time) -> bool:
        """Tell whether both are the same instant, wherever it is seen from."""
        return self.compare(other) == 0

    def add(self: Time, duration: Duration) -> Time:
        """Return the time ``duration`` later."""
        carry, nanosecond = divmod(self.nanosecond + int(duration), SECOND)
        seconds = max(-LARGEST, min(LARGEST, self.seconds + carry))
        monotonic = self.monotonic
        if monotonic is not None:
            monotonic += int(duration)
            if not SMALLEST <= monotonic <= LARGEST:
                monotonic = None
        return Time(seconds, nanosecond, self.location, monotonic)

    def sub(self: Time, other: Time) -> Duration:
        """Return the time since ``other``, at most about 292 years."""
        if self.monotonic is not None and other.monotonic is not None:
            difference = self.monotonic - other.monotonic
        else:
            difference = (
                (self.seconds - other.seconds) * SECOND + self.nanosecond - other.nanosecond
            )
        return Duration(max(SMALLEST, min(LARGEST, difference)))

    def add_date(self: Time, years: int, months: int, days: int) -> Time:
        """Return the time that many years, months and days later; days of the month run over."""
        year, month, day = self._date()
        return time_at(
            civil.day_number(year + years, month + months, 1) + day + days - 1,
            self._second_of_day(),
            self.nanosecond,
            self.location,
        )

    def in_location(self: Time, location: Location) -> Time:
        """Return the same instant seen from ``location``."""
        return Time(self.seconds, self.nanosecond, location)

    def utc(self: Time) -> Time:
        """Return the same instant seen from UTC."""
        return self.in_location(UTC)

    def place(self: Time) -> Location:
        """Return the location."""
        return self.location

    def is_dst(self: Time) -> bool:
        """Tell whether daylight saving time holds."""
        return self.location.lookup(self.unix()).is_dst

    def truncate(self: Time, step: Duration) -> Time:
        """Return the time rounded down to a multiple of ``step`` since the zero Time."""
        return self._stepped(-self._rest(step))

    def round(self: Time, step: Duration) -> Time:
        """Return the nearest multiple of ``step`` since the zero Time; halves go up."""
        rest = self._rest(step)
        return self._stepped(-rest if rest + rest < step or step <= 0 else int(step) - rest)

    def _rest(self, step: Duration) -> int:
        return (self.seconds * SECOND + self.nanosecond) % int(step) if step > 0 else 0

    def _stepped(self, nanoseconds: int) -> Time:
        return Time(self.seconds, self.nanosecond, self.location).add(Duration(nanoseconds))

    def marshal_json(self: Time) -> bytes:
        """Return the time as JSON."""
        return f'"{self._marshalled("JSON")}"'.encode()

    def marshal_text(self: Time) -> bytes:
        """Return the time as RFC 3339."""
        return self._marshalled("Text").encode()

    def _marshalled(self, name: str) -> str:
        try:
            return self._strict_text()
        except GoError as error:
            raise FunctionError(f"Time.Marshal{name}: {error}") from None


def unix_time(seconds: int, location: Location) -> Time:
    """Return the time so many seconds after 1970-01-01 00:00:00 UTC."""
    return Time(seconds + _UNIX_TO_INTERNAL, 0, location)


def time_at(day: int, second: int, nanosecond: int, location: Location) -> Time:
    """Return the time at which a clock at ``location`` shows a second of a day.

    day: the number of the day, 0 for 1970-01-01. Go's rule decides for seconds that the clock
    skips or shows twice.
    """
    unix = wrapped(day * 86400 + second)
    span = location.lookup(unix)
    offset = span.offset
    if offset:
        if not span.start <= unix - offset < span.end:
            offset = location.lookup(unix - offset).offset
        unix -= offset
    return Time(unix + _UNIX_TO_INTERNAL, nanosecond, location)


def parse_time(layout: str, text: str, location: Location) -> Time:
    """Read a time as ``layout`` says (time.ParseInLocation).

    location: where a text without a zone is meant to be. Raises ``GoError``.
    """
    from helmwright.go.time_parse import read_time

    found = read_time(layout, text)
    day = civil.day_number(found.year, found.month, found.day)
    second = (found.hour * 60 + found.minute) * 60 + found.second
    if found.utc:
        return time_at(day, second, found.nanosecond, UTC)
    if found.zone_offset == -1 and not found.zone_name:
        return time_at(day, second, found.nanosecond, location)
    time = time_at(day, second, found.nanosecond, UTC)
    if found.zone_offset != -1:
        time.seconds -= found.zone_offset
        span = location.lookup(time.unix())
        known = span.offset == found.zone_offset and found.zone_name in ("", span.name)
        time.location = location if known else fixed_zone(found.zone_name, found.zone_offset)
        return time
    offset = location.lookup_name(found.zone_name, time.unix())
    if offset is not None:
        time.seconds -= offset
        time.location = location
        return time
    hours = found.zone_name[3:] if found.zone_name[:3] == "GMT" else ""
    time.location = fixed_zone(found.zone_name, int(hours or 0) * 3600)
    return time


def _local(time: Time) -> Time:
    import os

    if time.location.is_local:
        return time.in_location(time.location)
    return time.in_location(local_zone(os.environ.get("TZ")))


def _refused(name: str, complaint: str) -> Function:
    """Return a method that templates cannot call because of its results."""

    def refuse(_: Time) -> None:
        raise ExecutionError(complaint)

    return describe_method(name, refuse)


def _too_many(name: str, count: int) -> Function:
    return _refused(name, f"function {name} has {count} return values; should be 1 or 2")


def _no_error(name: str, kind: str) -> Function:
    complaint = (
        f"invalid function signature for {name}: second return value should be error; is {kind}"
    )
    return _refused(name, complaint)


_METHODS: dict[str, Callable[..., Any]] = {
    "Add": Time.add,
    "AddDate": Time.add_date,
    "After": Time.after,
    "Before": Time.before,
    "Compare": Time.compare,
    "Day": Time.day,
    "Equal": Time.equal,
    "Format": Time.format,
    "GoString": Time.go_syntax,
    "Hour": Time.hour,
    "IsDST": Time.is_dst,
    "IsZero": Time.is_zero,
    "Local": _local,
    "Location": Time.place,
    "MarshalJSON": Time.marshal_json,
    "MarshalText": Time.marshal_text,
    "Minute": Time.minute,
    "Month": Time.month,
    "Nanosecond": Time.nanoseconds,
    "Round": Time.round,
    "Second": Time.second,
    "String": Time.string,
    "Sub": Time.sub,
    "Truncate": Time.truncate,
    "UTC": Time.utc,
    "Unix": Time.unix,
    "UnixMicro": Time.unix_micro,
    "UnixMilli": Time.unix_milli,
    "UnixNano": Time.unix_nano,
    "Weekday": Time.weekday,
    "Year": Time.year,
    "YearDay": Time.year_day,
}
Time.go_methods = {name: describe_method(name, call) for name, call in _METHODS.items()} | {
    "In": Function("In", Time.in_location, (Location.go_type,)),
    "Clock": _too_many("Clock", 3),
    "Date": _too_many("Date", 3),
    "ISOWeek": _no_error("ISOWeek", "int"),
    "Zone": _no_error("Zone", "int"),
    "ZoneBounds": _no_error("ZoneBounds", "time.Time"),
}
for _kind in (Month, Weekday):
    _kind.go_methods = {"String": Function("String", _kind.go_string, ())}
