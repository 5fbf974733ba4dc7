"""A large index without reading all of it: where the lines of each chart are, and that all are right.

Reading 20 MB takes seconds, and a run needs few of the charts. So the lines of versions are held
against the form that Helm writes (``index_lines``), and what has another form is read by itself, a
version at a time. Where anything is not plainly right, and for all texts of another shape, there is
no outline: the index is then read whole, which says what is wrong.

That a part reads as it does in the whole: every part before it is a piece of YAML that is complete,
and it ends where a line begins further to the left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import YAMLError
from helmwright.go.yaml_shapes import StructOf
from helmwright.go.yaml_strict import load_record_strictly
from helmwright.sources.index_entries import (
    ENTRIES,
    INDEX,
    ChartVersion,
    Fields,
    check_times,
    checked,
)
from helmwright.sources.index_lines import CHART, version_pattern

if TYPE_CHECKING:
    from helmwright.base.log import Log

_SHAPE = StructOf("repo.IndexFile", {"entries": ENTRIES})
_ENTRIES = b"entries:\n"
_ITEM = b"  - "
_LEFT = re.compile(rb"\n(?= {0,2}[^ \n])")
"""The end of a line before one that begins where those of versions and charts do."""
_STAND_IN = "helmwright.stand-in"
_ANNOTATION = re.compile(rb"^ {6}([^ \n:]+):", re.MULTILINE)
_CONTROLS = bytes(byte for byte in (*range(32), 127) if byte not in b"\t\n")
_BREAKS = re.compile(rb"\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef(?:\xbb\xbf|\xbf[\xbe\xbf])")
"""What YAML takes for ends of lines, marks of byte order, and what it refuses, beyond ASCII."""


class Block(NamedTuple):
    """The lines of a chart, without that of its name; odd: the versions that had to be read."""

    start: int
    end: int
    odd: list[Fields | None]


class Outline(Mapping[str, list[ChartVersion]]):
    """The charts of an index, which are read when they are asked for; fields: the rest of it."""

    def __init__(self, data: bytes, blocks: dict[str, Block], fields: Fields) -> None:
        self.data = data
        self.blocks = blocks
        self.fields = fields
        self._known: dict[str, list[ChartVersion]] = {}

    def __getitem__(self, name: str) -> list[ChartVersion]:
        """Return the versions of a chart, newest first."""
        found = self._known.get(name)
        if found is None:
            block = self.blocks[name]
            lines = self.data[block.start : block.end]
            found = self._known[name] = checked(name, versions_of(lines), "", lambda *_, **__: None)
        return found

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the charts, as the index has them."""
        return iter(self.blocks)

    def __len__(self) -> int:
        """Count the charts."""
        return len(self.blocks)

    def having(self, text: bytes) -> Iterator[str]:
        """Yield the charts whose lines have a text in them."""
        for name, block in self.blocks.items():
            if self.data.find(text, block.start, block.end) >= 0:
                yield name

    def warn(self, source: str, log: Log) -> None:
        """Warn of the entries that are left out, as reading all of the index does."""
        for name, block in self.blocks.items():
            if block.odd:
                checked(name, block.odd, source, log)


def versions_of(lines: bytes) -> list[Fields | None]:
    """Return what the lines below the name of a chart say; raises YAMLError if they are not right."""
    found = load_record_strictly(_ENTRIES + b"  a:\n" + lines, _SHAPE)
    check_times(found)
    entries = found.get("entries")
    versions = entries.get("a") if isinstance(entries, dict) and len(entries) == 1 else None
    if not isinstance(versions, list):
        raise YAMLError("no list of versions")
    return versions


def outline(data: bytes) -> Outline | None:
    """Return what is where in the bytes of an index that is right; None if it must be read whole."""
    start = 0 if data.startswith(_ENTRIES) else data.find(b"\n" + _ENTRIES) + 1
    if (start == 0 and not data.startswith(_ENTRIES)) or not _is_plain(data):
        return None
    try:
        blocks, end = _blocks(data, start + len(_ENTRIES))
        around = data[:start] + f"entries: {{{_STAND_IN}: []}}\n".encode() + data[end:]
        fields = load_record_strictly(around, INDEX)
        if fields.pop("entries", None) != {_STAND_IN: []} or not fields.get("apiVersion"):
            return None
        check_times(fields)
    except YAMLError:
        return None
    return Outline(data, blocks, fields)


def _is_plain(data: bytes) -> bool:
    """Tell whether a text has no characters that YAML refuses, or that end lines unseen."""
    if len(data.translate(None, _CONTROLS)) != len(data):
        return False
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return _BREAKS.search(data) is None


def _blocks(data: bytes, place: int) -> tuple[dict[str, Block], int]:
    """Return the lines of each chart and where the last ends; raises YAMLError if something is odd."""
    blocks: dict[str, Block] = {}
    while (head := CHART.match(data, place)) is not None:
        name = head[1].decode()
        if name in blocks:
            raise YAMLError("twice")
        block = _block(data, head.end())
        blocks[name] = block
        place = block.end
    if not blocks:
        raise YAMLError("no chart of this form")
    return blocks, place


def _block(data: bytes, start: int) -> Block:
    match = version_pattern().match
    place, size = start, len(data)
    odd: list[Fields | None] = []
    while data.startswith(_ITEM, place):
        version = match(data, place)
        if version is not None and has_distinct_annotations(version):
            place = version.end()
        else:
            left = _LEFT.search(data, place)
            end = left.end() if left else size
            odd += versions_of(data[place:end])
            place = end
    if place == start:  # a list that is further to the right, or none
        left = _LEFT.search(data, place)
        place = left.end() if left else size
        odd += versions_of(data[start:place])
    return Block(start, place, odd)


def has_distinct_annotations(version: re.Match[bytes]) -> bool:
    """Tell whether no annotation of a version is there twice."""
    lines = version["annotations"]
    if lines is None:
        return True
    keys = _ANNOTATION.findall(lines)
    return len(keys) == len(set(keys))
