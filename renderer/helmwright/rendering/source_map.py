"""Which line of which template wrote each line that a chart renders to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.go.positions import PositionTable
    from helmwright.rendering.objects import RenderedObject
    from helmwright.template.trace import OutputTrace


class SourceMap:
    """Finds the template lines that wrote rendered lines; all lines count from 1.

    trace: of the render. texts: of the templates, by the path that the engine gives them.
    """

    def __init__(self, trace: OutputTrace, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)
        self._trace = trace
        self._lines: dict[str, list[tuple[str, int]]] = {}
        self._tables: dict[tuple[str, int], PositionTable | None] = {}

    def origin(self, path: str, line: int) -> tuple[str, int]:
        """Return the template, and its line, that wrote a line of a rendered file.

        path: of the file, which is that of its own template. Of a line behind the last one the
        origin is that of the last.
        """
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = self._trace.lines(path, self.texts)
        return lines[min(line, len(lines)) - 1] if lines else (path, 1)

    def origin_of(self, one: RenderedObject, path: Path = ()) -> tuple[str, int]:
        """Return the template, and its line, that wrote a part of an object."""
        return self.origin(one.template, self.line_of(one, path))

    def line_of(self, one: RenderedObject, path: Path = ()) -> int:
        """Return the line of a part of an object in its rendered file.

        Of a part that is not there it is the line of what would hold it.
        """
        key = one.template, one.line
        if key not in self._tables:
            self._tables[key] = _positions(one)
        table = self._tables[key]
        position = None if table is None else table.nearest((*one.root, *path))
        if position is None or position.line is None:
            return one.line
        return position.line + one.line - 1


def _positions(one: RenderedObject) -> PositionTable | None:
    from helmwright.go.positions import document_positions

    try:
        return document_positions(one.content, one.template)
    except HelmwrightError:
        return None


def template_texts(chart: Chart, path: str = "") -> dict[str, str]:
    """Return the texts of the templates of a chart and its subcharts, by the path that the engine gives them.

    path: of the chart, its name if none is given.
    """
    base = path or chart.name
    found = {
        f"{base}/{file.name}": file.data.decode("utf-8", "surrogateescape")
        for file in chart.templates
    }
    for subchart in chart.dependencies:
        found |= template_texts(subchart, f"{base}/charts/{subchart.name}")
    return found
