"""Named templates of a chart: where they are defined, and where they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.strconv import quote
from helmwright.lint.template_files import walk
from helmwright.template import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Span
    from helmwright.lint.template_files import TemplateFile


class Definition(NamedTuple):
    """A template that a file defines."""

    name: str
    file: TemplateFile
    position: int
    text: str


class Call(NamedTuple):
    """A template or include; the name is None where it is computed."""

    name: str | None
    file: TemplateFile
    position: int
    text: str


def definitions(view: ChartView) -> Iterator[Definition]:
    """Yield the definitions of all files that parse, block's included."""
    for file in view.templates:
        for name, tree in file.parsed.trees.items():
            if name != file.path:
                position, text = _place(file, name, tree.position)
                yield Definition(name, file, position, text)


def _place(file: TemplateFile, name: str, body: int) -> tuple[int, str]:
    """Return where the name is written last before its body begins."""
    source = file.parsed.source.text
    for mark in ('"', "`"):
        text = f"{mark}{name}{mark}"
        found = source.rfind(text, 0, body)
        if found >= 0:
            return found, text
    return body, ""


def calls(view: ChartView) -> Iterator[Call]:
    """Yield the calls of named templates in all files that parse."""
    for file in view.templates:
        for tree in file.parsed.trees.values():
            yield from _calls(file, tree)


def _calls(file: TemplateFile, tree: nodes.Node) -> Iterator[Call]:
    for node in walk(tree):
        if isinstance(node, nodes.Template):
            yield Call(node.name, file, node.position, quote(node.name))
        elif isinstance(node, nodes.Pipe):
            for place, command in enumerate(node.commands):
                first = command.arguments[0]
                if isinstance(first, nodes.Identifier) and first.name == "include":
                    yield _include(file, command, is_first=place == 0)


def _include(file: TemplateFile, command: nodes.Command, *, is_first: bool) -> Call:
    name = command.arguments[1] if len(command.arguments) > 1 else None
    if isinstance(name, nodes.String) and (is_first or len(command.arguments) == 2):
        return Call(name.text, file, name.position, name.quoted)
    if name is not None and ".BasePath" in str(name):  # a file, whose name goes into a checksum
        return Call(file.path, file, command.position, "include")
    return Call(None, file, command.position, "include")


def span_of(view: ChartView, one: Definition | Call) -> Span:
    """Return what the name spans."""
    return view.template_span(one.file, one.position, one.text)
