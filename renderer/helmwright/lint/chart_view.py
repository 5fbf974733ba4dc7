"""A chart's files as rules see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.chart import Chart
    from helmwright.lint.finding import Related, Severity


class ChartView:
    """A chart that is linted.

    chart: as loaded. path: as the user wrote it; findings show files below it.
    kube_version: the one that was asked for, blank for the default.
    """

    def __init__(self, chart: Chart, *, kube_version: str = "") -> None:
        self.chart = chart
        self.path = chart.path
        self.kube_version = kube_version
        self._texts = {raw.name: raw.data.decode("utf-8", "surrogateescape") for raw in chart.raw}

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all files, relative to the chart, subcharts' included."""
        return tuple(self._texts)

    def text(self, name: str) -> str:
        """Return the content of a file; blank if there is none."""
        return self._texts.get(name, "")

    def span(
        self,
        name: str,
        line: int = 1,
        column: int = 1,
        length: int = 0,
        end_line: int | None = None,
    ) -> Span:
        """Return a stretch of a file of the chart."""
        return Span(f"{self.path}/{name}", line, column, end_line or line, column + length)

    def problem(
        self,
        span: Span,
        message: str,
        *,
        fix: str = "",
        related: Iterable[Related] = (),
        severity: Severity | None = None,
    ) -> Problem:
        """Return a problem at a span."""
        return Problem(span, message, (), fix, (), tuple(related), severity)
