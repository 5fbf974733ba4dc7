"""A rendered document begins with an indented line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "rendered-indented",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="A rendered document begins with an indented line",
    why="Depending on what stands before it the document is read differently.",
    advice="Remove the indentation, or trim the white space with {{- and -}}.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/service.yaml --\n"
            "«»  apiVersion: v1\n"
            "  kind: Service\n"
            "  metadata:\n"
            "    name: shop\n",
            message="document starts with an illegal indent",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("rendered-indented")
