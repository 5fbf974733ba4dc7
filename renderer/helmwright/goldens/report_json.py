"""The report of a run as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from helmwright.base.printable import printable_json
from helmwright.goldens.differences import line_diff

if TYPE_CHECKING:
    from helmwright.goldens.expected import Change
    from helmwright.goldens.results import GoldenReport, GoldenResult


def write(report: GoldenReport) -> str:
    """Return the report: cases with what differs, files that are left over, and counts."""
    failed = sum(not result.passed for result in report.results)
    data: dict[str, Any] = {
        "version": 1,
        "chart": report.chart,
        "folder": report.cases,
        "helm": report.helm_version or None,
        "ok": report.ok,
        "cases": [_case(result) for result in report.results],
        "stale": [change.path for change in report.left_over],
        "summary": {
            "cases": len(report.results),
            "passed": len(report.results) - failed,
            "failed": failed,
        },
    }
    coverage = report.coverage
    if coverage is not None:
        data["coverage"] = {
            "percent": round(coverage.percent, 2),
            "lines": dict(zip(("covered", "total"), coverage.lines, strict=True)),
            "sides": dict(zip(("covered", "total"), coverage.sides, strict=True)),
        }
    return printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"


def _case(result: GoldenResult) -> dict[str, Any]:
    return {
        "name": result.name,
        "path": result.path,
        "passed": result.passed,
        "error": result.error or None,
        "changes": [_change(change) for change in result.changes],
        "helmChanges": [_change(change) for change in result.helm_changes],
        "unstable": [
            {
                "field": one.field,
                "template": one.template,
                "line": one.line,
                "functions": list(one.functions),
            }
            for one in result.unstable
        ],
    }


def _change(change: Change) -> dict[str, str]:
    return {"path": change.path, "kind": change.kind, "diff": line_diff(change)}
