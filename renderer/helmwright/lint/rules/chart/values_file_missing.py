"""The chart has no values.yaml."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "values-file-missing",
    reads=Reads.FOLDER,
    severity=Severity.INFO,
    summary="The chart has no values.yaml",
    why="Users cannot see what they can set.",
    advice="Add a values.yaml with the defaults.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/values.go",
    bad=(
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\nversion: 1.0.0\n",
            message="file does not exist",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("values-file-missing")
