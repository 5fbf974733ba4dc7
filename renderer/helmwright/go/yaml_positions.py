"""Where the keys and values of a YAML document stand in their file.

Found on demand and kept beside the data: reading values costs nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position
from helmwright.base.templated_text import TemplatedText
from helmwright.go.yaml_decode import ConvertError, DecodeError, Key, go_type, is_merge, key_text
from helmwright.go.yaml_read import Document, read_nodes
from helmwright.go.yaml_resolve import TagError, resolve, resolve_plain

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node

_LIMIT = 1_000_000


class Place:
    """The positions of one entry: of its key (of its value in a sequence) and of its value.

    node: the value's. key_node: the key's; the value's in a sequence.
    """

    __slots__ = ("key", "key_node", "node", "value")

    def __init__(self, key: Position, value: Position, key_node: Node, node: Node) -> None:
        self.key = key
        self.value = value
        self.key_node = key_node
        self.node = node


def positions(text: str | bytes, path: str) -> dict[Path, Place]:
    """Return the places of all keys and items of the first document of ``text``.

    path: the file that the positions name. The empty path is the document itself. What an alias
    or a merge brings stands where it was written, at its anchor. Of a templated text, the places
    are those in the template.
    Raises YAMLError with Go's text for what cannot be read.
    """
    root = read_nodes(text, path)
    if root is None:
        return {}
    finder = _Finder(path, text)
    place = finder.position(root)
    finder.found[()] = Place(place, place, root, root)
    finder.visit_all(root)
    return finder.found


class _Finder:
    def __init__(self, path: str, text: str | bytes) -> None:
        self._path = path
        self._first_line = text.first_line if isinstance(text, Document) else 0
        self._templated = text if isinstance(text, TemplatedText) else None
        self.found: dict[Path, Place] = {}

    def position(self, node: Node) -> Position:
        """Return where ``node`` begins; lines and columns count from 1."""
        place = Position(self._path, self._first_line + node.mark.line + 1, node.mark.column + 1)
        return self._templated.place(place) if self._templated else place

    def visit_all(self, root: Node) -> None:
        """Find everything below ``root``, which may hold itself."""
        pending: list[tuple[Node, Path, frozenset[int]]] = [(root, (), frozenset())]
        while pending and len(self.found) < _LIMIT:
            node, path, open_targets = pending.pop()
            if node.target is not None:
                if id(node.target) in open_targets:
                    continue
                node, open_targets = node.target, open_targets | {id(node.target)}
            if node.kind == "sequence":
                for index, child in enumerate(node.children):
                    place = self.position(child)
                    self.found[*path, index] = Place(place, place, child, child)
                    pending.append((child, (*path, index), open_targets))
            elif node.kind == "mapping":
                for name, key, value in _entries(node):
                    self.found[*path, name] = Place(
                        self.position(key), self.position(value), key, value
                    )
                    pending.append((value, (*path, name), open_targets))


def _entries(mapping: Node, depth: int = 0) -> list[tuple[str, Node, Node]]:
    """Return the entries of a mapping with merged ones; of equal keys the last one counts."""
    entries: dict[str, tuple[str, Node, Node]] = {}
    children = mapping.children
    for at in range(0, len(children), 2):
        key, value = children[at], children[at + 1]
        if is_merge(key):
            sources = reversed(value.children) if value.kind == "sequence" else [value]
            for source in sources:
                target = source.target or source
                if target.kind == "mapping" and depth < 20:
                    entries.update({entry[0]: entry for entry in _entries(target, depth + 1)})
            continue
        name = key_name(key)
        if name is not None:
            entries[name] = (name, key, value)
    return list(entries.values())


def key_name(node: Node) -> str | None:
    """Return the key as values have it, or ``None`` for one that values cannot have."""
    node = node.target or node
    if node.kind != "scalar":
        return None
    if not node.tag and not node.implicit:
        return node.value
    try:
        value = resolve(node.tag, node.value)[1] if node.tag else resolve_plain(node.value)
        return value if isinstance(value, str) else key_text(Key(go_type(value), value), None)
    except (TagError, DecodeError, ConvertError):
        return None
