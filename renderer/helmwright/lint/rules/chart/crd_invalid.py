"""A file below crds is no custom resource definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "crd-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A file below crds is no custom resource definition",
    why="Helm installs these files as they are, before everything else, and never upgrades them.",
    advice="Move other objects to templates; templates are not rendered here.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/crds.go",
    bad=(
        Example(
            "-- crds/config.yaml --\n"
            "«»apiVersion: apiextensions.k8s.io/v1\n"
            "kind: ConfigMap\n"
            "metadata:\n"
            "  name: shop\n",
            message="object kind is not",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("crd-invalid")
