"""Time zones: Go's time.Location, read from the system's TZif files when first asked for.

Source: time/zoneinfo.go, zoneinfo_read.go, zoneinfo_unix.go (Go 1.26).
"""

from __future__ import annotations

import os
from bisect import bisect_right
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from helmwright.base.errors import GoError
from helmwright.go.function import Function
from helmwright.go.kinds import Struct
from helmwright.go.time_spans import ALPHA, OMEGA, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SOURCES = (
    "/usr/share/zoneinfo/",
    "/usr/share/lib/zoneinfo/",
    "/usr/lib/locale/TZ/",
    "/etc/zoneinfo",
)
_LARGEST_FILE = 10 << 20
_BAD_DATA = "malformed time zone information"


class Zone(NamedTuple):
    """What a clock shows for a while: abbreviation, seconds east of UTC, daylight saving."""

    name: str
    offset: int
    is_dst: bool


class Location(Struct):
    """A place with its history of zones.

    name: ``UTC``, ``Local``, an IANA name, or the name of a fixed zone (may be empty).
    is_local: this is the machine's own zone.
    """

    __slots__ = ("extend", "indexes", "is_local", "name", "transitions", "zones")
    go_type = "*time.Location"
    go_kind = "ptr"
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def __init__(
        self,
        name: str,
        zones: Sequence[Zone] = (),
        transitions: Sequence[int] = (),
        indexes: Sequence[int] = (),
        extend: str = "",
    ) -> None:
        """Make a location that changes to ``zones[indexes[i]]`` at ``transitions[i]``.

        extend: the POSIX rule for what comes after the last transition.
        """
        self.name = name
        self.zones = zones
        self.transitions = transitions
        self.indexes = indexes
        self.extend = extend
        self.is_local = False

    def go_string(self) -> str:
        """Return the name."""
        return self.name

    def lookup(self, second: int) -> Span:
        """Return the zone in use at a Unix second."""
        if not self.zones:
            return Span("UTC", 0, ALPHA, OMEGA, False)
        position = bisect_right(self.transitions, second) - 1
        if position < 0:
            end = self.transitions[0] if self.transitions else OMEGA
            return _span(self.zones[self._first_zone()], ALPHA, end)
        last = position == len(self.transitions) - 1
        start = self.transitions[position]
        if last and self.extend:
            from helmwright.go.time_rules import rule_span

            span = rule_span(self.extend, start, second)
            if span is not None:
                return span
        end = OMEGA if last else self.transitions[position + 1]
        return _span(self.zones[self.indexes[position]], start, end)

    def _first_zone(self) -> int:
        """Return the index of the zone that held before the first transition."""
        if 0 not in self.indexes:
            return 0
        if self.indexes and self.zones[self.indexes[0]].is_dst:
            for index in range(self.indexes[0] - 1, -1, -1):
                if not self.zones[index].is_dst:
                    return index
        return next((index for index, zone in enumerate(self.zones) if not zone.is_dst), 0)

    def lookup_name(self, name: str, second: int) -> int | None:
        """Return the offset of the zone with this abbreviation, best at the given second."""
        named = [zone for zone in self.zones if zone.name == name]
        for zone in named:
            span = self.lookup(second - zone.offset)
            if span.name == zone.name:
                return span.offset
        return named[0].offset if named else None


Location.go_methods = {"String": Function("String", Location.go_string, ())}


def _span(zone: Zone, start: int, end: int) -> Span:
    return Span(zone.name, zone.offset, start, end, zone.is_dst)


UTC = Location("UTC")


def fixed_zone(name: str, offset: int) -> Location:
    """Return a location that is always ``offset`` seconds east of UTC."""
    return Location(name, [Zone(name, offset, False)], [ALPHA], [0])


def local_zone(setting: str | None) -> Location:
    """Return the machine's own zone.

    setting: the environment variable TZ: ``None`` for /etc/localtime, a name, or a path.
    """
    location = _local(setting)
    location.is_local = True
    return location


def _local(setting: str | None) -> Location:
    try:
        if setting is None:
            location = _load("localtime", ("/etc",))
            location.name = "Local"
            return location
        name = setting.removeprefix(":")
        if name[:1] == "/":
            location = _load(name, ("",))
            location.name = "Local" if name == "/etc/localtime" else name
            return location
        if name not in ("", "UTC"):
            return _load(name, _SOURCES)
    except GoError:
        pass
    return Location("UTC")


_loaded: dict[str, Location] = {}


def load_location(name: str, local: Location) -> Location:
    """Return the location with an IANA name; ``""`` and ``UTC`` are UTC, ``Local`` is ``local``.

    Raises ``GoError``: ``unknown time zone …``, ``time: invalid location name``.
    """
    if name in ("", "UTC"):
        return UTC
    if name == "Local":
        return local
    if ".." in name or name[0] in "/\\":
        raise GoError("time: invalid location name")
    location = _loaded.get(name)
    if location is None:
        location = _loaded[name] = _load(name, _SOURCES)
    return location


def _load(name: str, sources: Sequence[str]) -> Location:
    """Return the location in the first of the directories that has it."""
    complaint = ""
    for source in sources:
        try:
            return read_tzif(name, _read(f"{source}/{name}" if source else name))
        except FileNotFoundError:
            continue
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            complaint = complaint or reason[:1].lower() + reason[1:]
        except ValueError:
            complaint = complaint or "invalid argument"
        except GoError as error:
            complaint = complaint or error.message
    raise GoError(complaint or f"unknown time zone {name}")


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 (pathlib is slow to import)
        return file.read(_LARGEST_FILE)


class _Reader:
    """Bytes that are taken from the front; too few are bad data."""

    def __init__(self, data: bytes) -> None:
        """Begin at the start of ``data``."""
        self.data = data
        self.position = 0

    def take(self, count: int) -> bytes:
        """Return the next ``count`` bytes."""
        self.position += count
        if self.position > len(self.data):
            raise GoError(_BAD_DATA)
        return self.data[self.position - count : self.position]

    def counts(self) -> list[int]:
        """Return the six counts of a header."""
        data = self.take(24)
        return [int.from_bytes(data[start : start + 4], "big") for start in range(0, 24, 4)]


def read_tzif(name: str, data: bytes) -> Location:
    """Return the location that a TZif file describes.

    Raises ``GoError("malformed time zone information")``.
    """
    reader = _Reader(data)
    header = reader.take(20)
    if header[:4] != b"TZif" or header[4:5] not in (b"\0", b"2", b"3"):
        raise GoError(_BAD_DATA)
    counts = reader.counts()
    width = 4
    if header[4]:
        utc_local, std_wall, leap, times, zones, chars = counts
        reader.take(times * 5 + zones * 6 + chars + leap * 8 + std_wall + utc_local + 20)
        counts = reader.counts()
        width = 8
    utc_local, std_wall, leap, times, zones, chars = counts
    seconds = reader.take(times * width)
    indexes = list(reader.take(times))
    descriptions = reader.take(zones * 6)
    names = reader.take(chars)
    reader.take(leap * (width + 4) + std_wall + utc_local)
    rest = data[reader.position :]
    extend = rest[1:-1] if len(rest) > 2 and rest[:1] == rest[-1:] == b"\n" else b""
    if not zones or any(index >= zones for index in indexes):
        raise GoError(_BAD_DATA)
    table = [_zone(descriptions[start : start + 6], names) for start in range(0, zones * 6, 6)]
    transitions = [
        int.from_bytes(seconds[start : start + width], "big", signed=True)
        for start in range(0, times * width, width)
    ]
    return Location(name, table, transitions or [ALPHA], indexes or [0], extend.decode("latin-1"))


def _zone(data: bytes, names: bytes) -> Zone:
    """Return a zone from its six bytes and the table of names."""
    if data[5] >= len(names):
        raise GoError(_BAD_DATA)
    name = names[data[5] :].partition(b"\0")[0].decode("utf-8", "surrogateescape")
    return Zone(name, int.from_bytes(data[:4], "big", signed=True), data[4] != 0)
