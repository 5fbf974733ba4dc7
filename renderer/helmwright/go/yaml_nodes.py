"""The tree of a YAML document, before anything is decided about its scalars.

Source: go-yaml v2 decode.go, the parser half.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.limits import NODE_LIMIT
from helmwright.go.yaml_scan import ScanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.yaml_events import Event
    from helmwright.go.yaml_scan import Mark


class Node:
    """A node; ``kind`` is scalar, sequence, mapping or alias.

    children: the items, or keys and values in turn.
    target: what an alias stands for.
    implicit: a plain scalar, whose type its text decides.
    end: behind a scalar or an alias; None for the others.
    style: the character that begins a scalar, a quote, ``|`` or ``>``; blank for a plain one.
    """

    __slots__ = ("children", "end", "implicit", "kind", "mark", "style", "tag", "target", "value")

    def __init__(self, kind: str, mark: Mark, tag: str, value: str, *, implicit: bool) -> None:
        self.kind = kind
        self.mark = mark
        self.tag = tag
        self.value = value
        self.implicit = implicit
        self.children: list[Node] = []
        self.target: Node | None = None
        self.end: Mark | None = None
        self.style = ""


def compose(next_event: Callable[[], Event]) -> Node | None:  # noqa: C901 - one loop
    """Return the root of the first document, or ``None`` if there is no document.

    Raises ScanError for what the source of events refuses and for unknown anchors.
    """
    next_event()  # the beginning of the stream
    if next_event().kind == "stream-end":
        return None
    anchors: dict[str, Node] = {}
    open_nodes: list[Node] = []
    count = 0
    while True:
        event = next_event()
        kind = event.kind
        if kind == "end":
            node = open_nodes.pop()
        else:
            count += 1
            if count > NODE_LIMIT:
                raise ScanError(f"more than {NODE_LIMIT} values are too many")
            node = Node(kind, event.mark, event.tag, event.value, implicit=event.implicit)
            node.end, node.style = event.end, event.style
            if kind == "alias":
                node.value = event.anchor or ""
                node.target = anchors.get(node.value)
                if node.target is None:
                    raise ScanError(f"unknown anchor '{node.value}' referenced", 0, event.mark)
            elif event.anchor is not None:
                anchors[event.anchor] = node
            if open_nodes:
                open_nodes[-1].children.append(node)
            if kind in ("mapping", "sequence"):
                open_nodes.append(node)
                continue
        if not open_nodes:
            next_event()  # the end of the document, where the parser may still find errors
            return node
