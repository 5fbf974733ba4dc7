"""A comment allows a finding that there is none of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.suppression import VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.suppression import Allowances


@rule(
    "suppression-unused",
    reads=Reads.COMMENTS,
    severity=Severity.WARNING,
    summary="A comment allows a finding that is not there",
    why="The mistake has been mended or was never made; the comment would hide the next one.",
    advice="Remove the rule from the comment, or the comment.",
    url="https://github.com/koalaman/shellcheck/wiki/Directive",
    bad=(
        Example("# helmwright: allow «duplicate-key» the pipeline merges files\nport: 80\n"),
        Example(
            "port: 80\nport: 81\nhost: a # helmwright: allow «duplicate-key» on the wrong line\n"
        ),
    ),
    good=(
        Example(
            "port: 80\n# helmwright: allow duplicate-key the pipeline merges files\nport: 81\n"
        ),
        Example("port: 80\nport: 81 # helmwright: allow duplicate-key for a test\n"),
        Example("# helmwright: allow-file duplicate-key a part\ndb:\n  name: a\n  name: b\n"),
    ),
)
def check(allowances: Allowances) -> Iterator[Problem]:
    """Look for names in comments that allowed nothing, though their rules have run."""
    for comment in allowances.comments:
        if comment.verb not in VERBS or not comment.reason:
            continue
        if comment.path not in allowances.judged:
            continue
        for name in comment.names:
            ids = allowances.rules_of(name.text)
            if ids & allowances.ran and name.text not in comment.used:
                what = "no finding of" if name.text in ids else "no finding of the group"
                yield allowances.problem(name.span, f"there is {what} {name.text} here")
