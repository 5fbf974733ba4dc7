"""Findings as GitLab's code quality report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from helmwright.lint.finding import Severity
from helmwright.lint.fingerprint import fingerprints, relative_to
from helmwright.lint.report.json_data import printable

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

_LEVELS = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report: a list, whatever is found."""
    hashes = fingerprints(report.findings, options.root)
    issues = [
        _issue(finding, own, options.root)
        for finding, own in zip(report.findings, hashes, strict=True)
    ]
    return json.dumps(printable(issues), indent=2, ensure_ascii=False) + "\n"


def _issue(finding: Finding, fingerprint: str, root: str) -> dict[str, object]:
    fix = f" Fix: {finding.fix}" if finding.fix else ""
    issue: dict[str, object] = {
        "description": f"{finding.message}.{fix}",
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _LEVELS[finding.severity],
        "location": _location(finding.span, root),
    }
    others = [_location(one.span, root) for one in finding.related if one.span.line is not None]
    return {**issue, "other_locations": others} if others else issue


def _location(span: Span, root: str) -> dict[str, object]:
    return {
        "path": relative_to(span.path, root),
        "lines": {"begin": span.line or 1, "end": span.end_line or span.line or 1},
    }
