"""Finds where the keys of TOML stand, which Python's reader does not tell.

Tables and their keys are found, and keys that are written with dots; what stands in inline tables and
lists has the place of the key that they belong to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_TABLE = re.compile(rf"[ \t]*\[[ \t]*({_KEY})[ \t]*\]")
_ARRAY = re.compile(rf"[ \t]*\[\[[ \t]*{_KEY}[ \t]*\]\]")
_ENTRY = re.compile(rf"[ \t]*({_KEY})[ \t]*=")
_TEXTS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)


def toml_places(text: str, path: str) -> Mapping[Path, Position]:
    """Return the places of tables and keys, by the names that lead to them."""
    found: dict[Path, Position] = {}
    table: Path | None = ()
    depth = 0
    masked = _TEXTS.sub(_blank, text).split("\n")
    inside = set(_inner_lines(text))
    for number, (line, bare) in enumerate(zip(text.split("\n"), masked, strict=True), start=1):
        if depth == 0 and number not in inside:
            header, entry = _TABLE.match(line), _ENTRY.match(line)
            if _ARRAY.match(line):
                table = None  # of which there may be several
            elif header:
                table = _names(header[1])
                _put(found, (), table, Position(path, number, header.start(1) + 1))
            elif entry and table is not None:
                place = Position(path, number, entry.start(1) + 1)
                _put(found, table, _names(entry[1]), place)
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return found


def _put(found: dict[Path, Position], table: Path, names: Path, place: Position) -> None:
    for length in range(1, len(names) + 1):
        found.setdefault((*table, *names[:length]), place)


def _names(key: str) -> Path:
    parts = re.findall(_PART, key)
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in parts)


def _inner_lines(text: str) -> Iterator[int]:
    """Yield the numbers of the lines that begin inside of a text."""
    for found in _TEXTS.finditer(text):
        first = text.count("\n", 0, found.start()) + 1
        yield from range(first + 1, first + 1 + found[0].count("\n"))


def _blank(found: re.Match[str]) -> str:
    """Return as many lines without what a text or a comment holds."""
    return re.sub(r"[^\n]", " ", found[0])
