"""values.yaml is broken, or its own schema refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "values-file-refused",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="values.yaml is broken, or its own schema refuses it",
    why="Helm refuses to render the chart.",
    advice="Write a default that values.schema.json takes, or let the schema allow the default.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/values.go",
    general=True,
    bad=(
        Example(
            "-- values.yaml --\n"
            "port: «eighty»\n"
            "-- values.schema.json --\n"
            '{"properties": {"port": {"type": "number"}}}\n',
            message="got string, want number",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("values-file-refused")
