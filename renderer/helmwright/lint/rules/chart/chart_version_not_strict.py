"""The chart's version is a shortened semantic version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-version-not-strict",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="The chart's version is a shortened semantic version",
    why="Helm completes 1.2 to 1.2.0, other programs do not.",
    advice="Write all three numbers, without a v in front.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: «v1.2»\n",
            message="is not a valid SemVerV2",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-version-not-strict")
