"""A comparison as JSON; compat.schema.json beside this file describes it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.compat.definitions import definition
from helmwright.compat.renders import UNSEEN
from helmwright.diff.model import ABSENT
from helmwright.diff.paths import path_text
from helmwright.lint.finding import Severity
from helmwright.lint.fingerprint import fingerprints
from helmwright.lint.report.json_data import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.compat.model import Cause, Compatibility, Difference, FieldChange
    from helmwright.diff.model import Failure
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions

VERSION = 1
_SCHEMA = "compat.schema.json"


def write(report: Compatibility, options: ReportOptions) -> str:
    """Return the report as JSON."""
    return json.dumps(data(report, options.root), indent=2, ensure_ascii=False) + "\n"


def schema_text() -> str:
    """Return the JSON Schema of the report."""
    path = os.path.join(os.path.dirname(__file__), _SCHEMA)  # noqa: PTH118, PTH120 - quick
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()


def data(report: Compatibility, root: str) -> dict[str, Any]:
    """Return the report as plain data; root: what fingerprints name files relative to."""
    from helmwright.base.version import __version__

    old, new = report.failures
    documents = report.documents
    found: dict[str, Any] = {
        "version": VERSION,
        "tool": {"name": "helmwright", "version": __version__},
        "chart": report.chart,
        "from": report.before,
        "to": report.after,
        "ok": report.ok,
        "summary": {
            "objects": report.objects,
            "differing": len(report.differences),
            "errors": _count(report, Severity.ERROR),
            "warnings": _count(report, Severity.WARNING),
            "infos": _count(report, Severity.INFO),
            "allowed": len(report.allowed),
            "renders": report.renders,
            "nullsNotSeparated": report.unseparated,
        },
        "failures": {"from": _failure(old), "to": _failure(new)},
        "documents": {
            "from": documents.before,
            "to": documents.after,
            "differing": documents.differing,
            "causes": [{"id": name, "documents": count} for name, count in documents.causes],
        },
        "differences": [_difference(one) for one in report.differences],
        "findings": _findings(report.findings, root),
        "allowed": [
            {**one, "reason": allowed.reason, "allowedAt": _place(allowed.span)}
            for one, allowed in zip(
                _findings([allowed.finding for allowed in report.allowed], root),
                report.allowed,
                strict=True,
            )
        ],
        "wait": [
            {
                "group": one.group,
                "resource": one.resource,
                "namespace": one.namespace,
                "guessed": one.is_custom,
            }
            for one in report.watched
        ],
        "notes": list(report.notes),
    }
    return {key: printable(value) for key, value in found.items()}


def _count(report: Compatibility, severity: Severity) -> int:
    return sum(one.severity == severity for one in report.findings)


def _failure(failure: Failure | None) -> dict[str, Any] | None:
    if failure is None:
        return None
    place = failure.position
    return {
        "message": failure.message,
        "path": None if place is None else place.path,
        "line": None if place is None else place.line,
        "column": None if place is None else place.column,
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "status": one.status.value,
        "group": one.key.group,
        "kind": one.key.kind,
        "namespace": one.key.namespace,
        "name": one.key.name,
        "hook": one.key.is_hook,
        "template": one.template,
        **_place(one.span),
        "cause": None if one.cause is None else _cause(one.cause),
        "changes": [_change(change) for change in one.changes],
    }


def _change(change: FieldChange) -> dict[str, Any]:
    return {
        "field": path_text(change.path),
        "steps": list(change.path),
        **({} if change.before is ABSENT else {"before": change.before}),
        **({} if change.after is ABSENT else {"after": change.after}),
        "storedAlike": change.settled,
        "cause": _cause(change.cause),
    }


def _cause(cause: Cause) -> dict[str, Any]:
    return {
        "id": cause.id,
        "properties": [name for name in cause.properties if name not in UNSEEN],
        "value": dotted(cause.key),
        "at": None if cause.span is None else _place(cause.span),
        "fix": cause.fix,
        "otherNulls": cause.more,
    }


def _findings(findings: Iterable[Finding], root: str) -> list[dict[str, Any]]:
    found = list(findings)
    hashes = fingerprints(found, root)
    return [_finding(one, own) for one, own in zip(found, hashes, strict=True)]


def _finding(finding: Finding, fingerprint: str) -> dict[str, Any]:
    known = definition(finding.rule)
    return {
        "id": finding.rule,
        "group": known.group,
        "severity": str(finding.severity),
        "message": finding.message,
        **_place(finding.span),
        "fix": finding.fix,
        "url": known.url,
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
