"""A chart of apiVersion v1 has keys of v2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-key-of-newer-api",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A chart of apiVersion v1 has keys of v2",
    why="Helm ignores type and dependencies in a chart of apiVersion v1, so its subcharts are not installed.",
    advice="Write apiVersion: v2, or move the dependencies to requirements.yaml.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v1\nname: shop\nversion: 1.0.0\ntype: «application»\n",
            message="chart type is not valid in apiVersion 'v1'",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-key-of-newer-api")
