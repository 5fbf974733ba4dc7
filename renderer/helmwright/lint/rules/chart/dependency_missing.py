"""A declared dependency is not in charts/."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "dependency-missing",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="A declared dependency is not in charts/",
    why="helm template and helm install refuse the chart.",
    advice="Run helm dependency build.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/dependencies.go",
    bad=(
        Example(
            "-- Chart.yaml --\n"
            "«»apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "dependencies:\n"
            "  - name: db\n"
            "    version: 1.0.0\n"
            "    repository: https://example.com\n",
            message="chart directory is missing these dependencies: db",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("dependency-missing")
