"""From a document's tree to values: go-yaml's decoder, then sigs.k8s.io/yaml's detour over JSON.

Decoded values have go-yaml's types: ``int`` (and uint64, an ``int`` above int64), ``float``,
``bool``, ``str``, ``None``, ``list``, and ``dict`` whose keys are ``str`` or ``Key``.

Source: go-yaml v2 decode.go; sigs.k8s.io/yaml yaml.go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.go.stacks import descend
from helmwright.go.yaml_resolve import BINARY, MERGE, Scalar, TagError, resolve, resolve_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.kinds import Value
    from helmwright.go.yaml_nodes import Node

Decoded = Any
"""A value as go-yaml decodes it into ``interface {}``."""

_BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_UINT64_MIN = 1 << 63
_RATIO_LOW, _RATIO_HIGH = 400_000, 4_000_000
# The order in which fmt sorts keys of different types is that of their type descriptors.
_TYPE_ORDER = ("<nil>", "string", "uint64", "int", "float64", "bool")


class DecodeError(Exception):
    """What go-yaml's decoder refuses; the text goes without ``yaml: ``."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.message = message
        self.mark = node.mark


class ConvertError(Exception):
    """What cannot become JSON."""


class Key(NamedTuple):
    """A mapping key that is not a string: Go tells 1, 1.0 and true apart, Python does not."""

    go_type: str
    value: Scalar


class Decoder:
    """Decodes one document, counting like go-yaml to stop alias bombs."""

    def __init__(self) -> None:
        self.count = 0
        self.alias_count = 0
        self.alias_depth = 0
        self.open_aliases: set[int] = set()

    def decode(self, root: Node | None) -> Decoded:
        """Return the value of a document; raise DecodeError like go-yaml."""
        if root is None:
            return None
        self.count += 1  # the document itself
        return self._node(root)

    def _visit(self, node: Node) -> None:
        self.count += 1
        if self.alias_depth:
            self.alias_count += 1
        if (
            self.alias_count > 100
            and self.count > 1000
            and self.alias_count / self.count > _allowed_ratio(self.count)
        ):
            raise DecodeError("document contains excessive aliasing", node)

    def _node(self, node: Node) -> Decoded:
        if node.kind == "alias":
            target = self._enter_alias(node)
            value = self._node(target)
            self._leave_alias(node)
            return value
        self._visit(node)
        if node.kind == "scalar":
            return self._scalar(node)
        if node.kind == "sequence":
            return descend(self._items, node)
        mapping: dict[str | Key, Decoded] = {}
        descend(self._mapping, node, mapping)
        return mapping

    def _items(self, node: Node) -> list[Decoded]:
        return [self._node(child) for child in node.children]

    def _enter_alias(self, node: Node) -> Node:
        self._visit(node)
        if id(node) in self.open_aliases:
            raise DecodeError(f"anchor '{node.value}' value contains itself", node)
        self.open_aliases.add(id(node))
        self.alias_depth += 1
        assert node.target is not None  # noqa: S101 - compose refuses unknown anchors
        return node.target

    def _leave_alias(self, node: Node) -> None:
        self.alias_depth -= 1
        self.open_aliases.discard(id(node))

    def _scalar(self, node: Node) -> Scalar:
        if not node.tag:
            return resolve_plain(node.value) if node.implicit else node.value
        try:
            tag, value = resolve(node.tag, node.value)
        except TagError as error:
            raise DecodeError(str(error), node) from None
        if tag == BINARY:
            return _decode_base64(node)
        return value

    def _mapping(self, node: Node, into: dict[str | Key, Decoded]) -> None:
        children = node.children
        for at in range(0, len(children), 2):
            key_node, value_node = children[at], children[at + 1]
            if is_merge(key_node):
                self._merge(value_node, into)
                continue
            key = self._key(key_node)
            into[key] = self._node(value_node)

    def _key(self, node: Node) -> str | Key:
        value = self._node(node)
        if isinstance(value, str):
            return value
        if isinstance(value, list | dict):
            raise DecodeError(f"invalid map key: {go_syntax(value)}", node)
        return Key(go_type(value), value)

    def _merge(self, node: Node, into: dict[str | Key, Decoded]) -> None:
        """Put the entries of one mapping, or of a list of mappings, into ``into``."""
        if node.kind == "sequence":
            for child in reversed(node.children):
                self._merge_one(child, into)
        else:
            self._merge_one(node, into)

    def _merge_one(self, node: Node, into: dict[str | Key, Decoded]) -> None:
        source = node.target if node.kind == "alias" else node
        if source is None or source.kind != "mapping":
            raise DecodeError("map merge requires map or sequence of maps as the value", node)
        if node.kind == "alias":
            self._enter_alias(node)
        self._visit(source)
        self._mapping(source, into)
        if node.kind == "alias":
            self._leave_alias(node)


def is_merge(node: Node) -> bool:
    """Tell whether a mapping key is ``<<``."""
    return node.value == "<<" and node.kind == "scalar" and (node.implicit or node.tag == MERGE)


def _allowed_ratio(count: int) -> float:
    """Return how much of the decoding may come from aliases."""
    if count <= _RATIO_LOW:
        return 0.99
    if count >= _RATIO_HIGH:
        return 0.10
    return 0.99 - 0.89 * ((count - _RATIO_LOW) / (_RATIO_HIGH - _RATIO_LOW))


def _decode_base64(node: Node) -> str:
    from base64 import b64decode

    text = node.value.replace("\r", "").replace("\n", "")
    if not _BASE64.fullmatch(text):
        raise DecodeError("!!binary value contains invalid base64 data", node)
    return b64decode(text).decode("utf-8", "surrogateescape")


def go_type(value: Decoded) -> str:
    """Return the Go type of a decoded scalar."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "uint64" if value >= _UINT64_MIN else "int"
    if isinstance(value, float):
        return "float64"
    return "<nil>" if value is None else "string"


def go_syntax(value: Decoded) -> str:
    """Return a decoded value as ``%#v`` prints it."""
    from helmwright.go.ftoa import format_float
    from helmwright.go.strconv import quote

    if isinstance(value, str):
        return quote(value)
    if value is None:
        return "interface {}(nil)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return hex(value) if value >= _UINT64_MIN else str(value)
    if isinstance(value, float):
        return format_float(value, "g")
    return descend(_collection_syntax, value)


def _collection_syntax(value: Decoded) -> str:
    if isinstance(value, list):
        return f"[]interface {{}}{{{', '.join(map(go_syntax, value))}}}"
    entries = [
        f"{go_syntax(_plain_key(key))}:{go_syntax(value[key])}"
        for key in sorted(value, key=_key_order)
    ]
    return f"map[interface {{}}]interface {{}}{{{', '.join(entries)}}}"


def _plain_key(key: str | Key) -> Scalar:
    return key.value if isinstance(key, Key) else key


def _key_order(key: str | Key) -> tuple[int, Any]:
    if isinstance(key, Key):
        return _TYPE_ORDER.index(key.go_type), key.value or 0
    return _TYPE_ORDER.index("string"), key


def key_text(key: str | Key, value: Decoded) -> str:
    """Return a mapping key as sigs.k8s.io/yaml turns it into a string; raise ConvertError."""
    if isinstance(key, str):
        return key
    if key.go_type == "bool":
        return "true" if key.value else "false"
    if key.go_type == "int":
        return str(key.value)
    if key.go_type == "float64":
        from helmwright.go.ftoa import format_float

        text = format_float(float(key.value or 0), "g", -1, 32)
        return {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}.get(text, text)
    name, shown = ("%!s(<nil>)", "<nil>") if key.value is None else ("uint64", go_syntax(key.value))
    shown_value = "<nil>" if value is None else go_syntax(value)
    raise ConvertError(f"unsupported map key of type: {name}, key: {shown}, value: {shown_value}")


def to_json_value(value: Decoded) -> Value:
    """Return a decoded value as it is after the detour over JSON: numbers are floats.

    Raises ConvertError for keys and numbers that JSON cannot hold.
    """
    if isinstance(value, dict | list):
        return descend(_to_json_collection, value)
    if isinstance(value, str):
        return json_text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _to_json_collection(value: Decoded) -> Value:
    if isinstance(value, list):
        return [to_json_value(item) for item in value]
    converted = {}
    for key, item in value.items():
        converted[json_text(key_text(key, item))] = to_json_value(item)
    return converted


def json_text(text: str) -> str:
    """Return ``text`` with each byte that is not UTF-8 replaced, as in JSON."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(["\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text])
    return text


def check_finite(value: Value) -> None:
    """Raise ConvertError for the first number, in JSON's order, that JSON cannot hold."""
    for number in _floats(value):
        if number - number != 0.0:
            name = "NaN" if number != number else "+Inf" if number > 0 else "-Inf"  # noqa: PLR0124
            raise ConvertError(f"json: unsupported value: {name}")


def _floats(value: Value) -> Iterator[float]:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, float):
            yield item
        elif isinstance(item, list):
            stack.extend(reversed(item))
        elif isinstance(item, dict):
            stack.extend([item[key] for key in sorted(item, reverse=True)])
