"""An item of a List has a resource policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "resource-policy-in-list",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="An item of a List has a resource policy",
    why="Helm looks at the policy of the List only, so the object is deleted although it was to be kept.",
    advice="Write the objects as documents of their own.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/list.yaml --\n"
            "«»apiVersion: v1\n"
            "kind: List\n"
            "items:\n"
            "  - apiVersion: v1\n"
            "    kind: ConfigMap\n"
            "    metadata:\n"
            "      name: shop\n"
            "      annotations:\n"
            "        helm.sh/resource-policy: keep\n"
            "metadata:\n"
            "  name: shop\n",
            message="are ignored",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("resource-policy-in-list")
