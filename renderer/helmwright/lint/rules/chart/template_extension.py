"""A file below templates has another extension than .yaml, .yml, .tpl or .txt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "template-extension",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A file below templates has another extension than .yaml, .yml, .tpl or .txt",
    why="Helm renders every file there and sends it to the cluster.",
    advice="Move the file out of templates, or begin its name with an underscore and end it with .tpl.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/template.go",
    bad=(
        Example(
            "-- templates/service.json --\n«»{}\n",
            message="file extension '.json' not valid",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("template-extension")
