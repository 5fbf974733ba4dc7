"""Where things stand in a template, and which of them wrote which part of the output.

Jinja2 knows lines only. Here every token gets one number for line and column, which Jinja2 carries
through its tree, its compiled code and its errors as if it were a line. And whatever a template
writes goes through a filter that notes the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import nodes, pass_context

from helmwright.base.errors import Position
from helmwright.base.templated_text import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jinja2.runtime import Context

WRITE = "~write"
STEPS = "~steps"
CONCAT = "~concat"
COLLECT = "~collect"
"""Filters that no template can name."""

_COLUMN_BITS = 20
_COLUMNS = (1 << _COLUMN_BITS) - 1


class Placed(str):
    """A string that knows where its parts were written; what is made of it is a plain one."""

    __slots__ = ("parts",)
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        """Return the string itself: compiled templates call this for all that they write."""
        return self

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Placed:
        """Return the string that is made of ``parts``."""
        parts = tuple(parts)
        text = cls("".join(part.text for part in parts))
        text.parts = parts
        return text


def parts_of(text: str) -> tuple[Part, ...]:
    """Return the parts of a string, one for a plain one."""
    return text.parts if type(text) is Placed else (Part(text, None, False),)


def position(number: int, path: str) -> Position:
    """Return the place that a number of Jinja2's stands for: of a token, or only of a line."""
    if number <= _COLUMNS:
        return Position(path, number)
    return Position(path, number >> _COLUMN_BITS, min(number & _COLUMNS, _COLUMNS - 1) + 1)


def number_tokens(
    tokens: Iterable[tuple[int, str, str]], source: str
) -> Iterator[tuple[int, str, str]]:
    """Yield tokens with the number of their place instead of their line.

    Tokens follow each other in the source, but for blanks that were stripped.
    """
    offset, line, start = 0, 1, 0
    for _, kind, text in tokens:
        while not source.startswith(text, offset) and offset < len(source):
            if source[offset] == "\n":
                line, start = line + 1, offset + 1
            offset += 1
        yield (line << _COLUMN_BITS) | min(offset - start, _COLUMNS), kind, text
        breaks = text.count("\n")
        if breaks:
            line, start = line + breaks, offset + text.rindex("\n") + 1
        offset += len(text)


def mark(template: nodes.Template, path: str) -> None:
    """Make everything that a parsed template writes pass a filter that notes its place.

    Loops, joined strings, lists and maps pass filters as well, which bound what they may cost.
    """
    for output in list(template.find_all(nodes.Output)):
        output.nodes = [_written(node, path) for node in output.nodes]
    for block in list(template.find_all(nodes.FilterBlock)):
        block.filter = _filter(WRITE, block.filter, path, is_literal=False, number=block.lineno)
    for loop in list(template.find_all(nodes.For)):
        loop.iter = _plain_filter(STEPS, loop.iter)
    _bound(template)
    if template.environment is not None:
        template.set_environment(template.environment)


def _written(node: nodes.Expr, path: str) -> nodes.Expr:
    number = _start(node)
    if isinstance(node, nodes.TemplateData):
        text = nodes.Const(node.data, lineno=number)
        return _filter(WRITE, text, path, is_literal=True, number=number)
    return _filter(WRITE, node, path, is_literal=False, number=number)


def _start(node: nodes.Node) -> int:
    """Return the first place of an expression; that of ``a | b`` is the filter's."""
    numbers = [node.lineno, *(inner.lineno for inner in node.find_all(nodes.Node))]
    return min(number for number in numbers if number is not None)


def _filter(
    name: str, node: nodes.Expr, path: str, *, is_literal: bool, number: int
) -> nodes.Filter:
    place = [nodes.Const(value, lineno=number) for value in (path, number, is_literal)]
    return nodes.Filter(node, name, place, [], None, None, lineno=number)


def _plain_filter(name: str, node: nodes.Node) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=_start(node))


def _bound(node: nodes.Node) -> None:
    for child in node.iter_child_nodes():
        _bound(child)
    for field, value in node.iter_fields():
        if isinstance(value, list):
            setattr(node, field, [_bounded(item) for item in value])
        else:
            setattr(node, field, _bounded(value))


def _bounded(value: Any) -> Any:
    is_stored = isinstance(value, nodes.Tuple) and value.ctx != "load"
    if isinstance(value, (nodes.List, nodes.Tuple, nodes.Dict)) and not is_stored:
        return _plain_filter(COLLECT, value)
    if not isinstance(value, nodes.Concat):
        return value
    return _plain_filter(CONCAT, nodes.List(value.nodes, lineno=_start(value)))


def names(template: nodes.Template) -> list[tuple[str, int]]:
    """Return the names, attributes and constant keys that a template reads, with their places."""
    found = [(node.name, node.lineno) for node in template.find_all(nodes.Name)]
    found += [(node.attr, node.lineno + 1) for node in template.find_all(nodes.Getattr)]
    for item in template.find_all(nodes.Getitem):
        if isinstance(item.arg, nodes.Const):
            found.append((str(item.arg.value), item.arg.lineno))
    return sorted(found, key=lambda one: one[1])


@pass_context
def write(context: Context, value: Any, path: str, number: int, is_literal: bool) -> Placed:  # noqa: FBT001 - called by templates
    """Return what a template writes at a place."""
    budget = context.environment.budget  # type: ignore[attr-defined]
    if type(value) is Placed:
        place = position(number, path)
        parts = tuple(part if part.place else Part(part.text, place, False) for part in value.parts)
        budget.spend(len(value))
        return Placed.of(parts)
    text = value if is_literal else budget.text(value)
    budget.spend(len(text))
    return Placed.of([Part(text, position(number, path), is_literal)])
