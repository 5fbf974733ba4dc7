"""Documents that people write: their values as Go's JSON has them, and where these stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.records import Record, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.paths import Path

Document = dict[str, Any]

_LARGEST = float(1 << 63)


class Written(Protocol):
    """Something that values were written in: a file, or the command line."""

    def place(self, path: Path) -> Position | None:
        """Return where the value at ``path`` stands; None if it is not set here."""


class TextFile:
    """A YAML file; its positions are looked for when they are first asked for."""

    __slots__ = ("_folded", "_places", "name", "text")

    def __init__(self, name: str, text: bytes) -> None:
        self.name = name
        self.text = text
        self._places: dict[Path, Position] | None = None
        self._folded: dict[Path, Position] = {}

    def place(self, path: Path) -> Position | None:
        """Return where the value at ``path`` stands; None if the file does not set it.

        Keys may differ in case: old masters change it, and Go does not mind.
        """
        if self._places is None:
            from helmwright.go.yaml_positions import positions

            try:
                found = positions(self.text, self.name)
            except HelmwrightError:
                found = {}
            self._places = {key: place.key for key, place in found.items()}
            self._folded = {_folded(key): place for key, place in self._places.items()}
        return self._places.get(path) or self._folded.get(_folded(path))


def _folded(path: Path) -> Path:
    return tuple(key.lower() if isinstance(key, str) else key for key in path)


class FlagValues:
    """Values that flags have set: ``values`` is the tree of them, ``name`` the flag's."""

    __slots__ = ("name", "values")

    def __init__(self, name: str, values: Document) -> None:
        self.name = name
        self.values = values

    def place(self, path: Path) -> Position | None:
        """Return the flag as the place of a value that it sets."""
        value: Any = self.values
        for step in path:
            known = range(len(value)) if type(value) is list else section(value)
            if step not in known:
                return None
            value = value[step]
        return Position(self.name)


class Source(Record):
    """Where a document was written: below ``path`` in ``written``, of which the first wins.

    aliases: paths in the document whose values come from another path of what was written, such
    as the pull secrets that a chart writes into every pod spec.
    """

    written: tuple[Written, ...] = ()
    path: Path = ()
    aliases: Mapping[Path, Path] = field(default_factory=dict)

    def at(self, *path: str | int) -> Source:
        """Return the source of what is below ``path``."""
        size = len(path)
        below = {
            key[size:]: value
            for key, value in self.aliases.items()
            if len(key) > size and key[:size] == path
        }
        return Source(self.written, self._resolved(path), below)

    def position(self, path: Path = ()) -> Position | None:
        """Return where the value at ``path`` stands, or the nearest part above that is there."""
        for length in range(len(path), -1, -1):
            wanted = self._resolved(path[:length])
            if not wanted:
                break
            for one in self.written:
                place = one.place(wanted)
                if place is not None:
                    return place
        return None

    def _resolved(self, path: Path) -> Path:
        for length in range(len(path), 0, -1):
            if path[:length] in self.aliases:
                return (*self.aliases[path[:length]], *path[length:])
        return (*self.path, *path)


NOWHERE = Source()


def json_value(value: Any) -> Any:
    """Return a value read from YAML as one read from JSON: whole numbers are integers."""
    if type(value) is dict:
        return {key: json_value(member) for key, member in value.items()}
    if type(value) is list:
        return [json_value(member) for member in value]
    if type(value) is float and value.is_integer() and abs(value) < _LARGEST:
        return int(value)
    return value


def section(value: Any) -> Document:
    """Return ``value`` if it is a map, else an empty one: where the master would find nothing."""
    return value if type(value) is dict else {}
