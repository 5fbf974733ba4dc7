"""A maintainer has no name, or an address that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.chart._good import GOOD_CHART

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.helm_lint.view import FolderView


@rule(
    "chart-maintainer-invalid",
    reads=Reads.FOLDER,
    severity=Severity.ERROR,
    summary="A maintainer has no name, or an address that is none",
    why="helm lint fails, and users of the chart do not know whom to ask.",
    advice="Give each maintainer a name, and an email or url that is one.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/lint/rules/chartfile.go",
    bad=(
        Example(
            "-- Chart.yaml --\n"
            "apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "maintainers:\n"
            "  - «»email: shop@example.com\n",
            message="each maintainer requires a name",
        ),
        Example(
            "-- Chart.yaml --\n"
            "apiVersion: v2\n"
            "name: shop\n"
            "version: 1.0.0\n"
            "maintainers:\n"
            "  - «»name: Ann\n"
            "    email: nowhere\n",
            message="invalid email",
        ),
    ),
    good=(GOOD_CHART,),
)
def check(view: FolderView) -> Iterator[Problem]:
    """Pass on what ``helm lint`` says."""
    yield from view.problems("chart-maintainer-invalid")
