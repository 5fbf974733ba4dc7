"""A comment allows a rule and does not say why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.suppression import VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.suppression import Allowances


@rule(
    "suppression-without-reason",
    reads=Reads.COMMENTS,
    severity=Severity.WARNING,
    summary="A comment allows a rule and does not say why",
    why="Nobody can tell later whether it still holds; so it allows nothing.",
    advice="Write the reason behind the rule's name.",
    url="https://github.com/koalaman/shellcheck/wiki/Directive",
    bad=(
        Example("«# helmwright: allow max-slots-per-pod-missing»\ndb: {}\n"),
        Example("db: {} «# helmwright: allow max-slots-per-pod-missing --»\n"),
    ),
    good=(
        Example("# helmwright: allow max-slots-per-pod-missing set by the pipeline\ndb: {}\n"),
        Example("# helmwright: allow-file linting, max-slots-per-pod-missing: a part\ndb: {}\n"),
    ),
)
def check(allowances: Allowances) -> Iterator[Problem]:
    """Look at the reasons of the comments."""
    for comment in allowances.comments:
        known = comment.verb in VERBS and comment.names and comment.path in allowances.judged
        if known and not comment.reason:
            names = ", ".join(name.text for name in comment.names)
            yield allowances.problem(comment.span, f"no reason is given for allowing {names}")
