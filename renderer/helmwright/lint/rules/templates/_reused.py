"""Parts of a YAML file that stand in several places, by anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.yaml_nodes import Node


def reused_nodes(root: Node | None) -> frozenset[tuple[int, int]]:
    """Return where the nodes begin that an alias stands for."""
    nodes = [] if root is None else list(_walk(root))
    return frozenset(_place(node.target) for node in nodes if node.target is not None)


def is_reused(node: Node, reused: frozenset[tuple[int, int]]) -> bool:
    """Tell whether a node, or a part of it, stands in another place, too."""
    return bool(reused) and any(_place(one) in reused for one in _walk(node))


def _place(node: Node) -> tuple[int, int]:
    return node.mark.line, node.mark.column


def _walk(node: Node) -> Iterator[Node]:
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(node.children)
