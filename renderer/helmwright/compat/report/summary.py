"""The sentences that forms of the report have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import joined
from helmwright.compat.definitions import definition
from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from helmwright.compat.model import Compatibility

_SHORT = {
    "blank-lines": "blank lines",
    "leftover-separator": "a '---' left over",
    "webhook-order": "another order",
}


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 object``, ``2 objects``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def headline(report: Compatibility) -> str:
    """Return what was compared, and how much differs."""
    move = f"{report.before} → {report.after}"
    old, new = report.failures
    if old is not None and new is not None:
        return f"{move}: the chart renders with neither"
    if old is not None or new is not None:
        return (
            f"{move}: the chart renders with {report.before if old is None else report.after} only"
        )
    if not report.chart:
        return move
    differ = len(report.differences)
    objects = counted(report.objects, "object")
    said = f"{differ} differ{'s' if differ == 1 else ''}" if differ else "none differs"
    return f"{move}: {objects}, {said}; {_bytes(report)}"


def _bytes(report: Compatibility) -> str:
    found = report.documents
    if not found.differing and not found.causes:
        return "the bytes are the same"
    causes = joined([_SHORT.get(name, name) for name, _ in found.causes])
    documents = counted(found.differing, "document")
    begin = (
        f"bytes differ in {documents}" if found.differing else "the bytes of documents are the same"
    )
    return f"{begin} ({causes})" if causes else begin


def conclusion(report: Compatibility) -> str:
    """Return numbers of findings by severity."""
    names = ((Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "note"))
    parts = [
        counted(count, name)
        for severity, name in names
        if (count := sum(one.severity == severity for one in report.findings))
    ]
    text = joined(parts) if parts else "no findings"
    if report.allowed:
        text += f"; {len(report.allowed)} allowed"
    if report.unseparated:
        text += f"; {report.unseparated} more nulls not separated"
    return text


def group_of(rule: str) -> str:
    """Return the group of a finding."""
    return definition(rule).group
