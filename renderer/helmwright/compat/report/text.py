"""A comparison for people: what differs and why, what the upgrade refuses, and which commands change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.columns import columns, wrapped
from helmwright.base.paths import dotted
from helmwright.base.printable import printable_line
from helmwright.base.style import Role
from helmwright.compat.report.summary import conclusion, counted, headline
from helmwright.compat.told import object_title, restarts_pods, shown_change
from helmwright.diff.model import Status
from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.compat.model import Cause, Compatibility, Difference, FieldChange
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions

_MOST_FIELDS = 12
_SIGNS = {
    Status.ADDED: ("+", Role.NEW),
    Status.REMOVED: ("-", Role.GONE),
    Status.CHANGED: ("~", Role.OTHER),
    Status.RENAMED: ("~", Role.RENAMED),
}
_MARKS = {
    Severity.ERROR: ("!", Role.ERROR),
    Severity.WARNING: ("!", Role.WARNING),
    Severity.INFO: ("?", Role.NOTE),
}
_HEADINGS = (("upgrade", "at upgrade"), ("commands", "commands"))
_WIDEST = 64


def write(report: Compatibility, options: ReportOptions) -> str:
    """Return the report as text."""
    writer = _Writer(report, options)
    parts = [part for part in writer.parts() if part]
    return "".join(f"{part}\n\n" for part in parts[:-1]) + (f"{parts[-1]}\n" if parts else "")


class _Writer:
    def __init__(self, report: Compatibility, options: ReportOptions) -> None:
        self._report = report
        self._style = options.style
        self._paint = options.style.paint
        self._width = max(options.width, 40)
        self._quiet = options.quiet

    def parts(self) -> Iterator[str]:
        """Yield the parts of the report, without the blank lines between them."""
        report = self._report
        yield "\n".join(self._style.headings(headline(report)))
        for version, failure in zip((report.before, report.after), report.failures, strict=True):
            if failure is not None:
                lines = [f"! Helm {version} fails:", *(f"  {line}" for line in failure.lines)]
                yield "\n".join(map(printable_line, lines))
                if report.failures[0] == report.failures[1]:
                    break
        yield from ("\n".join(self._difference(one)) for one in self._shown())
        for group, heading in _HEADINGS:
            found = [one for one in report.of_group(group) if self._counts(one)]
            if found:
                rows = "\n".join(line for one in found for line in self._finding(one))
                yield f"{self._paint(heading, Role.HEADING)}\n{rows}"
        if report.notes:
            yield "\n".join(f"note: {printable_line(note)}" for note in report.notes)
        yield "\n".join(self._style.headings(conclusion(report)))

    def _counts(self, finding: Finding) -> bool:
        return not self._quiet or finding.severity > Severity.INFO

    def _shown(self) -> Sequence[Difference]:
        return self._report.differences

    def _difference(self, one: Difference) -> Iterator[str]:
        sign, role = _SIGNS[one.status]
        title = printable_line(object_title(one.key))
        restarts = f"  {self._paint('pods restart', Role.WARNING)}" if restarts_pods(one) else ""
        yield f"{self._paint(f'{sign} {title}', role)}  {self._place(one.span)}{restarts}"
        shown = one.changes[:_MOST_FIELDS]
        texts = [f"  {printable_line(shown_change(change))}" for change in shown]
        width = min(max([columns(text) for text in texts] + [0]), _WIDEST)
        told: set[Cause] = set()
        for change, text in zip(shown, texts, strict=True):
            pad = " " * max(width - columns(text), 0)
            yield f"{text}{pad}  {self._cause(change)}"
            if change.cause not in told:
                told.add(change.cause)
                yield from self._fix(change.cause.fix)
        if one.cause is not None:
            yield f"  {self._named(one.cause)}"
            yield from self._fix(one.cause.fix)
        more = len(one.changes) - len(shown)
        if more > 0:
            causes = ", ".join(
                dict.fromkeys(change.cause.id for change in one.changes[len(shown) :])
            )
            yield f"  {self._style.ellipsis} {counted(more, 'more field')}  {causes}"

    def _cause(self, change: FieldChange) -> str:
        text = self._named(change.cause)
        return (
            f"{text}  {self._paint('(the server stores the same)', Role.FAINT)}"
            if change.settled
            else text
        )

    def _named(self, cause: Cause) -> str:
        """Return what makes a difference, and where it is written."""
        parts = [self._paint(cause.id, Role.CHANGED)]
        if cause.span is not None:
            parts.append(self._place(cause.span))
        if cause.key:
            parts.append(self._paint(printable_line(dotted(cause.key)), Role.FAINT))
        if cause.more:
            parts.append(f"and {counted(cause.more, 'other null')}")
        if len(cause.properties) > 1:
            parts.append(self._paint(" with ".join(cause.properties), Role.FAINT))
        return "  ".join(parts)

    def _place(self, span: Span) -> str:
        shown = ":".join(
            str(part) for part in (span.path, span.line, span.column) if part is not None
        )
        if (span.line, span.column) == (span.line, 1):
            shown = ":".join(str(part) for part in (span.path, span.line) if part is not None)
        return self._style.link(self._paint(printable_line(shown), Role.PLACE), span.path)

    def _fix(self, text: str) -> Iterator[str]:
        if not text:
            return
        head = f"    = {self._paint('fix:', Role.ADDED)} "
        first, *rest = wrapped(
            printable_line(text), self._width, first=" " * 11, rest=" " * 11, break_on_hyphens=False
        ) or [""]
        yield head + first[11:]
        yield from rest

    def _finding(self, finding: Finding) -> Iterator[str]:
        mark, role = _MARKS[finding.severity]
        name = self._paint(finding.rule, role)
        yield f"{self._paint(mark, role)} {name}  {self._place(finding.span)}"
        yield from wrapped(
            printable_line(finding.message),
            self._width,
            first="    ",
            rest="    ",
            break_on_hyphens=False,
        )
        yield from self._fix(finding.fix)
