"""The chart has no name, or one that is a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-name-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="The chart has no name, or one that is a path",
    why="Helm refuses to load the chart.",
    advice="Give the chart a name of letters, digits and hyphens.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: «shop/blue»\nversion: 1.0.0\n",
            message="is invalid",
        ),
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nversion: 1.0.0\n",
            message="name is required",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-name-invalid")
