"""Where the keys and items of YAML documents stand, for whoever points at a user's line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.go.yaml_positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.errors import Position
    from helmwright.base.paths import Path
    from helmwright.go.yaml_positions import Place


class PositionTable(Mapping["Path", "Position"]):
    """The positions of one document: of each key, and of each item of a list, by its path.

    A path is a tuple of keys and indexes; the empty one is the document itself. What an alias or a
    merge key brings stands at its anchor.
    """

    __slots__ = ("_places", "_root")

    def __init__(self, places: Mapping[Path, Place], root: Path = ()) -> None:
        self._places = places
        self._root = root

    def __getitem__(self, path: Path) -> Position:
        return self._places[self._root + path].key

    def get(self, path: Path, default: Any = None) -> Any:
        """Return the position of ``path``, or ``default`` for what is not in the document."""
        place = self._places.get(self._root + path)
        return default if place is None else place.key

    def __iter__(self) -> Iterator[Path]:
        depth = len(self._root)
        for path in self._places:
            if path[:depth] == self._root:
                yield path[depth:]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def value(self, path: Path) -> Position | None:
        """Return where the value at ``path`` begins, which may be behind its key or below it."""
        place = self._places.get(self._root + path)
        return None if place is None else place.value

    def nearest(self, path: Path) -> Position | None:
        """Return the position of ``path`` or else of the innermost part around it."""
        whole = self._root + path
        for length in range(len(whole), -1, -1):
            place = self._places.get(whole[:length])
            if place is not None:
                return place.key
        return None

    def below(self, *steps: str | int) -> PositionTable:
        """Return the table of what stands below ``steps``, which its paths begin without."""
        return PositionTable(self._places, self._root + steps)


@checked
def document_positions(text: str | bytes, file: str | os.PathLike[str]) -> PositionTable:
    """Return the positions in the first document of ``text``.

    text: of a file, or one document of a stream as `read_documents` gives it; lines are those of the
    stream. file: the name that the positions carry.
    Raises ``YAMLError`` with Go's text for what cannot be read.
    """
    return PositionTable(positions(text, os.fspath(file)))
