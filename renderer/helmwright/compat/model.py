"""The data of a comparison of two Helms: differences with their causes, findings, and what was compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record, field
from helmwright.lint.finding import Severity, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.paths import Path
    from helmwright.diff.model import Failure, ObjectKey, Status
    from helmwright.lint.excerpts import Excerpts
    from helmwright.lint.finding import Finding


class Cause(NamedTuple):
    """Why a field differs.

    id: of a finding. properties: of an era, which make the difference by themselves; several where only all of them do.
    span: where the null, or whatever else it is, is written; None if it is nowhere in particular.
    key: the path of the null in the values of the root chart; empty if it is none. fix: what to do.
    more: how many other nulls were not told apart from this one.
    """

    id: str
    properties: tuple[str, ...] = ()
    span: Span | None = None
    key: Path = ()
    fix: str = ""
    more: int = 0


class FieldChange(NamedTuple):
    """A field that differs; before or after is ``diff.model.ABSENT`` for what is on one side only.

    settled: whether the server stores the same, as for null and nothing.
    """

    path: Path
    before: Any
    after: Any
    cause: Cause
    settled: bool = False


class Difference(Record):
    """An object that is not the same.

    template: the path of the template that renders it. span: the template line where it begins.
    cause: of an object that is on one side only; None for one that is changed.
    """

    key: ObjectKey
    status: Status
    template: str
    span: Span
    changes: tuple[FieldChange, ...] = ()
    cause: Cause | None = None

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Return its causes, each once."""
        of_fields = tuple(change.cause for change in self.changes)
        return tuple(dict.fromkeys((*of_fields, *((self.cause,) if self.cause else ()))))


class Documents(NamedTuple):
    """How what both print compares, byte by byte.

    before, after: the numbers of documents. differing: those that do not have the same bytes.
    causes: ids of findings, with the number of documents that each of them changes.
    """

    before: int = 0
    after: int = 0
    differing: int = 0
    causes: tuple[tuple[str, int], ...] = ()


class WatchRule(NamedTuple):
    """What ``--wait`` must be able to do.

    group, resource: of the API; resource: in the plural. namespace: blank for kinds of the cluster.
    is_custom: whether the plural is derived from the kind, since no definition says it.
    """

    group: str
    resource: str
    namespace: str
    is_custom: bool = False


class Allowed(NamedTuple):
    """A finding that somebody allows: by a comment, with its reason and place, or by a flag or a setting."""

    finding: Finding
    reason: str
    span: Span


class Compatibility(Record):
    """What the move from one Helm to another changes for a chart.

    chart: its path. before, after: the versions of Helm. differences: of objects, in their order of installation.
    findings: all that has an id, those of differences too, by file and line; those that are allowed are not among them.
    objects: how many objects the newer one renders. documents: how bytes compare. failures: why one of both does not
    render the chart; None if it does. watched: what ``--wait`` lists and watches. notes: for people.
    renders: how often the chart was rendered. unseparated: nulls that were not told apart.
    fail_level: the least severity that counts as failure, None if none does. excerpts: lines that findings show.
    """

    chart: str
    before: str
    after: str
    differences: tuple[Difference, ...] = ()
    findings: tuple[Finding, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    objects: int = 0
    documents: Documents = Documents()
    failures: tuple[Failure | None, Failure | None] = (None, None)
    watched: tuple[WatchRule, ...] = ()
    notes: tuple[str, ...] = ()
    renders: int = 0
    unseparated: int = 0
    fail_level: Severity | None = Severity.WARNING
    inputs: tuple[str, ...] = ()
    excerpts: Excerpts = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether nothing was found that counts as failure."""
        return not any(map(self.fails, self.findings))

    def fails(self, finding: Finding) -> bool:
        """Tell whether a finding counts as failure."""
        return self.fail_level is not None and finding.severity >= self.fail_level

    def of_group(self, group: str) -> tuple[Finding, ...]:
        """Return the findings of a group: ``rendering``, ``upgrade`` or ``commands``."""
        from helmwright.compat.definitions import definition

        return tuple(one for one in self.findings if definition(one.rule).group == group)
