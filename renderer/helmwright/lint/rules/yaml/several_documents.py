"""A values file with several documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource


@rule(
    "several-documents",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A values file has several documents",
    why="Helm 4 merges them all; Helm 3 takes the first one and drops the others without a word.",
    advice="Remove the line with ---, or make files of the documents.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/loader/load.go",
    bad=(
        Example("db:\n  name: a\n«---»\nmasterPort: 80\n", message="merges the document"),
        Example("---\na: 1\n«---»\nb: 2\n«---» # more\nc: 3\n"),
    ),
    good=(
        Example("---\na: 1\n"),
        Example("# values of production\n---\na: 1\n---\n"),
        Example("text: |\n  ---\n  x\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look for separators before the second document and later ones."""
    for document in source.documents[1:]:
        line = document.mark.line + 1
        while line > 1 and not source.lines[line - 1].startswith("---"):
            line -= 1
        yield source.problem(
            Span(source.name, line, 1, line, 4),
            "Helm 4 merges the document that begins here into those above, and Helm 3 ignores it",
        )
