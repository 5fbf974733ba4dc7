"""Chart.yaml cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-yaml-broken",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="Chart.yaml cannot be read",
    why="Helm cannot load a chart without a Chart.yaml that is YAML with values of the right types.",
    advice="Write 'key: value' lines, lists with a dash before each item, and texts with a colon in quotes.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: [\n«»",
            message="unable to parse YAML",
        ),
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\nkeywords: shop\n",
            message="cannot unmarshal string",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-yaml-broken")
