"""A file that Helm cannot read: its lines, and where reading stopped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from helmwright.lint.source import ValuesSource

KEY = lazy_pattern(
    r"^(?P<lead>\s*(?:- +)*)(?P<key>[^\s#:'\"\[{-][^:#]*?|'[^']*'|\"[^\"]*\")\s*:(?=\s|$)"
)


class Diagnosis(NamedTuple):
    """Where a mistake is, what it is, and what to write instead."""

    span: Span
    message: str
    fix: str = ""


class Failure(NamedTuple):
    """A refused file: Helm's reason without its lead, and line and column from 1."""

    source: ValuesSource
    reason: str
    line: int
    column: int

    def text(self, line: int) -> str:
        """Return a line by its number; blank if there is none."""
        lines = self.source.lines
        return lines[line - 1] if 1 <= line <= len(lines) else ""

    def span(self, line: int, column: int, length: int) -> Span:
        """Return a part of a line."""
        return Span(self.source.name, line, column, line, column + length)

    def whole(self, line: int) -> Span:
        """Return what a line holds, without the blanks around it."""
        text = self.text(line)
        lead = len(text) - len(text.lstrip())
        return self.span(line, lead + 1, len(text.strip()))

    def previous(self, line: int) -> int:
        """Return the number of the line before that holds something; 0 if there is none."""
        for number in range(min(line - 1, len(self.source.lines)), 0, -1):
            stripped = self.text(number).strip()
            if stripped and not stripped.startswith("#"):
                return number
        return 0


def indent_of(text: str) -> int:
    """Return how many spaces a line begins with."""
    return len(text) - len(text.lstrip(" "))


def content_column(text: str) -> int:
    """Return the column, from 0, of the first key of a line, behind dashes."""
    lead = re.match(r"\s*(?:- +)*", text)
    return lead.end() if lead else 0
