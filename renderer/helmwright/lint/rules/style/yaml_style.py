"""What yamllint says of a values file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.finding import Span
from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_LEVELS = {"error": Severity.ERROR, "warning": Severity.WARNING}


@rule(
    "yaml-style",
    reads=Reads.SOURCE,
    severity=Severity.INFO,
    summary="yamllint finds fault with the style of a values file",
    why=(
        "Helm reads the file all the same; but what is written in one style is easier to read and"
        " to compare."
    ),
    advice="Change the line, or the configuration of yamllint (.yamllint), which is honoured.",
    url="https://yamllint.readthedocs.io/en/stable/rules.html",
    bad=(
        Example("db:\n  name: a«  »\n", message="trailing-spaces: trailing spaces"),
        Example("db:\n  name:  «» a\n", message="colons: too many spaces after colon"),
        Example("db:\n  name: a«»", message="new-line-at-end-of-file"),
    ),
    good=(
        Example(
            "db:\n  name: a\nlist:\n- x\n# and a very long comment" + " that goes on" * 12 + "\n"
        ),
        Example("db:\n  name: a\n  name: b\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Pass on what yamllint says; of keys that are there twice another rule says more."""
    if source.prefix:
        return  # the file is that of a subchart, which is somebody else's
    run = source.style
    found = run.problems(source.name)
    if run.failure and source.name == next(iter(run.files), ""):
        text = f"yamllint has not looked at the style: {run.failure}"
        span = Span(run.configuration or source.name, 1, 1, 1, 1)
        yield source.problem(span, text, severity=Severity.WARNING)
    for one in found:
        if one.rule == "key-duplicates" or source.error is not None:
            continue  # in a broken file the indentation is likely what has to be mended first
        width = 0
        if one.rule == "trailing-spaces" and one.line <= len(source.lines):
            width = max(len(source.lines[one.line - 1]) + 1 - one.column, 0)
        yield source.problem(
            Span(source.name, one.line, one.column, one.line, one.column + width),
            f"{one.rule}: {one.text}",
            severity=_LEVELS.get(one.level) if run.configuration else None,
        )
