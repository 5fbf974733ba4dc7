"""What yamllint says of a values file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_LEVELS = {"error": Severity.ERROR, "warning": Severity.WARNING}

_FIXES = {
    "anchors": "remove the anchor that nothing uses, or define the one that is named",
    "braces": "write {a: 1} with the spaces that .yamllint asks for, or the keys on lines of their own",
    "brackets": "write [a, b] with the spaces that .yamllint asks for, or the items on lines of their own",
    "colons": "write one space behind the colon and none before it",
    "commas": "write one space behind the comma and none before it",
    "comments": "write '# ' at the beginning of the comment, and two spaces before it",
    "comments-indentation": "indent the comment like the line below it",
    "document-end": "write or remove '...' at the end of the file",
    "document-start": "write or remove '---' in the first line",
    "empty-lines": "remove empty lines",
    "empty-values": "write a value, null or {} behind the colon",
    "float-values": "write the number with a digit before and behind the point",
    "hyphens": "write one space behind the dash",
    "indentation": "indent the line like its siblings",
    "key-ordering": "put the keys in the order of the alphabet",
    "line-length": "break the line, a long text with '>-'",
    "new-line-at-end-of-file": "end the last line with a new line",
    "new-lines": "end all lines alike, with \\n",
    "octal-values": "put the number in quotes, or write it without the leading zero",
    "quoted-strings": "use the quotation marks that .yamllint asks for",
    "trailing-spaces": "remove the spaces at the end of the line",
    "truthy": "write true or false",
}
"""What to do, by yamllint's own rules."""


@rule(
    "yaml-style",
    reads=Reads.SOURCE,
    severity=Severity.INFO,
    summary="yamllint finds fault with the style of a values file",
    why=(
        "Helm reads the file all the same; but what is written in one style is easier to read and"
        " to compare."
    ),
    advice="Format the line as yamllint has it, or switch its rule off in .yamllint, which is honoured.",
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
            fix=_FIXES.get(one.rule, ""),
            severity=_LEVELS.get(one.level) if run.configuration else None,
        )
