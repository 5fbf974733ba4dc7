"""Which findings somebody allows: by comments as for the linter, or by ids of flags and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.compat.definitions import expand
from helmwright.compat.model import Allowed
from helmwright.lint.suppression import Allowances, read_comments
from helmwright.lint.texts import SubjectTexts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.subject import Subject

BY_FLAG = "--allow"


class Sorted(NamedTuple):
    """Findings that count, and those that somebody allows."""

    counted: tuple[Finding, ...]
    allowed: tuple[Allowed, ...]


class _Comments(Allowances):
    """Comments that name ids of compat, or rules of the linter."""

    def rules_of(self, name: str) -> frozenset[str]:
        """Return the ids that a name in a comment stands for; none for one that is unknown."""
        try:
            return expand([name])
        except UsageError:
            return super().rules_of(name)


def sort_findings(
    findings: Iterable[Finding], ids: frozenset[str], subject: Subject | None
) -> Sorted:
    """Return findings apart from those that somebody allows.

    ids: that are allowed wherever they are. subject: the chart and the values files with the comments.
    """
    comments = None if subject is None else _Comments(subject, SubjectTexts(subject))
    counted: list[Finding] = []
    allowed: list[Allowed] = []
    for one in dict.fromkeys(findings):
        if one.rule in ids:
            allowed.append(Allowed(one, "", one.span._replace(path=BY_FLAG, line=None)))
            continue
        reason = _reason(one, comments)
        if reason is None:
            counted.append(one)
        else:
            allowed.append(Allowed(one, *reason))
    order = [one.order for one in counted]
    ranked = [one for _, one in sorted(zip(order, counted, strict=True), key=lambda pair: pair[0])]
    return Sorted(tuple(ranked), tuple(allowed))


def _reason(finding: Finding, comments: _Comments | None) -> tuple[str, Span] | None:
    """Return why a comment allows a finding, and where it does; None if no comment does."""
    if comments is None:
        return None
    for place in (finding.span, *(related.span for related in finding.related)):
        found = comments.allow(finding, place)
        if found is not None:
            return found[0].reason, found[0].span
    return None


def allowed_in_text(
    findings: Iterable[Finding], name: str, text: str, ids: frozenset[str]
) -> Sorted:
    """Return findings in a script apart from those that a comment of it allows, or an id."""
    comments = list(read_comments(name, text.split("\n"))) if "helmwright:" in text else []
    counted: list[Finding] = []
    allowed: list[Allowed] = []
    for one in findings:
        if one.rule in ids:
            allowed.append(Allowed(one, "", one.span._replace(path=BY_FLAG, line=None)))
            continue
        found = next(
            (
                comment
                for comment in comments
                if comment.covers(one.span) and one.rule in _ids_in([n.text for n in comment.names])
            ),
            None,
        )
        if found is None:
            counted.append(one)
        else:
            allowed.append(Allowed(one, found.reason, found.span))
    return Sorted(tuple(counted), tuple(allowed))


def _ids_in(names: Iterable[str]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for name in names:
        try:
            found |= expand([name])
        except UsageError:
            continue
    return found
