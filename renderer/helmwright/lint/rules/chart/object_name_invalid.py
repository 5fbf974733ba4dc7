"""An object has a name that Kubernetes does not allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
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
    good=(
        GOOD_CHART,
        Example(
            "-- templates/job.yaml --\napiVersion: batch/v1\nkind: Job\nmetadata:\n"
            "  generateName: load-\n"
        ),
        Example(
            "-- templates/list.yaml --\napiVersion: v1\nkind: List\nitems:\n"
            "  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: shop\n"
        ),
    ),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says, but of objects that need no name."""
    yield from view.problems("object-name-invalid")
