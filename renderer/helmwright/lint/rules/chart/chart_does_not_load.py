"""Helm cannot load the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-does-not-load",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="Helm cannot load the chart",
    why="Nothing can be done with the chart.",
    advice="Write the file as Helm reads it (YAML, whole archives), or name it in .helmignore if it is no part of the chart.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/dependencies.go",
    general=True,
    bad=(
        Example(
            "-- Chart.yaml --\n"
            "apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "-- values.yaml --\n"
            "port: [\n"
            "«»",
            message="cannot load values.yaml",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-does-not-load")
