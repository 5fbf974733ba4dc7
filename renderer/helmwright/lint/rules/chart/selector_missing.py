"""A workload has no selector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "selector-missing",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A workload has no selector",
    why="The API server refuses the object.",
    advice="Add spec.selector.matchLabels with labels of the pod template.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/deployment.yaml --\n"
            "«»apiVersion: apps/v1\n"
            "kind: Deployment\n"
            "metadata:\n"
            "  name: shop\n",
            message="must contain matchLabels or matchExpressions",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("selector-missing")
