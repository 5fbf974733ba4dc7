"""A chart that renders with no values at all, so that little can be said of a values file for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, Position, TemplateSyntaxError
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.rendered import RenderedChart


@rule(
    "chart-not-rendered",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="The chart does not render, whatever the values are, so less was looked at",
    why="What values make of the objects of a chart is not known then, and mistakes in them are not found.",
    advice="Mend the chart first, or fetch its dependencies with helm dependency build, and lint again.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/action/install.go",
    general=True,
    bad=(
        Example(
            "-- Chart.yaml --\n«»apiVersion: v2\nname: shop\nversion: 1.0.0\n"
            "icon: https://example.com/a.png\nkubeVersion: '>=99.0.0-0'\n",
            message="chart requires kubeVersion: >=99.0.0-0",
        ),
    ),
    good=(
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\n"
            "icon: https://example.com/a.png\nkubeVersion: '>=1.20.0-0'\n"
        ),
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\ntype: library\n"
            "icon: https://example.com/a.png\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Say why Helm would not even begin."""
    error = rendered.error
    chart = rendered.chart
    if chart.metadata.type == "library" or not isinstance(error, (ChartError, TemplateSyntaxError)):
        return
    where = error.position or Position(f"{chart.path}/Chart.yaml", 1, 1)
    yield Problem(Span.at(where), f"no object of the chart was looked at: {error.told}")
