"""Why the server makes no typed object of what is applied: before any defaults, and before validation.

Source: sigs.k8s.io/structured-merge-diff typed/validate.go, helpers.go, fieldpath/element.go; which lists are merged
is in ``data/applied.json``, the types of fields in ``data/kinds.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.go.fmt import sprintf
from helmwright.kube.schemas import built_in
from helmwright.kube.updates.server_apply import BuiltIn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.patch_meta import Type
    from helmwright.kube.updates.server_apply import Node

DUPLICATE = "duplicate"
UNKNOWN = "unknown"
TYPE = "type"

_STRINGS = frozenset({"string"})
_NUMBERS = frozenset({"int", "int32", "int64", "float64"})
_UNTYPED = frozenset({"MicroTime", "Quantity", "ResourceQuantity", "Time"})
_ANY = frozenset(
    {
        *("FieldsV1", "JSON", "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool"),
        *("IntOrString", "JSONSchemaPropsOrStringArray", "RawExtension"),
    }
)
_INT64 = 2.0**63
_ATOMIC = "atomic"


class ApplyError(NamedTuple):
    """What is wrong with one part of an applied object.

    kind: ``duplicate``, ``unknown`` or ``type``. path: of the part, with indexes. where: the same as the
    server writes it. reason: the server's words; value: what is in them behind ``got``, blank for none.
    """

    kind: str
    path: Path
    where: str
    reason: str
    value: str = ""

    def text(self, *, show: bool = True) -> str:
        """Return it as the server writes it; show: the value, too."""
        value = self.value if show else "***"
        return f"{self.where}: {self.reason}{value if self.value else ''}"


def apply_errors(data: dict[str, Any]) -> list[ApplyError]:
    """Return all that is wrong with an object of a built-in kind, as data of its manifest; none for others."""
    kind = built_in(str(data.get("apiVersion")), str(data.get("kind")))
    return [] if kind is None else list(_value(data, kind, BuiltIn(kind), (), ""))


def refusal(data: dict[str, Any], errors: list[ApplyError], namespace: str) -> str:
    """Return the server's whole sentence for an object and what is wrong with it.

    namespace: of the object; blank for a kind of the cluster.
    """
    name = f"{namespace}/{_name(data)}" if namespace else f"/{_name(data)}"
    texts = [one.text() for one in errors]
    told = texts[0] if len(texts) == 1 else "\n  ".join(("errors:", *texts))
    version = str(data.get("apiVersion"))
    version = version if "/" in version else f"/{version}"
    return (
        f"failed to create typed patch object ({name}; {version}, Kind={data.get('kind')}): {told}"
    )


def _name(data: dict[str, Any]) -> str:
    metadata = data.get("metadata")
    return str(metadata.get("name")) if type(metadata) is dict else ""


def _value(value: Any, of: Type, node: Node, path: Path, where: str) -> Iterator[ApplyError]:
    while of.kind == "ptr" and of.element is not None:
        of = of.element
    if value is None or of.kind == "interface" or of.name in _ANY:
        return
    if of.kind in ("struct", "map") and of.name not in _UNTYPED:
        yield from _map(value, of, node, path, where)
    elif of.kind == "slice" and of.element is not None and of.element.kind != "uint8":
        yield from _list(value, of.element, node, path, where)
    else:
        expected, value_text = _scalar(value, of)
        if expected:
            yield ApplyError(TYPE, path, where, expected, value_text)


def _map(value: Any, of: Type, node: Node, path: Path, where: str) -> Iterator[ApplyError]:
    if type(value) is not dict:
        yield ApplyError(TYPE, path, where, "expected map, got ", _pointer(value))
        return
    for key, part in value.items():
        place = f"{where}.{key}"
        if of.kind == "map":
            if of.element is not None:
                yield from _value(part, of.element, node.item(), (*path, key), place)
            continue
        field = of.fields.get(key)
        if field is not None:
            yield from _value(part, field.type, node.member(key), (*path, key), place)
        elif of.fields:
            yield ApplyError(UNKNOWN, (*path, key), place, "field not declared in schema")


def _list(value: Any, of: Type, node: Node, path: Path, where: str) -> Iterator[ApplyError]:
    if type(value) is not list:
        yield ApplyError(TYPE, path, where, "expected list, got ", _pointer(value))
        return
    seen: set[str] = set()
    for index, item in enumerate(value):
        step = f"[{index}]"
        if node.how and node.how != _ATOMIC:
            step, problem = _step(item, of, node, index)
            if problem:
                yield ApplyError(TYPE, (*path, index), where, problem)
                return
            if step in seen:
                yield ApplyError(
                    DUPLICATE, (*path, index), where, f"duplicate entries for key {step}"
                )
            seen.add(step)
        yield from _value(item, of, node.item(), (*path, index), f"{where}{step}")


def _step(item: Any, of: Type, node: Node, index: int) -> tuple[str, str]:
    """Return what tells an item of a merged list from others, or else what is wrong with it.

    A key that is left out is what Go has there: an empty text or nought.
    """
    problem = _no_item(item, node)
    if problem:
        return "", f"element {index}: {problem}"
    if type(node.how) is not dict:
        return f"[={_text(item)}]", ""
    return key_text({key: item.get(key, _default(key, of, node.how)) for key in node.how}), ""


def _no_item(item: Any, node: Node) -> str:
    """Return why something cannot be an item of a merged list; blank if it can."""
    if type(node.how) is dict:
        if item is None:
            return "associative list with keys may not have a null element"
        is_map = type(item) is dict
        return "" if is_map else "associative list with keys may not have non-map elements"
    if type(item) is dict:
        return "associative list without keys has an element that's a map type"
    if type(item) is list:
        return "not supported: associative list with lists as elements"
    return (
        "associative list without keys has an element that's an explicit null"
        if item is None
        else ""
    )


def key_text(keys: dict[str, Any]) -> str:
    """Return the keys of an item of a merged list as the server writes them in a path."""
    return f"[{','.join(f'{key}={_text(keys[key])}' for key in sorted(keys))}]"


def _default(key: str, of: Type, keys: dict[str, Any]) -> Any:
    if keys[key] is not None:
        return keys[key]
    field = of.fields.get(key)
    return 0 if field is not None and field.type.kind in _NUMBERS else ""


def _scalar(value: Any, of: Type) -> tuple[str, str]:
    """Return what the server expected, and the value as it writes it; blank if it is right."""
    is_number = type(value) in (int, float)
    if of.name in _UNTYPED:
        is_scalar = is_number or type(value) in (str, bool)
        return ("", "") if is_scalar else ("expected any scalar, got ", _pointer(value))
    if of.kind in _NUMBERS:
        named = f"expected numeric (int or float), got {_go_type(value)}"
        return ("", "") if is_number else (named, "")
    if of.kind == "bool":
        return ("", "") if type(value) is bool else ("expected boolean, got ", _pointer(value))
    if type(value) is str:
        return "", ""
    return "expected string, got &value.valueUnstructured{Value:", _go_value(value) + "}"


def _go_type(value: Any) -> str:
    names = {str: "string", bool: "bool", dict: "map[string]interface {}", list: "[]interface {}"}
    return names.get(type(value), "float64")


def _plain(value: Any) -> Any:
    """Return data whose whole numbers are integers, as the server decodes them."""
    if type(value) is dict:
        return {key: _plain(one) for key, one in value.items()}
    if type(value) is list:
        return [_plain(one) for one in value]
    whole = type(value) is float and value.is_integer() and abs(value) < _INT64
    return int(value) if whole else value


def _go_value(value: Any) -> str:
    return sprintf("%#v", _plain(value))


def _pointer(value: Any) -> str:
    return sprintf("&{%v}", _plain(value))


def _text(value: Any) -> str:
    """Return a key's value as the server writes it. Source: value/value.go (ToString)."""
    if type(value) is str:
        from helmwright.go.strconv import quote

        return quote(value)
    return sprintf("%v", _plain(value))
