"""The chart's apiVersion is missing, or not v1 or v2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-api-version-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="The chart's apiVersion is missing, or not v1 or v2",
    why="Helm does not know how to read the chart.",
    advice="Write apiVersion: v2.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: «v9»\nname: shop\nversion: 1.0.0\n",
            message="apiVersion 'v9' is not valid",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-api-version-invalid")
