"""Keys of the user's that the chart does not know and no rule can tell from right ones, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.paths import dotted
from helmwright.lint.abstract_values import ANY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.known_keys import Spot, UnknownKey
    from helmwright.lint.settings import Settings


class Undecided(NamedTuple):
    """Some keys of one map; place: where the first of them stands. reason: in words."""

    place: str
    paths: tuple[Path, ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {', '.join(map(dotted, self.paths))}: {self.reason}"


def undecided(settings: Settings) -> Iterator[Undecided]:
    """Yield the maps of which ``misspelt-key`` and ``unread-key`` cannot say that a key is wrong.

    Keys that resemble a known one, that the schema refuses, or that nothing reads are told of by
    rules; those below a key that is unknown itself go with it.
    """
    maps: dict[tuple[Path, str], list[Path]] = {}
    for unknown in settings.unknown_keys:
        path = unknown.path
        above = any(path[:size] in paths for paths in maps.values() for size in range(len(path)))
        reason = "" if above or unknown.meant or settings.is_refused(path) else _reason(unknown)
        if reason:
            maps.setdefault((path[:-1], reason), []).append(path)
    for (_, reason), paths in maps.items():
        yield Undecided(str(settings.span(paths[0], of_key=True)), tuple(paths), reason)


def _reason(unknown: UnknownKey) -> str:
    """Return why nobody knows whether a key is right; blank where it is known to be unread."""
    name = dotted(unknown.path[:-1]) or "all values"
    found = [_of_spot(spot, str(unknown.path[-1]), name) for spot in unknown.place.spots]
    return next(filter(None, found), "")


def _of_spot(spot: Spot, key: str, name: str) -> str:
    reads, path = spot.known.reads, spot.path
    if reads.opaque:
        return "the templates compute which values they read, so they may read it"
    if () in reads.whole:
        return "templates pass on all values, so they may read it"
    if any(len(one) <= len(path) and reads.covers(one, path) for one in reads.whole):
        return f"templates pass {name} on as a whole, with every key in it"
    if any(reads.covers(one, (*path, key)) and one[-1:] == (ANY,) for one in reads.touched):
        return f"templates loop over {name}, whatever the keys are"
    if reads.from_text and not spot.known.chart.values:
        return "texts of the values are run as templates, which may read it"
    return ""
