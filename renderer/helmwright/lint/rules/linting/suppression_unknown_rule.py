"""A comment allows a rule that does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.suppression import OF_COMPAT, VERBS, closest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.suppression import Allowance, Allowances


@rule(
    "suppression-unknown-rule",
    reads=Reads.COMMENTS,
    severity=Severity.WARNING,
    summary="A comment allows a rule that does not exist",
    why="It allows nothing, and whoever reads it thinks that it does.",
    advice="Name a rule or a group that 'helmwright lint --list-rules' shows.",
    url="https://github.com/koalaman/shellcheck/wiki/Directive",
    bad=(
        Example(
            "# helmwright: allow «max-slot-per-pod-missing» set by the pipeline\ndb:\n  name: a\n",
            message='there is no rule "max-slot-per-pod-missing"',
        ),
        Example("«# helmwright: alow max-slots-per-pod-missing by the pipeline»\n"),
        Example("db:\n  name: a «# helmwright: allow»\n", message="names no rule"),
    ),
    good=(
        Example("# helmwright: allow max-slots-per-pod-missing set by the pipeline\ndb: {}\n"),
        Example("note: |\n  # helmwright: allow nonsense in a text\n"),
        Example("# helmwright: the values of our cluster\ndb: {}\n"),
    ),
)
def check(allowances: Allowances) -> Iterator[Problem]:
    """Look up what the comments name."""
    for comment in allowances.comments:
        if comment.path not in allowances.judged:
            continue
        if comment.verb in VERBS:
            yield from _names(comment, allowances)
        elif close := closest(comment.verb, VERBS):
            yield allowances.problem(
                comment.span, f'"{comment.verb}" means nothing here', fix=f"write '{close}'"
            )


def _names(comment: Allowance, allowances: Allowances) -> Iterator[Problem]:
    if not comment.names:
        yield allowances.problem(comment.span, f'"{comment.verb}" names no rule')
    for name in comment.names:
        if name.text not in OF_COMPAT and not allowances.rules_of(name.text):
            from helmwright.lint.catalogue import all_rules

            close = closest(name.text, [known.id for known in all_rules()])
            fix = f"write '{close}'" if close else ""
            yield allowances.problem(name.span, f'there is no rule "{name.text}"', fix=fix)
