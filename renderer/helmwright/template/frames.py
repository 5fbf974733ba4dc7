"""Reads a Python traceback back into Go's chain of template errors.

Compiled code stands at the template's own lines and columns, and the end column carries the rank
of the node that Go would have reported (see emit.py), so nothing is recorded while a template
runs. Only when it fails is the source parsed once more to find the nodes and print them.
Source: text/template/exec.go, errorf; parse/parse.go, ErrorContext
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ExecutionError, Frame, GoError
from helmwright.go.strconv import quote
from helmwright.template.lexer import Source
from helmwright.template.nodes import Action, Command, Field, Identifier, Template, Text, Variable
from helmwright.template.parser import Parser
from helmwright.template.runtime import MARK, MethodError

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping
    from types import CodeType, TracebackType

    from helmwright.template.nodes import Node
    from helmwright.template.runtime import Boundary

_MAX_LEVELS = 3_000
"""Every level's text holds those of the levels below, so more of them would fill the memory."""


class Level(NamedTuple):
    """One error of Go's chain: the frame it was raised in and its whole text.

    A level without frame is an error value that a function made.
    """

    frame: Frame | None
    text: str


class _Place(NamedTuple):
    file: str
    template: str
    line: int
    column: int
    rank: int


class _Group(NamedTuple):
    """The innermost place between two boundaries.

    texts: what was being executed that is no file, outermost first.
    wrapping: the wording of the boundary before it.
    """

    place: _Place
    texts: tuple[str, ...]
    wrapping: str


def explain(
    error: GoError,
    sources: Mapping[str, str],
    functions: Container[str],
    boundaries: Mapping[CodeType, Boundary],
) -> list[Level]:
    """Return Go's chain of errors for ``error``, outermost first.

    sources: template text by file name. functions: the names that the parser accepts.
    boundaries: the code objects of functions that execute templates.

    Raises:
        RecursionError: if there are thousands of levels.
    """
    groups = list(_groups(error.__traceback__, boundaries))
    if len(groups) > _MAX_LEVELS:
        raise RecursionError
    levels: list[Level] = []
    text = error.message
    if not groups:
        return [Level(None, text)]
    finder = _Finder(sources, functions)
    for index, group in enumerate(reversed(groups)):
        node = finder.node(group)
        if index > 0:
            message = f"error calling {_callee(node, None)}: {text}"
        elif isinstance(error, ExecutionError) or isinstance(node, Action):
            message = text
        else:
            levels.insert(0, Level(None, text))
            message = f"error calling {_callee(node, error)}: {text}"
        place = group.place
        frame = Frame(place.file, place.line, place.column, place.template, str(node))
        text = (
            f"template: {frame.file}:{frame.line}:{frame.column}: "
            f"executing {quote(place.template)} at <{frame.node}>: {message}"
        )
        levels.insert(0, Level(frame, text))
        if group.wrapping:
            text = group.wrapping + text
            levels.insert(0, Level(None, text))
    return levels


def _groups(
    traceback: TracebackType | None, boundaries: Mapping[CodeType, Boundary]
) -> Iterator[_Group]:
    """Yield the innermost template place before each boundary, and that of the failure."""
    reached: tuple[CodeType, int] | None = None
    texts: tuple[str, ...] = ()
    wrapping = ""
    while traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        if MARK in frame.f_globals:
            reached = code, traceback.tb_lasti
        elif code in boundaries and reached is not None:
            yield _Group(_place(*reached), texts, wrapping)
            reached = None
            boundary = boundaries[code]
            wrapping = ""
            if boundary.source is not None:
                text = boundary.source(frame.f_locals)
                texts = (*texts, text)
                wrapping = boundary.message(text)
        traceback = traceback.tb_next
    if reached is not None:
        yield _Group(_place(*reached), texts, wrapping)


def _place(code: CodeType, instruction: int) -> _Place:
    positions = list(code.co_positions())
    line, _, column, end = positions[instruction // 2]
    rank = -1 if column is None or end is None else end - column - 1
    return _Place(code.co_filename, code.co_name, line or 1, column or 0, rank)


class _Finder:
    """Finds the node at a place by parsing its source, once for all levels of an error."""

    def __init__(self, sources: Mapping[str, str], functions: Container[str]) -> None:
        self._sources = sources
        self._functions = functions
        self._found: dict[tuple[str, str], dict[tuple[str, int, int], list[Node]]] = {}

    def node(self, group: _Group) -> Node:
        """Return the node that Go would report at the place of ``group``.

        A place that is in no file is in the innermost text that has such a template there.
        """
        place = group.place
        texts = [self._sources[place.file]] if place.file in self._sources else group.texts[::-1]
        candidates: list[Node] = []
        for text in texts:
            nodes = self._nodes(place.file, text)
            candidates = nodes.get((place.template, place.line, place.column), [])
            for candidate in candidates:
                if candidate.rank == place.rank:
                    return candidate
        # Without columns (PYTHONNODEBUGRANGES) only the line is known.
        return candidates[0] if candidates else Text(0, "")

    def _nodes(self, file: str, text: str) -> dict[tuple[str, int, int], list[Node]]:
        """Return all nodes of a source by template, line and column."""
        found = self._found.get((file, text))
        if found is None:
            found = self._found[file, text] = {}
            source = Source(file, text)
            for template, tree in Parser(source, self._functions).parse().items():
                pending: list[Node] = [tree]
                while pending:
                    node = pending.pop()
                    key = (template, *source.location(node.position))
                    found.setdefault(key, []).append(node)
                    pending.extend(node.children())
        return found


def _callee(node: Node, error: GoError | None) -> str:
    """Return the name of the function or method that returned an error at ``node``."""
    if isinstance(error, MethodError):
        return error.name
    if isinstance(node, Command):
        node = node.arguments[0]
    if isinstance(node, Identifier):
        return node.name
    if isinstance(node, Field | Variable):
        return node.names[-1]
    return node.name if isinstance(node, Template) else str(node)
