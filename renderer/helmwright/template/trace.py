"""Records which place of a template has written each line of a rendered file.

Compiled code calls ``write`` from code objects whose lines and columns are the template's, so the
caller of each write says where it came from; nothing is compiled anew for it. What ``include``
gives is written where it is included.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType


_Place = tuple[int | None, int | None, int | None, int | None]


class _Piece(NamedTuple):
    text: str
    code: CodeType
    instruction: int


class OutputTrace:
    """What was written, and from where, by the path of the rendered file."""

    def __init__(self) -> None:
        self._pieces: dict[str, list[_Piece]] = {}
        self._positions: dict[int, list[_Place]] = {}
        self._lines: dict[str, list[str]] = {}

    def writer(self, path: str, pieces: list[str]) -> Callable[[str], None]:
        """Return what takes the place of ``pieces.append`` for one file."""
        recorded: list[_Piece] = []
        self._pieces[path] = recorded

        def write(text: str) -> None:
            frame = sys._getframe(1)  # noqa: SLF001 - the caller is what is recorded
            recorded.append(_Piece(text, frame.f_code, frame.f_lasti))
            pieces.append(text)

        return write

    def lines(self, path: str, sources: dict[str, str]) -> list[tuple[str, int]]:
        """Return for each line of a rendered file the template and the line that wrote its text.

        A line is that of the first text on it that is not white space. sources: the templates'
        texts by path; they tell what was copied and what a value.
        """
        found: list[tuple[str, int]] = []
        current: tuple[str, int] | None = None
        last = (path, 1)
        for piece in self._pieces.get(path, ()):
            name, line = self._origin(piece)
            copied = self._is_copied(piece, sources)
            for index, part in enumerate(piece.text.split("\n")):
                if index:
                    found.append(current or last)
                    current = None
                last = (name, line + index) if copied else (name, line)
                if current is None and part.strip():
                    current = last
        found.append(current or last)
        return found

    def _place(self, piece: _Piece) -> _Place:
        """Return where a piece was written from; the pieces keep the code that ids are of."""
        known = self._positions.get(id(piece.code))
        if known is None:
            known = self._positions[id(piece.code)] = list(piece.code.co_positions())
        return known[piece.instruction // 2]

    def _origin(self, piece: _Piece) -> tuple[str, int]:
        return piece.code.co_filename, self._place(piece)[0] or 1

    def _is_copied(self, piece: _Piece, sources: dict[str, str]) -> bool:
        """Tell whether a piece is text of the template that stands where it was written from."""
        line, _, column, _ = self._place(piece)
        name = piece.code.co_filename
        if name not in sources or line is None or column is None:
            return False
        if name not in self._lines:
            self._lines[name] = sources[name].split("\n")
        lines = self._lines[name]
        if line > len(lines):
            return False
        first = lines[line - 1].encode("utf-8", "surrogateescape")[column:]
        last = line + piece.text.count("\n")
        rest = "\n".join([first.decode("utf-8", "surrogateescape"), *lines[line:last]])
        return rest.startswith(piece.text)
