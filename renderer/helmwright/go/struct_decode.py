"""Reading YAML into Go structs: which scalars become strings, what is refused, and how it is said.

Go reads the YAML, turns scalars that are meant for strings into strings, writes JSON, and decodes
that into the struct: keys in byte order, names in any case, unknown keys ignored. Decoding into a
struct that is already filled changes only what the text mentions.

Source: sigs.k8s.io/yaml yaml.go (convertToJSONableObject), encoding/json decode.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.errors import YAMLError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.go.kinds import Value

_FOLDED = {0x17F: "s", 0x212A: "k"}
_PREFIX = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal"


class Shape:
    """How one struct is filled.

    name: the struct's Go name in error texts; package: the Go package in front of it.
    fields: JSON name to attribute and Go type; the types are ``string``, ``bool``, ``[]string``,
    ``map[string]string``, ``[]interface {}``, ``ignored``, or the Shape of a slice's elements.
    make: creates an empty element.
    """

    __slots__ = ("fields", "make", "name", "package")

    def __init__(
        self,
        package: str,
        name: str,
        fields: Mapping[str, tuple[str, str | Shape]],
        make: Callable[[], Any],
    ) -> None:
        self.package = package
        self.name = name
        self.fields = {
            json_name.lower(): (json_name, *field) for json_name, field in fields.items()
        }
        self.make = make


def decode_struct(shape: Shape, target: object, tree: Value) -> None:
    """Fill ``target`` with what ``tree`` says.

    Raises YAMLError with Go's text if a value has the wrong type.
    """
    if tree is None:
        return
    if not isinstance(tree, dict):
        value = _json_type(tree)
        raise YAMLError(f"{_PREFIX} {value} into Go value of type {shape.package}.{shape.name}")
    _fill(shape, target, tree, ())


def _fill(shape: Shape, target: object, tree: dict[str, Value], path: tuple[str, ...]) -> None:
    for key in sorted(tree):
        field = shape.fields.get(key if key in shape.fields else key.translate(_FOLDED).lower())
        if field is None:
            continue
        name, attribute, kind = field
        where = _Where(shape, (*path, name))
        value = tree[key]
        current = getattr(target, attribute, None)
        if isinstance(kind, Shape):
            setattr(target, attribute, _structs(kind, current or [], value, where))
        else:
            setattr(target, attribute, _DECODERS[kind](current, value, where))


class _Where:
    """The struct field that a value is for."""

    __slots__ = ("path", "shape")

    def __init__(self, shape: Shape, path: tuple[str, ...]) -> None:
        self.shape = shape
        self.path = path

    def refusal(self, value: Value, wanted: str) -> YAMLError:
        """Return Go's error for a value of another type than ``wanted``."""
        return YAMLError(
            f"{_PREFIX} {_json_type(value)} into Go struct field "
            f"{self.shape.name}.{'.'.join(self.path)} of type {wanted}"
        )


def _json_type(value: Value) -> str:
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    if isinstance(value, str):
        return "string"
    return "bool" if isinstance(value, bool) else "number"


def _string(current: Value, value: Value, where: _Where) -> Value:
    if isinstance(value, str):
        return value
    if value is None:
        return current
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        from helmwright.go.ftoa import format_float

        return format_float(value, "g", -1, 32)
    raise where.refusal(value, "string")


def _boolean(current: Value, value: Value, where: _Where) -> Value:
    if value is None:
        return current
    if isinstance(value, bool):
        return value
    raise where.refusal(value, "bool")


def _strings(current: Value, value: Value, where: _Where) -> Value:
    if value is None:
        return []
    if not isinstance(value, list):
        raise where.refusal(value, "[]string")
    kept = current or []
    return [
        _string(kept[index] if index < len(kept) else "", item, where)
        for index, item in enumerate(value)
    ]


def _string_map(current: Value, value: Value, where: _Where) -> Value:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise where.refusal(value, "map[string]string")
    merged = dict(current or {})
    for key in sorted(value):
        merged[key] = _string("", value[key], where)
    return merged


def _anything(current: Value, value: Value, where: _Where) -> Value:  # noqa: ARG001 - one signature
    if value is None:
        return []
    if not isinstance(value, list):
        raise where.refusal(value, "[]interface {}")
    return [_json(item) for item in value]


def _ignored(current: Value, value: Value, where: _Where) -> Value:  # noqa: ARG001 - one signature
    return current


def _structs(shape: Shape, current: list[Any], value: Value, where: _Where) -> list[Any] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise where.refusal(value, f"[]*{shape.package}.{shape.name}")
    items: list[Any] = []
    for index, item in enumerate(value):
        if item is None:
            items.append(None)
            continue
        if not isinstance(item, dict):
            raise where.refusal(item, f"{shape.package}.{shape.name}")
        # Go reuses the elements that are already there.
        struct = current[index] if index < len(current) else None
        items.append(shape.make() if struct is None else struct)
        _fill(shape, items[-1], item, where.path)
    return items


def _json(value: Value) -> Value:
    """Return ``value`` as decoded from JSON: every number is a float."""
    if isinstance(value, dict):
        return {key: _json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


_DECODERS: dict[str, Callable[[Value, Value, _Where], Value]] = {
    "string": _string,
    "bool": _boolean,
    "[]string": _strings,
    "map[string]string": _string_map,
    "[]interface {}": _anything,
    "ignored": _ignored,
}
