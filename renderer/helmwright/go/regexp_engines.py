"""One text being searched: by Python's ``re``, or by RE2 where ``re`` is too slow or means another thing.

RE2 works on UTF-8 bytes; positions here are always the engine's own, and ``cut`` gives text.
This is the only module that imports google-re2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from helmwright.base.errors import FunctionError
from helmwright.go.regexp_nodes import NO_WORD_BOUNDARY, Node
from helmwright.go.regexp_translate import TooLongError, has_operator, translate

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

_RE2_MEMORY = 64 << 20
_LEAD_BYTES = {0xC: 2, 0xD: 2, 0xE: 3, 0xF: 4}


class Search(Protocol):
    """A text that is searched; positions count in the engine's units from 0 to ``end``."""

    end: int

    def find(self, position: int) -> Sequence[tuple[int, int]] | None:
        """Return the spans of the leftmost match from ``position`` on: whole match, then groups."""

    def step(self, position: int) -> int:
        """Return the position after the character at ``position``, beyond the end at the end."""

    def cut(self, start: int, stop: int) -> str:
        """Return the text between two positions."""


class PythonSearch:
    """Searches with a compiled pattern of ``re``; positions count characters."""

    __slots__ = ("_search", "_text", "end")

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._search = pattern.search
        self._text = text
        self.end = len(text)

    def find(self, position: int) -> Sequence[tuple[int, int]] | None:
        """Return the spans of the leftmost match from ``position`` on."""
        match = self._search(self._text, position)
        return match.regs if match else None

    def step(self, position: int) -> int:
        """Return the position after the character at ``position``."""
        return position + 1

    def cut(self, start: int, stop: int) -> str:
        """Return the text between two positions."""
        return self._text[start:stop]


class Re2Search:
    """Searches with RE2; positions count UTF-8 bytes, an invalid byte as three (U+FFFD)."""

    __slots__ = ("_data", "_match", "_mode", "_offset", "_original", "_skip", "end")

    def __init__(self, program: Re2Program, text: str) -> None:
        self._offset: list[int] | None = None
        self._original = text
        try:
            self._data = text.encode()
        except UnicodeEncodeError:
            self._data = self._replace_invalid(text)
        self.end = len(self._data)
        self._match = program.match
        self._skip = 0
        self._mode = program.unanchored
        if program.crawling:
            self._skip = 1
            self._mode = program.anchored

    def _replace_invalid(self, text: str) -> bytes:
        """Return the bytes as Go reads them, and remember where each character begins."""
        cleaned = "".join("\ufffd" if "\udc80" <= c <= "\udcff" else c for c in text)
        offset = [0] * (len(cleaned.encode()) + 1)
        position = 0
        for index, character in enumerate(cleaned):
            offset[position] = index
            position += len(character.encode())
        offset[position] = len(text)
        self._offset = offset
        return cleaned.encode()

    def find(self, position: int) -> Sequence[tuple[int, int]] | None:
        """Return the spans of the leftmost match from ``position`` on."""
        spans: Sequence[tuple[int, int]] = self._match(self._mode, self._data, position, self.end)
        if spans[0][0] < 0:
            return None
        return spans[self._skip :] if self._skip else spans

    def step(self, position: int) -> int:
        """Return the position after the character at ``position``."""
        if position >= self.end:
            return position + 1
        return position + _LEAD_BYTES.get(self._data[position] >> 4, 1)

    def cut(self, start: int, stop: int) -> str:
        """Return the text between two positions."""
        if self._offset is not None:
            return self._original[self._offset[start] : self._offset[stop]]
        if len(self._original) == self.end:
            return self._original[start:stop]
        return self._data[start:stop].decode()


class Re2Program:
    r"""A pattern compiled by RE2.

    crawling: the pattern is anchored and skips characters itself. RE2 looks for a match that begins
    with ``\B`` between the bytes of a character, too; this way it cannot.
    """

    __slots__ = ("anchored", "crawling", "match", "unanchored")

    def __init__(self, root: Node, *, groups: bool) -> None:
        re2 = _load()
        try:
            pattern = translate(root, python=False, groups=groups)
        except TooLongError:
            raise FunctionError("regular expression is too large") from None
        self.crawling = has_operator(root, NO_WORD_BOUNDARY)
        if self.crawling:
            pattern = f"(?s:.)*?({pattern})"
        options = re2.Options()
        options.log_errors = False
        options.max_mem = _RE2_MEMORY
        options.never_capture = not (groups or self.crawling)
        program = re2._re2.RE2(pattern.encode(), options)  # noqa: SLF001 - the wrapper decodes and caches
        if not program.ok():
            raise FunctionError("regular expression is too large")
        self.match = program.Match
        self.unanchored = re2._re2.RE2.Anchor.UNANCHORED  # noqa: SLF001
        self.anchored = re2._re2.RE2.Anchor.ANCHOR_START  # noqa: SLF001


def _load() -> Any:
    """Import google-re2, which not every Python version has a wheel of."""
    from importlib import import_module  # there are no type stubs to import

    try:
        return import_module("re2")
    except ImportError:
        raise FunctionError(
            "this regular expression needs the Python package google-re2, which is not installed"
        ) from None


def has_re2() -> bool:
    """Tell whether RE2 can be used."""
    try:
        _load()
    except FunctionError:
        return False
    return True
