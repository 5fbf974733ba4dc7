"""A values file as rules see it: text, tree, values and places."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.go.yaml_positions import Place
    from helmwright.go.yaml_read import Document
    from helmwright.lint.finding import Related, Severity
    from helmwright.lint.yaml_style import StyleRun
    from helmwright.values.editing import Edit


_LINE_END = lazy_pattern("\r\n|[\n\r\x85\u2028\u2029]")


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
    def style(self) -> StyleRun:
        """The run of yamllint over this file; a subject puts one here that has all its files."""
        from helmwright.lint.yaml_style import StyleRun

        return StyleRun([(self.name, self.data)])

    @cached_property
    def text(self) -> str:
        """The content; bytes that are not UTF-8 are surrogate escapes."""
        return self.data.decode("utf-8", "surrogateescape")

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends, as YAML 1.1 counts them; the first is line 1."""
        return _LINE_END.split(self.text)

    @cached_property
    def error(self) -> HelmwrightError | None:
        """Why Helm cannot read the file; None if it can."""
        from helmwright.values.maps import load_values

        try:
            load_values(self.data, path=self.name)
        except HelmwrightError as error:
            return error
        return None

    @cached_property
    def values(self) -> dict[str, Any]:
        """What Helm reads; empty for a broken file."""
        from helmwright.values.maps import load_values

        return {} if self.error else load_values(self.data, path=self.name)

    @cached_property
    def places(self) -> Mapping[Path, Place]:
        """Where keys and values stand, by path; empty for a broken file."""
        from helmwright.go.yaml_positions import positions

        try:
            if not self._has_separators:
                return _places(self.data, self.name)
            found: dict[Path, Place] = {}
            for document in self._split():
                places = positions(document, self.name)
                nodes = [node for place in places.values() for node in (place.key_node, place.node)]
                for node in {id(node): node for node in nodes}.values():
                    _move_down(node, document.first_line)
                found.update(places)
        except HelmwrightError:
            return {}
        return found

    @cached_property
    def root(self) -> Node | None:
        """The tree of the first document, with what is written twice; None for a broken file."""
        from helmwright.go.yaml_read import read_nodes

        if not self._has_separators:
            place = self.places.get(())
            return None if place is None else place.node
        try:
            return read_nodes(self.data, self.name)
        except HelmwrightError:
            return None

    @property
    def _has_separators(self) -> bool:
        return b"\n---" in self.data or self.data.startswith(b"---")

    def _split(self) -> Iterator[Document]:
        from helmwright.go.yaml_read import read_documents

        return read_documents(self.text, self.name)

    @cached_property
    def documents(self) -> tuple[Node, ...]:
        """The trees of all documents that hold something; none of a broken file."""
        from helmwright.go.yaml_read import read_nodes

        if not self._has_separators:
            return () if self.root is None else (self.root,)
        found = []
        try:
            for document in self._split():
                root = read_nodes(document, self.name)
                if root is not None:
                    for node in walk(root):
                        _move_down(node, document.first_line)
                    found.append(root)
        except HelmwrightError:
            return ()
        return tuple(found)

    def nodes(self) -> Iterator[tuple[Path, Node]]:
        """Yield every node that is written in the file, with its path; keys are not among them."""
        for root in self.documents:
            yield from walk_values(root)

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


@lru_cache(maxsize=8)
def _places(data: bytes, name: str) -> Mapping[Path, Place]:
    """Return the places of a file; many subjects are values for one chart with its defaults."""
    from helmwright.go.yaml_positions import positions

    return positions(data, name)


def walk(root: Node) -> Iterator[Node]:
    """Yield all nodes as they are written, keys as well."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.children))


def walk_values(root: Node) -> Iterator[tuple[Path, Node]]:
    """Yield all values as they are written, with the path of each; aliases are not followed."""
    from helmwright.go.yaml_positions import key_name

    pending: list[tuple[Path, Node]] = [((), root)]
    while pending:
        path, node = pending.pop()
        yield path, node
        below: list[tuple[Path, Node]] = []
        if node.kind == "sequence":
            below = [((*path, index), child) for index, child in enumerate(node.children)]
        elif node.kind == "mapping":
            for key, value in pairs(node):
                name = key_name(key)
                below.append(((*path, name if name is not None else key.value), value))
        pending.extend(reversed(below))


def pairs(mapping: Node) -> Iterator[tuple[Node, Node]]:
    """Yield the keys of a mapping with their values, as they are written."""
    yield from zip(mapping.children[::2], mapping.children[1::2], strict=True)


def _move_down(node: Node, lines: int) -> None:
    """Count the lines of a node from the beginning of the file instead of its document."""
    node.mark = node.mark._replace(line=node.mark.line + lines)
    if node.end is not None:
        node.end = node.end._replace(line=node.end.line + lines)
