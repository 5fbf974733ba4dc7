"""Findings as JSON; findings.schema.json beside this file describes it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.finding import Severity
from helmwright.lint.fingerprint import fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

VERSION = 1
_SCHEMA = "findings.schema.json"


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report as JSON."""
    return json.dumps(data(report, options.root), indent=2, ensure_ascii=False) + "\n"


def schema_text() -> str:
    """Return the JSON Schema of the report."""
    path = os.path.join(os.path.dirname(__file__), _SCHEMA)  # noqa: PTH118, PTH120 - quick
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()


def data(report: LintReport, root: str) -> dict[str, Any]:
    """Return the report as plain data; root: what fingerprints name files relative to."""
    from helmwright.base.version import __version__

    found: dict[str, Any] = {
        "version": VERSION,
        "tool": {"name": "helmwright", "version": __version__},
        "inputs": list(report.inputs),
        "ok": report.ok,
        "summary": {
            "errors": report.count(Severity.ERROR),
            "warnings": report.count(Severity.WARNING),
            "infos": report.count(Severity.INFO),
            "allowed": len(report.allowed),
            "baseline": len(report.known),
            "goneFromBaseline": report.gone,
        },
        "findings": _findings(report.findings, root),
        "allowed": [
            {**one, "reason": allowed.reason, "allowedAt": _place(allowed.span)}
            for one, allowed in zip(
                _findings([allowed.finding for allowed in report.allowed], root),
                report.allowed,
                strict=True,
            )
        ],
        "baseline": _findings(report.known, root),
        "failures": [{"rule": rule, "message": text} for rule, text in report.failures],
    }
    return {key: printable(value) for key, value in found.items()}


def printable(value: Any) -> Any:
    """Return data whose strings are all Unicode, for bytes of files that are not."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: printable(inner) for key, inner in value.items()}
    return [printable(inner) for inner in value] if isinstance(value, list) else value


def _findings(findings: Iterable[Finding], root: str) -> list[dict[str, Any]]:
    found = list(findings)
    hashes = fingerprints(found, root)
    return [_finding(finding, own) for finding, own in zip(found, hashes, strict=True)]


def _finding(finding: Finding, fingerprint: str) -> dict[str, Any]:
    from helmwright.lint.catalogue import find_rule

    rule = find_rule(finding.rule)
    return {
        "rule": finding.rule,
        "group": rule.group,
        "severity": str(finding.severity),
        "message": finding.message,
        **_place(finding.span),
        "valuePath": dotted(finding.value_path),
        "valueSteps": list(finding.value_path),
        "fix": finding.fix,
        "fixable": bool(finding.edits),
        "url": rule.url,
        "fingerprint": fingerprint,
        "related": [
            {**_place(related.span), "message": related.message} for related in finding.related
        ],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
