"""Keys of values files as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.yaml_decode import is_merge
from helmwright.lint.source import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.source import ValuesSource


def plain_keys(source: ValuesSource) -> Iterator[tuple[Path, Node]]:
    """Yield the keys without quotes and tags, each with the path of its map."""
    for path, node in source.nodes():
        if node.kind == "mapping":
            for key, _ in pairs(node):
                if key.kind == "scalar" and key.implicit and key.value and not is_merge(key):
                    yield path, key
