"""A comparison as a report of the linter, for the forms that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.compat.definitions import definition
from helmwright.lint.result import LintReport
from helmwright.lint.run import Allowed as LintAllowed

if TYPE_CHECKING:
    from helmwright.compat.model import Compatibility


def lint_report(report: Compatibility) -> LintReport:
    """Return the findings of a comparison as those of the linter."""
    every = (*report.findings, *(one.finding for one in report.allowed))
    return LintReport(
        findings=report.findings,
        inputs=report.inputs,
        allowed=tuple(
            LintAllowed(one.finding, one.reason or "allowed by id", one.span)
            for one in report.allowed
        ),
        fail_level=report.fail_level,
        definitions={one.rule: definition(one.rule) for one in every},
        command="compat",
    )
