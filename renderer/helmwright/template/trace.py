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


class _Piece(NamedTuple):
    text: str
    code: CodeType
    instruction: int


class OutputTrace:
    """What was written, and from where, by the path of the rendered file."""

    def __init__(self) -> None:
        self._pieces: dict[str, list[_Piece]] = {}

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

    @staticmethod
    def _origin(piece: _Piece) -> tuple[str, int]:
        positions = list(piece.code.co_positions())
        line = positions[piece.instruction // 2][0]
        return piece.code.co_filename, line or 1

    @staticmethod
    def _is_copied(piece: _Piece, sources: dict[str, str]) -> bool:
        """Tell whether a piece is text of the template that stands where it was written from."""
        line, _, column, _ = list(piece.code.co_positions())[piece.instruction // 2]
        source = sources.get(piece.code.co_filename)
        if source is None or line is None or column is None:
            return False
        lines = source.split("\n")
        if line > len(lines):
            return False
        first = lines[line - 1].encode("utf-8", "surrogateescape")[column:]
        rest = "\n".join([first.decode("utf-8", "surrogateescape"), *lines[line:]])
        return rest.startswith(piece.text)
