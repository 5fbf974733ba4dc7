"""A chart's files as rules see them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.charts.chart import Chart
    from helmwright.lint.finding import Related, Severity
    from helmwright.lint.template_files import TemplateFile
    from helmwright.lint.values_reads import ValuesReads


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

    @cached_property
    def templates(self) -> tuple[TemplateFile, ...]:
        """The templates as trees, those of the chart itself first."""
        from helmwright.lint.template_files import template_files

        return tuple(template_files(self.chart))

    @cached_property
    def reads(self) -> ValuesReads:
        """Which values the chart's own templates read."""
        from helmwright.lint.values_reads import values_reads

        return values_reads(self.chart, self.chart.values)

    @property
    def lacks_dependencies(self) -> bool:
        """Whether a chart that Chart.yaml names is not there, with all that it would define."""
        return _lacks_dependencies(self.chart)

    def template_span(self, file: TemplateFile, position: int, text: str = "") -> Span:
        """Return what ``text`` spans in a template, which begins or ends near an offset."""
        source = file.parsed.source
        start = source.text.find(text, max(0, position - len(text))) if text else position
        start = position if start < 0 else start
        line, before, _ = source.line_around(start)
        return self.span(file.file, line, start - before + 1, len(text))

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


def _lacks_dependencies(chart: Chart) -> bool:
    known = {subchart.metadata.name for subchart in chart.dependencies}
    wanted = {dependency.name for dependency in chart.metadata.dependencies or ()}
    return bool(wanted - known) or any(map(_lacks_dependencies, chart.dependencies))
