"""version or appVersion is a number and not a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-version-not-text",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="version or appVersion is a number and not a text",
    why="YAML reads 1.10 as the number 1.1, which is another version.",
    advice="Put quotation marks around the version.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: «1.10»\n",
            message="appVersion should be of type string but it's of type float64",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-version-not-text")
