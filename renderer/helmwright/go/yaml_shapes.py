"""Decoding YAML into Go structs: scalars aimed at strings become strings, then encoding/json.

A shape says what Go type a value goes into. Results hold only what the text sets: a field that is
absent, or null where null has no effect, has no entry.

Source: sigs.k8s.io/yaml yaml.go convertToJSONableObject; encoding/json decode.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.stacks import descend
from helmwright.go.yaml_decode import Decoded, json_text, key_text, to_json_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.go.kinds import Value


class Shape:
    """A Go type; ``go_type`` is its name in errors, ``json_kind`` what JSON must bring."""

    def __init__(self, go_type: str, json_kind: str) -> None:
        self.go_type = go_type
        self.json_kind = json_kind


class ListOf(Shape):
    """A slice."""

    def __init__(self, item: Shape, go_type: str = "") -> None:
        super().__init__(go_type or f"[]{item.go_type}", "array")
        self.item = item


class MapOf(Shape):
    """A map from strings."""

    def __init__(self, item: Shape, go_type: str = "") -> None:
        super().__init__(go_type or f"map[string]{item.go_type}", "object")
        self.item = item


class StructOf(Shape):
    """A pointer to a struct; ``fields`` are its JSON names.

    embedded: the struct inside of it that has a field, which errors name.
    """

    def __init__(
        self,
        go_type: str,
        fields: Mapping[str, Shape],
        name: str | None = None,
        embedded: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(go_type, "object")
        self.name = go_type.rpartition(".")[2] if name is None else name
        self.embedded = embedded or {}
        self.fields = fields
        self._folded: dict[str, str] = {}
        for field in fields:
            self._folded.setdefault(_fold(field), field)

    def field(self, key: str) -> str | None:
        """Return the field that encoding/json stores ``key`` in."""
        return key if key in self.fields else self._folded.get(_fold(key))


STRING = Shape("string", "string")
EXACT_STRING = Shape("string", "string")
"""A string of an embedded struct, which sigs.k8s.io/yaml does not see: a number stays one."""
BOOL = Shape("bool", "bool")
ANY = Shape("interface {}", "")


ZERO: dict[Shape, Value] = {STRING: "", EXACT_STRING: "", BOOL: False}
"""What null is where it is an element."""


def exact(shape: Shape) -> Shape:
    """Return the shape of a field of an embedded struct: nothing in it is made a string."""
    if shape is STRING:
        return EXACT_STRING
    if isinstance(shape, ListOf):
        return ListOf(exact(shape.item), shape.go_type)
    if isinstance(shape, MapOf):
        return MapOf(exact(shape.item), shape.go_type)
    if isinstance(shape, StructOf):
        fields = {name: exact(field) for name, field in shape.fields.items()}
        return StructOf(shape.go_type, fields, shape.name)
    return shape


class TypeMismatch(Exception):  # noqa: N818 - what encoding/json calls it
    """A value that cannot go where it is aimed; the text is encoding/json's."""


def _fold(key: str) -> str:
    """Return ``key`` with the letters that encoding/json takes for the same made equal."""
    return key.replace("\u017f", "s").replace("\u212a", "k").lower()


def convert(value: Decoded, shape: Shape | None) -> Value:
    """Return ``value`` as JSON would hold it, with what is aimed at a string made a string.

    Raises ConvertError for keys that cannot be strings.
    """
    if isinstance(value, dict | list):
        return descend(_convert_collection, value, shape)
    if shape is STRING and value is not None and not isinstance(value, str):
        return as_text(value)
    return to_json_value(value)


def _convert_collection(value: Decoded, shape: Shape | None) -> Value:
    if isinstance(value, dict):
        converted = {}
        for key, item in value.items():
            text = key_text(key, item)
            target = None
            if isinstance(shape, StructOf):
                name = shape.field(text)
                target = shape.fields[name] if name is not None else None
            elif isinstance(shape, MapOf):
                target = shape.item
            converted[json_text(text)] = convert(item, target)
        return converted
    item_shape = shape.item if isinstance(shape, ListOf) else None
    return [convert(item, item_shape) for item in value]


def as_text(value: float | bool) -> str:  # noqa: FBT001 - the value of a YAML scalar
    """Return a scalar that is no string as it goes into one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    from helmwright.go.ftoa import format_float

    return format_float(value, "g", -1, 32)


def store(value: Value, shape: StructOf, *, strict: bool = False) -> dict[str, Value]:
    """Return the fields of a record that ``value`` sets; raise TypeMismatch like encoding/json.

    strict: a key that is no field of a struct is an error, too.
    """
    if value is None:
        return {}
    fields: dict[str, Value] = {}
    _require(value, shape, "")
    _Storing(strict=strict).fields(value, shape, (), fields)
    return fields


class _Storing:
    """Puts values where their shapes say."""

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict

    def fields(
        self,
        value: dict[str, Value],
        shape: StructOf,
        path: tuple[str, ...],
        into: dict[str, Value],
    ) -> None:
        """Put an object's fields where they belong."""
        for key in sorted(value):
            name = shape.field(key)
            if name is None:
                if self._strict:
                    from helmwright.go.strconv import quote

                    raise TypeMismatch(f"json: unknown field {quote(key)}")
                continue
            target, item = shape.fields[name], value[key]
            if item is None and target in ZERO:
                continue
            within = shape.embedded.get(name)
            inner = (*path, name) if within is None else (*path, within, name)
            into[name] = self._value(item, target, inner, shape.name, into.get(name))

    def _value(
        self, value: Value, shape: Shape, path: tuple[str, ...], record: str, existing: Value
    ) -> Value:
        """Return ``value`` as a value of ``shape``; maps and records add to the ``existing`` one."""
        if value is None:
            return ZERO.get(shape)
        if shape is ANY:
            return value
        _require(value, shape, f"{record}.{'.'.join(path)}")
        if isinstance(shape, ListOf):
            return [self._value(item, shape.item, path, record, None) for item in value]
        if isinstance(shape, MapOf):
            entries = {} if existing is None else existing
            for key in sorted(value):
                entries[key] = self._value(value[key], shape.item, path, record, None)
            return entries
        if isinstance(shape, StructOf):
            fields = {} if existing is None else existing
            self.fields(value, shape, path, fields)
            return fields
        return value


def _require(value: Value, shape: Shape, field: str) -> None:
    kind = json_kind(value)
    if kind != shape.json_kind:
        target = f"Go struct field {field} of type" if field else "Go value of type"
        raise TypeMismatch(f"json: cannot unmarshal {kind} into {target} {shape.go_type}")


def json_kind(value: Value) -> str:
    """Return what encoding/json's errors call a JSON value."""
    return {dict: "object", list: "array", str: "string", bool: "bool"}.get(type(value), "number")
