"""Findings for people: place, message, the line with a mark below it, and the fix."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from helmwright.base.printable import painted, printable_line
from helmwright.lint.finding import Severity
from helmwright.lint.report.related_places import related_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
_NARROWEST = 40
_TOP = (1, 1, 1, 1)
"""Where a file begins: what is not in it at all is missing there."""


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report as text."""
    writer = _Writer(report, options)
    parts = ["\n".join(writer.finding(finding)) for finding in writer.shown()]
    if not options.quiet or parts:
        parts.append(writer.paint(report.summary(writer.least), "1"))
    return "".join(f"{part}\n\n" for part in parts[:-1]) + "".join(f"{p}\n" for p in parts[-1:])


class _Writer:
    def __init__(self, report: LintReport, options: ReportOptions) -> None:
        self._report = report
        self._options = options
        self._width = max(options.width, _NARROWEST)
        self.least = Severity.WARNING if options.quiet else Severity.INFO

    def shown(self) -> list[Finding]:
        """Return the findings that are shown."""
        return [one for one in self._report.findings if one.severity >= self.least]

    def paint(self, text: str, color: str) -> str:
        """Return text in a colour, if there are any."""
        return painted(text, color) if self._options.color else text

    def finding(self, finding: Finding) -> Iterator[str]:
        """Yield the lines about a finding."""
        color = _COLORS[finding.severity]
        place = self.paint(printable_line(str(finding.span)), "1")
        rule = self.paint(f"[{finding.rule}]", "2")
        severity = self.paint(f"{finding.severity}:", color)
        yield f"{place}: {severity} {printable_line(finding.message)} {rule}"
        gutter = len(str(finding.span.line or "")) + 2
        yield from self._excerpt(finding.span, color, gutter)
        yield from self._remark("fix", finding.fix, "32", gutter)
        for text in related_places(finding):
            yield from self._remark("see", text, "36", gutter)

    def _excerpt(self, span: Span, color: str, gutter: int) -> Iterator[str]:
        line = self._report.excerpts.get((span.path, span.line or 0))
        if line is None or not line.strip() or span.column is None or span[1:] == _TOP:
            return
        ends_here = span.end_line == span.line and span.end_column is not None
        end = span.end_column if ends_here and span.end_column else len(line.rstrip()) + 1
        start = min(span.column - 1, len(line))
        length = max(end - span.column, 1)
        text, start, length = _cut(line, start, length, self._width - gutter - 3)
        bar = self.paint("|", "2")
        yield f"{self.paint(str(span.line).rjust(gutter), '2')} {bar} {text}"
        before = " " * _columns(text[:start])
        mark = "^" * max(_columns(text[start : start + length]), 1)
        yield f"{' ' * gutter} {bar} {before}{self.paint(mark, color)}"

    def _remark(self, name: str, text: str, color: str, gutter: int) -> Iterator[str]:
        if not text:
            return
        head = f"{' ' * gutter} {self.paint('=', '2')} {self.paint(f'{name}:', color)} "
        indent = gutter + len(name) + 5
        room = max(self._width - indent, _NARROWEST)
        first, *rest = wrap(
            printable_line(text), room, break_long_words=False, break_on_hyphens=False
        ) or [""]
        yield head + first
        for line in rest:
            yield " " * indent + line


def _cut(line: str, start: int, length: int, width: int) -> tuple[str, int, int]:
    """Return a part of a line around a stretch, and where the stretch is in it.

    What is cut off is shown by an ellipsis; tabs and control characters become one column.
    """
    shown = "".join(character if character.isprintable() else " " for character in line.rstrip())
    shown = shown.ljust(start)
    if _columns(shown) <= width:
        return shown, start, length
    room = max(width - 2, 10)
    fits = _columns(shown[: start + min(length, room)]) <= room
    first = 0 if fits else max(start - room // 3, 0)
    last = min(first + room, len(shown))
    while _columns(shown[first:last]) > room:
        last -= 1
    text = shown[first:last]
    text = f"{'…' if first else ''}{text}{'…' if last < len(shown) else ''}"
    offset = start - first + bool(first)
    return text, offset, min(length, max(len(text) - offset, 1))


def _columns(text: str) -> int:
    """Return the columns that text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )
