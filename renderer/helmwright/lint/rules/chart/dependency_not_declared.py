"""charts/ holds a chart that Chart.yaml does not declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "dependency-not-declared",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="charts/ holds a chart that Chart.yaml does not declare",
    why="Helm installs it with every release, and helm dependency build removes it.",
    advice="Add it to dependencies in Chart.yaml, or remove it from charts/.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/dependencies.go",
    bad=(
        Example(
            "-- Chart.yaml --\n"
            "«»apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "-- charts/db/Chart.yaml --\n"
            "apiVersion: v2\n"
            "name: db\n"
            "version: 1.0.0\n",
            message="chart metadata is missing these dependencies: db",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("dependency-not-declared")
