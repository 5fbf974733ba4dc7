"""Findings for people: place, message, the line with a mark below it, and the fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.columns import columns, wrapped
from helmwright.base.printable import printable_line
from helmwright.base.style import Role
from helmwright.lint.finding import Severity
from helmwright.lint.report.related_places import related_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

_ROLES = {Severity.ERROR: Role.ERROR, Severity.WARNING: Role.WARNING, Severity.INFO: Role.NOTE}
_NARROWEST = 20
_LEAST_ROOM = 12
"""Where there is less behind what begins a line, text stands below it."""
_TOP = (1, 1, 1, 1)
"""Where a file begins: what is not in it at all is missing there."""


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report as text."""
    writer = _Writer(report, options)
    parts = ["\n".join(writer.finding(finding)) for finding in writer.shown()]
    if not options.quiet or parts:
        parts.append("\n".join(options.style.headings(report.summary(writer.least))))
    return "".join(f"{part}\n\n" for part in parts[:-1]) + "".join(f"{p}\n" for p in parts[-1:])


class _Writer:
    def __init__(self, report: LintReport, options: ReportOptions) -> None:
        self._report = report
        self._style = options.style
        self._width = max(options.width, _NARROWEST)
        self.least = Severity.WARNING if options.quiet else Severity.INFO

    def shown(self) -> list[Finding]:
        """Return the findings that are shown."""
        return [one for one in self._report.findings if one.severity >= self.least]

    def finding(self, finding: Finding) -> Iterator[str]:
        """Yield the lines about a finding."""
        role = _ROLES[finding.severity]
        yield from self._head(finding, role)
        gutter = len(str(finding.span.line or "")) + 2
        yield from self._excerpt(finding.span, role, gutter)
        yield from self._remark("fix", finding.fix, Role.ADDED, gutter)
        for text in related_places(finding):
            yield from self._remark("see", text, Role.MOVED, gutter)

    def _head(self, finding: Finding, role: Role) -> Iterator[str]:
        """Yield the line that names a finding; more than one only where a terminal is narrower."""
        paint = self._style.paint
        place, severity = printable_line(str(finding.span)), f"{finding.severity}:"
        message, rule = printable_line(finding.message), f"[{finding.rule}]"
        shown = self._style.link(paint(place, Role.PLACE), finding.span.path)
        begin = f"{shown}: {paint(severity, role)}"
        width = self._style.width
        if width is None or columns(f"{place}: {severity} {message} {rule}") <= width:
            yield f"{begin} {message} {paint(rule, Role.FAINT)}"
            return
        before = columns(f"{place}: {severity} ")
        word = message.partition(" ")[0]
        is_below = before + max(columns(word), _LEAST_ROOM) > width
        first = "  " if is_below else " " * before
        text = f"{severity} {message} {rule}" if is_below else f"{message} {rule}"
        lines = wrapped(
            text, max(width, _NARROWEST), first=first, rest="  ", break_on_hyphens=False
        )
        lines[-1] = f"{lines[-1].removesuffix(rule)}{paint(rule, Role.FAINT)}"
        if is_below:
            yield f"{shown}:"
            yield lines[0].replace(severity, paint(severity, role), 1)
        else:
            yield f"{begin} {lines[0][before:]}"
        yield from lines[1:]

    def _excerpt(self, span: Span, role: Role, gutter: int) -> Iterator[str]:
        line = self._report.excerpts.get((span.path, span.line or 0))
        if line is None or not line.strip() or span.column is None or span[1:] == _TOP:
            return
        ends_here = span.end_line == span.line and span.end_column is not None
        end = span.end_column if ends_here and span.end_column else len(line.rstrip()) + 1
        start = min(span.column - 1, len(line))
        length = max(end - span.column, 1)
        text, start, length = _cut(
            line, start, length, self._width - gutter - 3, self._style.ellipsis
        )
        paint = self._style.paint
        bar = paint("|", Role.FAINT)
        yield f"{paint(str(span.line).rjust(gutter), Role.FAINT)} {bar} {text}"
        before = " " * columns(text[:start])
        mark = "^" * max(columns(text[start : start + length]), 1)
        yield f"{' ' * gutter} {bar} {before}{paint(mark, role)}"

    def _remark(self, name: str, text: str, role: Role, gutter: int) -> Iterator[str]:
        if not text:
            return
        paint = self._style.paint
        head = f"{' ' * gutter} {paint('=', Role.FAINT)} {paint(f'{name}:', role)} "
        indent = gutter + len(name) + 5
        rest = " " * (indent if self._width >= 2 * indent + _LEAST_ROOM else 2)
        room = max(self._width, len(rest) + _LEAST_ROOM)
        first, *others = wrapped(
            printable_line(text), room, first=" " * indent, rest=rest, break_on_hyphens=False
        ) or [""]
        yield head + first[indent:]
        yield from others


def _cut(line: str, start: int, length: int, width: int, mark: str) -> tuple[str, int, int]:
    """Return a part of a line around a stretch, and where the stretch is in it.

    mark: shows what is cut off. Tabs and control characters become one column.
    """
    shown = "".join(character if character.isprintable() else " " for character in line.rstrip())
    shown = shown.ljust(start)
    if columns(shown) <= width:
        return shown, start, length
    room = max(width - 2 * len(mark), 10)
    fits = columns(shown[: start + min(length, room)]) <= room
    first = 0 if fits else max(start - room // 3, 0)
    last = min(first + room, len(shown))
    while columns(shown[first:last]) > room:
        last -= 1
    text = shown[first:last]
    text = f"{mark if first else ''}{text}{mark if last < len(shown) else ''}"
    offset = start - first + (len(mark) if first else 0)
    return text, offset, min(length, max(len(text) - offset, 1))
