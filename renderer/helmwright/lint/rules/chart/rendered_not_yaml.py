"""What a template renders to is no YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "rendered-not-yaml",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="What a template renders to is no YAML",
    why="Helm refuses to install the chart.",
    advice="Indent what the line includes with nindent, and print texts with '| quote'.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/service.yaml --\n"
            "apiVersion: v1\n"
            "kind: Service\n"
            "metadata:\n"
            "  name: shop\n"
            "«» labels: {}\n",
            message="unable to parse YAML",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("rendered-not-yaml")
