"""The chart has no icon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-icon-missing",
    reads=Reads.FOLDER,
    severity=Severity.INFO,
    summary="The chart has no icon",
    why="Catalogues show a grey box for it.",
    advice="Set icon to the URL of an image.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\nversion: 1.0.0\n",
            message="icon is recommended",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-icon-missing")
