"""A values file as rules see it: text, tree, values and places."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from helmwright.errors import HelmwrightError, Position
from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.go.yaml_nodes import Node
    from helmwright.go.yaml_positions import Place
    from helmwright.lint.finding import Path, Related, Severity
    from helmwright.values_edit import Edit


class ValuesSource:
    """One values file.

    name: its path as findings show it. data: its bytes. prefix: the path in the root chart's
    values of what the file holds, for values.yaml of a subchart.
    """

    def __init__(self, name: str, data: bytes, prefix: Path = ()) -> None:
        self.name = name
        self.data = data
        self.prefix = prefix

    @cached_property
    def text(self) -> str:
        """The content; bytes that are not UTF-8 are surrogate escapes."""
        return self.data.decode("utf-8", "surrogateescape")

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; the first is line 1."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    @cached_property
    def error(self) -> HelmwrightError | None:
        """Why Helm cannot read the file; None if it can."""
        from helmwright.values import load_values

        try:
            load_values(self.data, path=self.name)
        except HelmwrightError as error:
            return error
        return None

    @cached_property
    def values(self) -> dict[str, Any]:
        """What Helm reads; empty for a broken file."""
        from helmwright.values import load_values

        return {} if self.error else load_values(self.data, path=self.name)

    @cached_property
    def places(self) -> Mapping[Path, Place]:
        """Where keys and values stand, by path; empty for a broken file."""
        from helmwright.go.yaml_positions import positions

        try:
            return positions(self.data, self.name)
        except HelmwrightError:
            return {}

    @cached_property
    def root(self) -> Node | None:
        """The tree of the first document, with what is written twice; None for a broken file."""
        from helmwright.go.yaml_read import read_nodes

        try:
            return read_nodes(self.data, self.name)
        except HelmwrightError:
            return None

    def node_span(self, node: Node) -> Span:
        """Return what a node of the tree spans; of a map or list, where it begins."""
        mark = node.mark
        start = Position(self.name, mark.line + 1, mark.column + 1)
        if node.end is None or node.style in ("|", ">"):
            return Span.at(start)
        return Span.at(start, node.end.line + 1, node.end.column + 1)

    def value_span(self, path: Path) -> Span:
        """Return what the value at ``path`` spans, or where the innermost part around it begins.

        A value that is a map or list is shown by its key.
        """
        return self._span(path, of_key=False)

    def key_span(self, path: Path) -> Span:
        """Return what the key at ``path`` spans."""
        return self._span(path, of_key=True)

    def _span(self, path: Path, *, of_key: bool) -> Span:
        for length in range(len(path), 0, -1):
            place = self.places.get(path[:length])
            if place is None:
                continue
            node = place.node.target or place.node
            use_key = of_key or length < len(path) or node.kind != "scalar"
            if not use_key and node.end is not None and not node.value and not node.style:
                use_key = True  # a blank value is nowhere
            return self.node_span(place.key_node if use_key else place.node)
        return Span.at(Position(self.name, 1, 1))

    def problem(  # noqa: PLR0913 - what a problem is
        self,
        where: Path | Node | Span,
        message: str,
        *,
        of_key: bool = False,
        fix: str = "",
        edits: Iterable[Edit] = (),
        related: Iterable[Related] = (),
        severity: Severity | None = None,
    ) -> Problem:
        """Return a problem at a path of this file, a node, or a span."""
        path: Path = ()
        if isinstance(where, Span):
            span = where
        elif isinstance(where, tuple):
            own = cast("Path", where)  # a Span is a tuple, too, but has been dealt with
            span = self._span(own, of_key=of_key)
            path = (*self.prefix, *own)
        else:
            span = self.node_span(where)
        return Problem(span, message, path, fix, tuple(edits), tuple(related), severity)
