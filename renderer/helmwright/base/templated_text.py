"""Text that a template made, with the places in the template that wrote it."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_HIDDEN = "…"


class Part(NamedTuple):
    """A stretch of text and where it was written; ``None`` where that is not known.

    is_literal: the text stands there as it is; otherwise an expression there gave it.
    """

    text: str
    place: Position | None
    is_literal: bool


class _Segment(NamedTuple):
    column: int
    place: Position
    is_literal: bool


class TemplatedText(bytes):
    """What a template made: bytes, UTF-8, that know where they come from.

    name: the template's path, which positions in these bytes have, too.
    sources: the texts of the templates that took part, by path.
    """

    name: str
    sources: Mapping[str, str]
    _lines: list[list[_Segment]]
    _literals: str

    @classmethod
    def of(cls, parts: Iterable[Part], name: str, sources: Mapping[str, str]) -> TemplatedText:
        """Return the text that is made of ``parts``."""
        parts = list(parts)
        text = cls("".join(part.text for part in parts).encode("utf-8", "surrogateescape"))
        text.name = name
        text.sources = sources
        text._lines = _segments(parts, name)
        text._literals = "\n".join(sources.values())
        return text

    def place(self, position: Position) -> Position:
        """Return where the template writes what is at ``position`` in this text.

        Exact for what stands in the template as it is; for what an expression gives, the
        expression's place.
        """
        if position.path != self.name or position.line is None:
            return position
        index = min(position.line, len(self._lines)) - 1
        while index > 0 and not self._lines[index]:
            index -= 1
        segments = self._lines[index] if self._lines else []
        if not segments:
            return position
        if position.column is None or index != position.line - 1:
            place = segments[0].place
            return place if position.column is not None else Position(place.path, place.line)
        at = bisect_right([segment.column for segment in segments], position.column) - 1
        column, place, is_literal = segments[max(at, 0)]
        if not is_literal or place.column is None:
            return place
        return Position(place.path, place.line, place.column + max(position.column - column, 0))

    def is_literal(self, position: Position) -> bool:
        """Tell whether what is at ``position`` stands in the template as it is."""
        line, column = position.line or 1, position.column or 1
        if line > len(self._lines) or not self._lines[line - 1]:
            return False
        segments = self._lines[line - 1]
        at = bisect_right([segment.column for segment in segments], column) - 1
        return segments[max(at, 0)].is_literal

    def message(self, text: str) -> str:
        """Return what is wrong with this text, in words that fit the template.

        Numbers of lines become the template's. What is quoted and does not stand in the template
        comes out of its context, which may be secret.
        """
        import re

        def quoted(found: re.Match[str]) -> str:
            inner = found[0][1:-1]
            return found[0] if inner in self._literals else found[0][0] + _HIDDEN + found[0][-1]

        return self.lines(re.sub(r"`[^`]*`|\"(?:[^\"\\]|\\.)*\"|'[^']*'", quoted, text))

    def lines(self, text: str) -> str:
        """Return a message whose numbers of lines are the template's."""
        import re

        def line(found: re.Match[str]) -> str:
            place = self.place(Position(self.name, int(found[1])))
            where = "" if place.path == self.name else f" of {place.path}"
            return f"line {place.line}{where}"

        return re.sub(r"\bline (\d+)\b", line, text)


def _segments(parts: Iterable[Part], name: str) -> list[list[_Segment]]:
    """Return, for each line, which of its columns were written where."""
    lines: list[list[_Segment]] = [[]]
    column = 1
    last = Position(name, 1, 1)
    for text, place, is_literal in parts:
        start = place or last
        for number, piece in enumerate(text.split("\n")):
            here = start
            if number:
                lines.append([])
                column = 1
                if is_literal and start.line is not None:
                    here = Position(start.path, start.line + number, 1)
            if piece or number:
                # An empty stretch says where an empty line, or the end, was written.
                lines[-1] = [one for one in lines[-1] if one.column != column]
                lines[-1].append(_Segment(column, here, is_literal))
            column += len(piece)
            last = here
    return lines
