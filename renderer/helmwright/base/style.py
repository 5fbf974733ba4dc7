"""What reports say with colours and links: one palette of meanings, and how much of it is written.

A report is given a ``Style`` and says what a text means; the style writes codes for it, or none.
All that it returns ends in ``printable``, which lets no other escape sequences through.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from helmwright.base.columns import wrapped
from helmwright.base.printable import linked, painted
from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BASIC = 8
"""So many colours has every terminal that has any; what each looks like is the user's choice."""
RICH = 256
"""So many colours have most: those from 16 on look the same everywhere."""


class Role(Enum):
    """What a text means."""

    HEADING = "heading"
    PLACE = "place"
    FAINT = "faint"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"
    NEW = "new object"
    GONE = "object that is gone"
    OTHER = "changed object"
    RENAMED = "renamed object"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skip"


CODES = {
    Role.HEADING: ("1", "1"),
    Role.PLACE: ("1", "1"),
    Role.FAINT: ("2", "38;5;244"),
    Role.ADDED: ("32", "38;5;64"),
    Role.REMOVED: ("31", "38;5;196"),
    Role.CHANGED: ("35", "38;5;166"),
    Role.MOVED: ("36", "38;5;31"),
    Role.NEW: ("1;32", "1;38;5;64"),
    Role.GONE: ("1;31", "1;38;5;196"),
    Role.OTHER: ("1;35", "1;38;5;166"),
    Role.RENAMED: ("1;36", "1;38;5;31"),
    Role.ERROR: ("1;31", "1;38;5;196"),
    Role.WARNING: ("1;35", "1;38;5;166"),
    Role.NOTE: ("1;36", "1;38;5;31"),
    Role.PASSED: ("42;30", "42;30"),
    Role.FAILED: ("41;37", "41;37"),
    Role.SKIPPED: ("43;30", "43;30"),
}
"""The code of each meaning with few colours, and that with many.

None of those with many is hard to read on a light or on a dark background: the contrast with white,
black, and the backgrounds of usual themes is at least 3.4. Of the few, yellow is not used, which
hardly shows on white, but behind a label.
"""
LINES = {"+": Role.ADDED, "-": Role.REMOVED, "@": Role.MOVED, "…": Role.FAINT}
"""What lines of a difference mean, by their first character."""
_HEAD = 2  # lines with the names of both sides


class Style(Record):
    """What a report may use besides text.

    colors: 0, ``BASIC`` or ``RICH``. host: of this machine, if names of files become links. width:
    the columns of the terminal that shows the report; None if none does, and lines that programs
    may read stay in one piece. ellipsis: what stands where something is left out.
    """

    colors: int = 0
    host: str | None = None
    width: int | None = None
    ellipsis: str = "…"

    def paint(self, text: str, role: Role) -> str:
        """Return a text with the colour of its meaning."""
        if not self.colors or not text:
            return text
        return painted(text, CODES[role][self.colors >= RICH])

    def headings(self, text: str) -> list[str]:
        """Return a line that says what something is or comes to; more than one on a narrow terminal."""
        return [self.paint(line, Role.HEADING) for line in self.lines(text)]

    def lines(self, text: str) -> list[str]:
        """Return a line; more than one on a narrow terminal."""
        return [text] if self.width is None else wrapped(text, self.width, rest="  ")

    def link(self, text: str, path: str) -> str:
        """Return a text that leads to a file, where there is one and the terminal can open it."""
        if self.host is None:
            return text
        from helmwright.base.file_links import file_url

        url = file_url(path, self.host)
        return linked(text, url) if url else text

    def diff(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of one unified diff, each with the colour of what it means."""
        for number, line in enumerate(lines):
            role = Role.HEADING if number < _HEAD else LINES.get(line[:1])
            text = line.rstrip("\n")
            yield f"{self.paint(text, role)}{line[len(text) :]}" if role else line


PLAIN = Style()
"""Text alone."""
