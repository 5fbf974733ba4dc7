"""The templates of a chart and of its subcharts as trees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError
from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.charts.chart import Chart
    from helmwright.template.lexer import Source
    from helmwright.template.nodes import List, Node


class Parsed(NamedTuple):
    """The trees of one text by their names, or why there are none.

    error: Go's text.
    """

    source: Source
    trees: Mapping[str, List]
    error: str


class TemplateFile(Record):
    """A file below ``templates/``.

    path: as the engine calls it, ``chart/charts/sub/templates/x.yaml``.
    file: where it is below the root chart. owner: its chart.
    """

    path: str
    file: str
    owner: Chart
    parsed: Parsed

    @property
    def is_partial(self) -> bool:
        """Whether Helm does not render it."""
        return self.path.rpartition("/")[2].startswith("_")


@lru_cache(maxsize=2048)
def parse_template(name: str, data: bytes) -> Parsed:
    """Parse the text of a template as the engine does, with Helm's functions."""
    from helmwright.template.lexer import Source
    from helmwright.template.parser import Parser

    source = Source(name, data.decode("utf-8", "surrogateescape"))
    try:
        return Parsed(source, Parser(source, _functions()).parse(), "")
    except GoError as error:
        return Parsed(source, {}, error.message)


@lru_cache(maxsize=1)
def _functions() -> frozenset[str]:
    from helmwright.functions import NAMES
    from helmwright.rendering.functions import ENGINE

    return frozenset(NAMES) | frozenset(ENGINE)


def template_files(chart: Chart, path: str = "", folder: str = "") -> Iterator[TemplateFile]:
    """Yield the templates of a chart and then those of its subcharts.

    Of a library chart, Helm never parses a file whose name has no underscore in front.
    Source: helm pkg/engine/engine.go (recAllTpls)
    """
    path = path or chart.name
    is_library = chart.metadata.type.lower() == "library"
    for file in chart.templates:
        if is_library and not file.name.rpartition("/")[2].startswith("_"):
            continue
        name = f"{path}/{file.name}"
        yield TemplateFile(name, folder + file.name, chart, parse_template(name, file.data))
    for subchart in chart.dependencies:
        below = f"charts/{subchart.name}/"
        yield from template_files(subchart, f"{path}/charts/{subchart.name}", folder + below)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.children()))
