"""crds is a file and not a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "crd-folder-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="crds is a file and not a folder",
    why="Helm installs no custom resource definitions.",
    advice="Make it a folder, with one file for each definition.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/crds.go",
    bad=(
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\nversion: 1.0.0\n-- crds --\nnothing\n",
            message="not a directory",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("crd-folder-invalid")
