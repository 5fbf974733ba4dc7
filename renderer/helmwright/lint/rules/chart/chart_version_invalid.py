"""The chart's version is missing, or no semantic version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-version-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="The chart's version is missing, or no semantic version",
    why="Helm refuses to load or to package the chart.",
    advice="Write a version of three numbers, such as 1.2.0.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: «one»\n",
            message="is not a valid SemVer",
        ),
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\n",
            message="version is required",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-version-invalid")
