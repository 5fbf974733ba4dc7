"""A comparison as Markdown, for comments of pull requests and summaries of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.printable import printable_line
from helmwright.compat.report.summary import conclusion, counted, headline
from helmwright.compat.told import object_title, shown_pair, shown_path
from helmwright.lint.fingerprint import relative_to
from helmwright.lint.report.markdown import LIMIT, cell, code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.compat.model import Cause, Compatibility, Difference
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions

MARKER = "<!-- helmwright compat -->"
"""By this line a program finds the comment again that it wrote before."""
_RESERVE = 400
_FIELDS = "\n| object | field | before | after | cause |\n|---|---|---|---|---|\n"
_FINDINGS = "\n| | finding | where | fix |\n|---|---|---|---|\n"
_HEADINGS = (("upgrade", "At upgrade"), ("commands", "Commands"))


def write(report: Compatibility, options: ReportOptions) -> str:
    """Return the report; what does not fit is counted at the end."""
    state = "✅" if report.ok else "❌"
    text = f"{MARKER}\n### {state} Helm {cell(headline(report))}\n\n{cell(conclusion(report))}\n"
    room = LIMIT - _RESERVE - len(text)
    left_out = 0
    for piece in _pieces(report, options.root):
        if left_out or len(piece) > room:
            left_out += piece.startswith("| ")
            continue
        text += piece
        room -= len(piece)
    if left_out:
        text += f"\n*{counted(left_out, 'more row')} left out.*\n"
    return text


def _pieces(report: Compatibility, root: str) -> Iterator[str]:
    for version, failure in zip((report.before, report.after), report.failures, strict=True):
        if failure is not None:
            lines = "\n".join(map(printable_line, failure.lines)).replace("```", "` ` `")
            yield f"\nHelm {version} fails:\n\n```\n{lines}\n```\n"
    if report.differences:
        yield _FIELDS
        for one in report.differences:
            yield from _rows(one, root)
    for group, heading in _HEADINGS:
        found = report.of_group(group)
        if found:
            yield f"\n#### {heading}\n{_FINDINGS}"
            yield from (_row(finding, root) for finding in found)
    for note in report.notes:
        yield f"\n{cell(note)}\n"


def _rows(one: Difference, root: str) -> Iterator[str]:
    title = f"{cell(object_title(one.key))}<br>{code(_where(one.span, root))}"
    if one.cause is not None:
        yield f"| {title} | | | {one.status.value} | {_cause(one.cause, root)} |\n"
    for change in one.changes:
        before, after = map(cell, shown_pair(change.before, change.after))
        cause = _cause(change.cause, root)
        if change.settled:
            cause += "<br>the server stores the same"
        yield f"| {title} | {code(shown_path(change.path))} | {before} | {after} | {cause} |\n"
        title = ""


def _cause(cause: Cause, root: str) -> str:
    text = code(cause.id)
    if cause.span is not None:
        text += f"<br>{code(_where(cause.span, root))}"
    if cause.key:
        text += f" {cell(dotted(cause.key))}"
    return f"{text}<br>{cell(cause.fix)}" if cause.fix else text


def _row(finding: Finding, root: str) -> str:
    message = f"{cell(finding.message)} ({code(finding.rule)})"
    where = code(_where(finding.span, root))
    return f"| {finding.severity} | {message} | {where} | {cell(finding.fix)} |\n"


def _where(span: Span, root: str) -> str:
    path = relative_to(span.path, root)
    return path if span.line is None else f"{path}:{span.line}"
