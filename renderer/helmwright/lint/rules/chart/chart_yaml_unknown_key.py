"""Chart.yaml has a key that Helm does not know, or one twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-yaml-unknown-key",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="Chart.yaml has a key that Helm does not know, or one twice",
    why="Helm ignores what it does not know, and of two keys takes the last, so what was meant does not happen.",
    advice="Correct the spelling of the key, or remove it; what is for other programs belongs below annotations.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\n«»appversion2: '1'\n",
            message='unknown field "appversion2"',
        ),
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\n«»name: store\n",
            message='key "name" already set in map',
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-yaml-unknown-key")
