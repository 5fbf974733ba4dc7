"""Findings as commands of a GitHub workflow, which shows them in the pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line
from helmwright.lint.finding import Severity
from helmwright.lint.fingerprint import relative_to
from helmwright.lint.report.related_places import related_places

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def write(report: LintReport, options: ReportOptions) -> str:
    """Return a line for each finding, and one with the numbers."""
    lines = [_line(finding, options.root) for finding in report.findings]
    return "".join(f"{line}\n" for line in (*lines, _data(report.summary())))


def _line(finding: Finding, root: str) -> str:
    span = finding.span
    properties = {"file": relative_to(span.path, root)} if span.line is not None else {}
    for name, number in (
        ("line", span.line),
        ("endLine", span.end_line),
        ("col", span.column),
        ("endColumn", span.end_column if span.end_line == span.line else None),
    ):
        if number is not None:
            properties[name] = str(number)
    properties["title"] = finding.rule
    shown = ",".join(f"{name}={_property(text)}" for name, text in properties.items())
    place = "" if span.line is not None else f"{span.path}: "
    fix = f"\nFix: {finding.fix}" if finding.fix else ""
    see = "".join(f"\nSee: {text}" for text in related_places(finding, root))
    return f"::{_LEVELS[finding.severity]} {shown}::{_data(place + finding.message + fix + see)}"


def _data(text: str) -> str:
    lines = [printable_line(line) for line in text.replace("%", "%25").split("\n")]
    return "%0A".join(lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
