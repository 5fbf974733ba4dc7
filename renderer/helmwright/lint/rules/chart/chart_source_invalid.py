"""A source is no URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-source-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A source is no URL",
    why="helm lint fails.",
    advice="Write the whole URL, with https:// in front.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\n"
            "apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "sources:\n"
            "  - «example.com/shop»\n",
            message="invalid source URL",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-source-invalid")
