"""An object has a name that Kubernetes does not allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.rule import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "object-name-invalid",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="An object has a name that Kubernetes does not allow",
    why="The API server refuses the object.",
    advice="Use lower case letters, digits and hyphens.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/service.yaml --\n"
            "«»apiVersion: v1\n"
            "kind: Service\n"
            "metadata:\n"
            "  name: Shop_A\n",
            message="object name does not conform to Kubernetes naming requirements",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("object-name-invalid")
