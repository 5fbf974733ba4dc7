"""Reading YAML as yaml.v3 decodes it into ``interface {}``.

Integers stay integers, ``yes`` is a string, a key that comes twice is an error. A map with a key
that is no string is a ``GeneralMap``; its other keys are ``PlainKey``. Ordinary text is read by
libyaml, what it may read in another way by the port of go-yaml.

Source: yaml.v3 resolve.go, decode.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import Position, YAMLError
from helmwright.go.yaml_libyaml import Unusual, checked_text, library, syntax_problem
from helmwright.go.yaml_resolve import STRING, TagError, is_timestamp, resolve, resolve_plain

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.go.yaml_nodes import Node

_OLD_BOOLEANS = frozenset(
    "y Y yes Yes YES on On ON n N no No NO off Off OFF".split()  # noqa: SIM905 - a table
)
_DEPTH_LIMIT = 2000
_CACHE_LIMIT = 20_000
_CACHED_LENGTH = 128
_scalars: dict[str, Any] = {}


class PlainKey(str):
    """A key that is a number, a boolean or null: its text, which is written without quotes."""

    __slots__ = ()


class GeneralMap(dict[str, Any]):
    """A map of which not all keys are strings; Go has another type for it."""


class Timestamp(str):
    """A time, in the form in which it is written."""

    __slots__ = ()


def load_v3(text: str, path: str = "") -> Value:
    """Return the first document of ``text``; None if there is none.

    path: the file for the error's position. Raises YAMLError for what yaml.v3 refuses.
    """
    try:
        checked = checked_text(text)
        library()
        return _build(str(checked))
    except (Unusual, UnicodeEncodeError):
        return _load_carefully(text, path)
    except syntax_problem():
        return _load_carefully(text, path)


def scalar_value(text: str) -> Value:
    """Return what a plain scalar stands for."""
    if text in _OLD_BOOLEANS:
        return text
    value = resolve_plain(text)
    if type(value) is str and text[:1].isdigit() and is_timestamp(text):
        return Timestamp(f"{text}T00:00:00Z" if len(text) <= 10 else text)
    return value


def _plain(text: str) -> Value:
    if len(text) > _CACHED_LENGTH:
        return scalar_value(text)
    value = _scalars.get(text, _scalars)
    if value is _scalars:  # threads share it: what was there may be gone
        value = scalar_value(text)
        if len(_scalars) > _CACHE_LIMIT:
            _scalars.clear()
        _scalars[text] = value
    return value


def _build(text: str) -> Value:  # noqa: C901, PLR0912 - one loop, the hot path
    raw = library()
    next_event = raw.CParser(text).get_event
    scalar, mapping = raw.ScalarEvent, raw.MappingStartEvent
    starts = (mapping, raw.SequenceStartEvent)
    next_event()
    if type(next_event()) is raw.StreamEndEvent:
        return None
    stack: list[tuple[Any, str | None]] = []
    container: Any = None
    key: str | None = None
    while True:
        event = next_event()
        kind = type(event)
        if kind is scalar:
            if event.anchor is not None or event.tag is not None:
                raise Unusual
            value = event.value
            if event.implicit[0]:
                value = _plain(value)
            if key is None and type(container) is dict:
                if type(value) is not str or value in container or value == "<<":
                    raise Unusual
                key = value
                continue
        elif kind in starts:
            if event.anchor is not None or event.tag is not None or len(stack) > _DEPTH_LIMIT:
                raise Unusual
            if event.flow_style and (kind is not mapping or text.find("?") >= 0):
                _check_flow(event, text)
            if type(container) is dict and key is None:
                raise Unusual  # a collection as a key
            if container is not None:
                stack.append((container, key))
            container, key = ({} if kind is mapping else []), None
            continue
        elif kind is raw.AliasEvent:
            raise Unusual
        else:
            value = container
            container, key = stack.pop() if stack else (None, None)
        if container is None:
            return value
        if key is None:
            container.append(value)
        else:
            container[key] = value
            key = None


def _check_flow(event: Any, text: str) -> None:
    """Leave to the port what libyaml reads in another way: ``?`` in a flow collection."""
    start = event.start_mark.index
    if "?" in text[start:]:
        raise Unusual


def _load_carefully(text: str, path: str) -> Value:
    from helmwright.go.yaml_read import read_nodes

    try:
        root = read_nodes(text, path)
    except YAMLError as error:
        error.message = error.message.removeprefix("error converting YAML to JSON: ")
        raise
    return None if root is None else _Decoder(path).value(root)


class _Decoder:
    def __init__(self, path: str) -> None:
        self._path = path
        self._open: set[int] = set()

    def value(self, node: Node) -> Value:
        if node.kind == "alias":
            target = node.target
            if target is None or id(target) in self._open:
                raise self._failure(f"anchor '{node.value}' value contains itself", node)
            return self.value(target)
        if node.kind == "scalar":
            return self._scalar(node)
        self._open.add(id(node))
        found = (
            [self.value(child) for child in node.children]
            if node.kind == "sequence"
            else self._mapping(node)
        )
        self._open.discard(id(node))
        return found

    def _scalar(self, node: Node) -> Value:
        if not node.tag:
            return scalar_value(node.value) if node.implicit else node.value
        if node.tag == STRING or not node.tag.startswith("tag:yaml.org"):
            return node.value
        try:
            return resolve(node.tag, node.value)[1]
        except TagError as error:
            raise self._failure(str(error), node) from None

    def _mapping(self, node: Node) -> dict[str, Value]:
        found: dict[str, Value] = {}
        merged: dict[str, Value] = {}
        lines: dict[str, int] = {}
        general = False
        for at in range(0, len(node.children), 2):
            key_node, value_node = node.children[at], node.children[at + 1]
            if key_node.kind == "scalar" and key_node.value == "<<" and key_node.implicit:
                self._merge(value_node, merged)
                continue
            key = self.value(key_node)
            if isinstance(key, dict | list):
                raise self._failure("invalid map key", key_node)
            text = key if isinstance(key, str) else PlainKey(key_node.value)
            general = general or text is not key
            if text in lines:
                message = f'mapping key "{text}" already defined at line {lines[text]}'
                raise self._failure(message, key_node)
            lines[text] = key_node.mark.line + 1
            found[text] = self.value(value_node)
        for name, value in merged.items():
            found.setdefault(name, value)
        return GeneralMap(found) if general else found

    def _merge(self, node: Node, into: dict[str, Value]) -> None:
        for source in node.children if node.kind == "sequence" else [node]:
            value = self.value(source)
            if not isinstance(value, dict):
                raise self._failure("map merge requires map or sequence of maps as the value", node)
            for name, one in value.items():
                into.setdefault(name, one)

    def _failure(self, message: str, node: Node) -> YAMLError:
        line = node.mark.line + 1
        return YAMLError(
            f"yaml: unmarshal errors:\n  line {line}: {message}",
            Position(self._path, line, node.mark.column + 1),
        )
