"""Decoding YAML into Go structs where an unknown or a repeated key is an error.

What is right is read in one pass over libyaml's events; anything else is read again with our port of
go-yaml, which says what is wrong.

Source: sigs.k8s.io/yaml yaml.go (UnmarshalStrict), go-yaml v2 decode.go (setMapIndex),
encoding/json decode.go (DisallowUnknownFields)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import Position, YAMLError
from helmwright.go.yaml_decode import Decoder, go_syntax, is_merge
from helmwright.go.yaml_libyaml import Unusual, checked_text, library, syntax_problem
from helmwright.go.yaml_read import UNMARSHALING, decode_record
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.go.yaml_shapes import (
    ANY,
    BOOL,
    EXACT_STRING,
    STRING,
    ZERO,
    ListOf,
    MapOf,
    Shape,
    StructOf,
    TypeMismatch,
    as_text,
    store,
)

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.go.yaml_decode import Decoded, Key
    from helmwright.go.yaml_nodes import Node

_DEEPEST = 200


def load_record_strictly(text: str | bytes, shape: StructOf, path: str = "") -> dict[str, Value]:
    """Return what ``text`` sets of the struct that ``shape`` describes, by JSON names.

    A field that the text does not set has no entry. Raises YAMLError with Go's whole text.
    """
    try:
        return _Fast(checked_text(text), shape).read()
    except Unusual:
        return _careful(text, shape, path)


def _careful(text: str | bytes, shape: StructOf, path: str) -> dict[str, Value]:
    decoder = _StrictDecoder()
    value = decode_record(text, shape, path, decoder)
    if decoder.repeated:
        lines = "".join(f"\n  {one}" for one in decoder.repeated)
        position = Position(path, decoder.line) if path else None
        message = f"error converting YAML to JSON: yaml: unmarshal errors:{lines}"
        raise YAMLError(message, position)
    try:
        return store(value, shape, strict=True)
    except TypeMismatch as error:
        raise YAMLError(UNMARSHALING + str(error)) from None


class _StrictDecoder(Decoder):
    """Remembers what is set twice; the first value stays."""

    def __init__(self) -> None:
        super().__init__()
        self.repeated: list[str] = []
        self.line = 0

    def _mapping(self, node: Node, into: dict[str | Key, Decoded]) -> None:
        children = node.children
        for at in range(0, len(children), 2):
            key_node, value_node = children[at], children[at + 1]
            if is_merge(key_node):
                self._merge(value_node, into)
                continue
            key = self._key(key_node)
            value = self._node(value_node)
            if key not in into:
                into[key] = value
                continue
            line = value_node.mark.line + 1
            self.line = self.line or line
            shown = key if isinstance(key, str) else key.value
            self.repeated.append(f"line {line}: key {go_syntax(shown)} already set in map")


class _Fast:
    """One pass over events; gives up with Unusual for all that is not plainly right."""

    def __init__(self, text: str, shape: StructOf) -> None:
        self._library = library()
        self._problem = (syntax_problem(), UnicodeEncodeError)
        self._shape = shape
        self._texts: dict[str, str | None] = {}
        self._fields: dict[tuple[int, str], tuple[str, Shape]] = {}
        try:
            self._next: Any = self._library.CParser(text).get_event
        except self._problem:
            raise Unusual from None
        self._text_of = text
        self._end = 0

    def read(self) -> dict[str, Value]:
        try:
            self._next()
            if type(self._next()) is self._library.StreamEndEvent:
                raise Unusual
            root = self._next()
            if type(root) is not self._library.MappingStartEvent:
                raise Unusual
            found = self._record(root, self._shape, 0)
            self._next()
        except self._problem:
            raise Unusual from None
        return found

    def _record(self, event: Any, shape: StructOf, depth: int) -> dict[str, Value]:
        self._check(event, depth)
        library, next_event, fields = self._library, self._next, self._fields
        found: dict[str, Value] = {}
        own = id(shape)
        while type(event := next_event()) is library.ScalarEvent:
            known = fields.get((own, event.value))
            if known is None:
                name = shape.field(self._key(event))
                if name is None:
                    raise Unusual
                known = fields[own, event.value] = (name, shape.fields[name])
            name, target = known
            if name in found or event.anchor is not None or event.tag is not None:
                raise Unusual
            value = self._value(next_event(), target, depth + 1)
            if value is not None or target not in ZERO:
                found[name] = value
        self._check_end(event)
        return found

    def _map(self, event: Any, item: Shape, depth: int) -> dict[str, Value]:
        self._check(event, depth)
        found: dict[str, Value] = {}
        while type(event := self._next()) is self._library.ScalarEvent:
            key = self._key(event)
            if key in found:
                raise Unusual
            value = self._value(self._next(), item, depth + 1)
            found[key] = ZERO.get(item) if value is None else value
        self._check_end(event)
        return found

    def _list(self, event: Any, item: Shape, depth: int) -> list[Value]:
        self._check(event, depth)
        found: list[Value] = []
        empty = ZERO.get(item)
        while type(event := self._next()) is not self._library.SequenceEndEvent:
            value = self._value(event, item, depth + 1)
            found.append(empty if value is None else value)
        self._end = event.end_mark.index
        return found

    def _value(self, event: Any, shape: Shape, depth: int) -> Value:
        kind = type(event)
        if kind is self._library.ScalarEvent:
            return self._scalar(event, shape)
        found = self._collection(event, kind, shape, depth)
        if event.flow_style and "?" in self._text_of[event.start_mark.index : self._end]:
            raise Unusual  # libyaml and go-yaml do not agree where it is a key
        return found

    def _collection(self, event: Any, kind: type, shape: Shape, depth: int) -> Value:
        if kind is self._library.MappingStartEvent:
            if isinstance(shape, StructOf):
                return self._record(event, shape, depth)
            if shape is ANY or isinstance(shape, MapOf):
                return self._map(event, shape.item if isinstance(shape, MapOf) else ANY, depth)
        elif kind is self._library.SequenceStartEvent and (
            shape is ANY or isinstance(shape, ListOf)
        ):
            return self._list(event, shape.item if isinstance(shape, ListOf) else ANY, depth)
        raise Unusual

    def _scalar(self, event: Any, shape: Shape) -> Value:
        if event.anchor is not None or event.tag is not None:
            raise Unusual
        text: str = event.value
        if shape is STRING:
            return self._text(text) if event.implicit[0] else text
        value = resolve_plain(text) if event.implicit[0] else text
        if value is None:
            return None
        if shape is BOOL and isinstance(value, bool):
            return value
        if shape is EXACT_STRING and isinstance(value, str):
            return value
        if shape is not ANY:
            raise Unusual
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if value - value != 0:
                raise Unusual
            return float(value)
        return value

    def _text(self, text: str) -> str | None:
        try:
            return self._texts[text]
        except KeyError:
            value = resolve_plain(text)
            if isinstance(value, float) and value - value != 0:
                raise Unusual from None
            found = value if value is None or isinstance(value, str) else as_text(value)
            self._texts[text] = found
            return found

    def _key(self, event: Any) -> str:
        if event.anchor is not None or event.tag is not None:
            raise Unusual
        key: str = event.value
        if event.implicit[0] and (key == "<<" or not isinstance(resolve_plain(key), str)):
            raise Unusual
        return key

    def _check(self, event: Any, depth: int) -> None:
        if event.anchor is not None or event.tag is not None or depth > _DEEPEST:
            raise Unusual

    def _check_end(self, event: Any) -> None:
        if type(event) is not self._library.MappingEndEvent:
            raise Unusual
        self._end = event.end_mark.index
