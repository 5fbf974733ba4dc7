"""The templates cannot be rendered with the default values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-does-not-render",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="The templates cannot be rendered with the default values",
    why="helm template and helm install fail, too, unless the user sets what is missing.",
    advice="Give the value a default in values.yaml, or read it in the template with if, with or default.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    general=True,
    bad=(
        Example(
            "-- templates/service.yaml --\nport: {{ .Values«».service.port }}\n",
            message="nil pointer evaluating",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-does-not-render")
