"""Tables as gosuri/uitable prints them: cells padded to their column, one tab between.

Widths are those of a terminal: wide letters count 2, marks 0. An escape sequence counts nothing.

Source: github.com/gosuri/uitable v0.0.4 table.go, util/strutil/strutil.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import category, combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ESCAPE = (
    "[\x1b\x9b][\\[\\]()#;?]*(?:(?:(?:[a-zA-Z\\d]*(?:;[a-zA-Z\\d]*)*)?\x07)"
    "|(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PRZcf-ntqry=><~]))"
)
_MARK = "..."
_INVISIBLE = frozenset(("Cc", "Cf", "Cn", "Cs", "Me", "Mn"))


def table(rows: Iterable[Sequence[str]], widest: int = 0) -> str:
    """Return rows of cells as lines, without a line break at the end.

    widest: how wide a column may get, longer cells end in ``...``; 0 for any width.
    """
    lines = [[cell.split("\n") for cell in row] for row in rows]
    widths: dict[int, int] = {}
    for row in lines:
        for column, cell in enumerate(row):
            width = max(map(_width, cell))
            widths[column] = max(widths.get(column, 0), min(width, widest) if widest else width)
    return "\n".join(_row(row, widths) for row in lines)


def _row(row: list[list[str]], widths: dict[int, int]) -> str:
    height = max(map(len, row))
    return "\n".join(
        "\t".join(
            _sized(cell[line], widths[column]) if line < len(cell) else " " * max(widths[column], 1)
            for column, cell in enumerate(row)
        )
        for line in range(height)
    )


def _sized(text: str, width: int) -> str:
    """Return a text that is so wide, cut with a mark if it is longer."""
    own = _width(text)
    if not width or own <= width:
        return text + " " * (width - own)
    kept, used = [], 0
    for character in text:
        kept.append(character)
        one = _character_width(character)
        if used + one >= width - len(_MARK):
            break
        used += one
    return "".join(kept) + _MARK


def _width(text: str) -> int:
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_character_width, re.sub(_ESCAPE, "", text)))


def _character_width(character: str) -> int:
    if combining(character) or category(character) in _INVISIBLE:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
