"""An object has a deprecated API version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "api-version-deprecated",
    reads=Reads.FOLDER,
    severity=Severity.WARNING,
    summary="An object has a deprecated API version",
    why="The API server of a later Kubernetes does not know it any more.",
    advice="Write the newer apiVersion into the template, chosen by .Capabilities.APIVersions where old clusters count.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/deprecations.go",
    bad=(
        Example(
            "-- templates/ingress.yaml --\n"
            "«»apiVersion: networking.k8s.io/v1beta1\n"
            "kind: Ingress\n"
            "metadata:\n"
            "  name: shop\n",
            message="is deprecated in v1.19+",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("api-version-deprecated")
