"""What a strict reader of YAML refuses: keys that come twice, and keys that a struct does not have.

Source: sigs.k8s.io/yaml yaml.go (UnmarshalStrict), go-yaml v2 decode.go, encoding/json decode.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position, YAMLError
from helmwright.go.strconv import quote
from helmwright.go.yaml_decode import is_merge
from helmwright.go.yaml_read import load_map, read_nodes
from helmwright.go.yaml_resolve import TagError, resolve_plain
from helmwright.go.yaml_shapes import ListOf, MapOf, StructOf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.kinds import Value
    from helmwright.go.yaml_nodes import Node
    from helmwright.go.yaml_shapes import Shape


def strict_error(text: bytes, shape: StructOf) -> YAMLError | None:
    """Return what a strict reader says about a document that a lenient one takes; None if nothing."""
    root = read_nodes(text)
    if root is None:
        return None
    twice = list(_twice(root))
    if twice:
        lines = "".join(
            f"\n  line {key.mark.line + 1}: key {_shown(key)} already set in map" for key in twice
        )
        message = f"error converting YAML to JSON: yaml: unmarshal errors:{lines}"
        return YAMLError(message, _position(twice[0]))
    try:
        values = load_map(text)
    except HelmwrightError:
        return None
    found = _unknown(values, shape, ())
    if found is None:
        return None
    name = str(found[-1])
    message = f'error unmarshaling JSON: while decoding JSON: json: unknown field "{name}"'
    return YAMLError(message, _place(root, found))


def _position(node: Node) -> Position:
    return Position("", node.mark.line + 1, node.mark.column + 1)


def _twice(node: Node) -> Iterator[Node]:
    """Yield keys that their map has had already, in the order in which go-yaml meets them."""
    if node.kind == "sequence":
        for child in node.children:
            yield from _twice(child)
    elif node.kind == "mapping":
        seen = set()
        for key, value in zip(node.children[::2], node.children[1::2], strict=True):
            if is_merge(key):
                continue
            yield from _twice(value)
            name = _shown(key)
            if name in seen:
                yield key
            seen.add(name)


def _shown(key: Node) -> str:
    """Return a key as ``%#v`` prints it."""
    key = key.target or key
    if key.implicit:
        try:
            value = resolve_plain(key.value)
        except TagError:
            return quote(key.value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(value, str):
            return key.value
    return quote(key.value)


def _unknown(
    value: Value, shape: Shape | None, path: tuple[str | int, ...]
) -> tuple[str | int, ...] | None:
    """Return the path of the first key that no struct field takes, in the order of sorted keys."""
    for step, item, below in _members(value, shape):
        if below is None:
            return (*path, step)
        found = _unknown(item, below, (*path, step))
        if found is not None:
            return found
    return None


def _members(value: Value, shape: Shape | None) -> Iterator[tuple[str | int, Value, Shape | None]]:
    """Yield what is in a value with the shape it goes into; None for what no field takes."""
    if isinstance(value, list) and isinstance(shape, ListOf):
        for index, item in enumerate(value):
            yield index, item, shape.item
    elif isinstance(value, dict) and isinstance(shape, (StructOf, MapOf)):
        for key in sorted(value):
            if isinstance(shape, MapOf):
                yield key, value[key], shape.item
                continue
            name = shape.field(key)
            yield key, value[key], None if name is None else shape.fields[name]


def _place(root: Node, path: tuple[str | int, ...]) -> Position:
    """Return where the key at ``path`` stands, or else the innermost part around it."""
    node, place = root, _position(root)
    for step in path:
        node = node.target or node
        if node.kind == "sequence" and isinstance(step, int) and step < len(node.children):
            node = node.children[step]
            place = _position(node)
            continue
        pairs = zip(node.children[::2], node.children[1::2], strict=True)
        match = next(((key, value) for key, value in pairs if key.value == step), None)
        if node.kind != "mapping" or match is None:
            break
        place, node = _position(match[0]), match[1]
    return place
