"""Items of a list that server-side apply cannot tell apart: Helm 4 sends objects that way.

Source: k8s.io/kubernetes api/openapi-spec (x-kubernetes-list-map-keys); where a list has one key, it is
that of strategic merge patches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import identical
from helmwright.kube.validation.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.patch_meta import Field, Type

_KEYS: dict[tuple[str, str], dict[str, Any]] = {
    ("Container", "ports"): {"containerPort": None, "protocol": "TCP"},
    ("EphemeralContainer", "ports"): {"containerPort": None, "protocol": "TCP"},
    ("ServiceSpec", "ports"): {"port": None, "protocol": "TCP"},
    ("PodSpec", "topologySpreadConstraints"): {
        "topologyKey": None,
        "whenUnsatisfiable": None,
    },
}
"""The keys of lists that have several, each with its default."""
_STATUS = "status"
REPEATED = "duplicate entries for key"
"""How the reason begins."""


def repeated_items(
    data: dict[str, Any], kind: Type | None, beside: dict[str, Any] | None = None
) -> Iterator[Refusal]:
    """Yield the items of an object's lists that have the keys of another; nothing without a type.

    beside: another state of the object; what is the same in both is passed over.
    """
    if kind is not None:
        inner = {key: value for key, value in data.items() if key != _STATUS}
        yield from _struct(inner, kind, (), beside)


def _struct(value: dict[str, Any], kind: Type, path: Path, beside: Any) -> Iterator[Refusal]:
    for key, part in value.items():
        if type(part) not in (dict, list):
            continue
        there = beside.get(key) if type(beside) is dict else None
        if there is not None and identical(part, there):
            continue
        field = kind.fields.get(key)
        if field is not None:
            yield from _part(part, field.type, (*path, key), _keys(kind, key, field), there)


def _keys(kind: Type, name: str, field: Field) -> dict[str, Any]:
    several = _KEYS.get((kind.name, name))
    if several is not None:
        return several
    return {field.merge_key: None} if field.merge_key and "merge" in field.strategies else {}


def _part(
    value: Any, kind: Type, path: Path, keys: dict[str, Any], beside: Any
) -> Iterator[Refusal]:
    while kind.kind == "ptr" and kind.element is not None:
        kind = kind.element
    if kind.kind == "struct" and type(value) is dict:
        yield from _struct(value, kind, path, beside)
    elif kind.kind == "map" and type(value) is dict and kind.element is not None:
        for key, part in value.items():
            there = beside.get(key) if type(beside) is dict else None
            yield from _part(part, kind.element, (*path, key), {}, there)
    elif kind.kind == "slice" and type(value) is list and kind.element is not None:
        if keys:
            yield from _list(value, path, keys)
        others = beside if type(beside) is list else []
        for index, part in enumerate(value):
            there = others[index] if index < len(others) else None
            yield from _part(part, kind.element, (*path, index), {}, there)


def _list(value: list[Any], path: Path, keys: dict[str, Any]) -> Iterator[Refusal]:
    seen: set[tuple[str, ...]] = set()
    for index, item in enumerate(value):
        if type(item) is not dict:
            continue
        found = [item.get(key) if item.get(key) is not None else keys[key] for key in keys]
        if any(one is None or isinstance(one, (dict, list)) for one in found):
            continue  # what lacks a key is refused for that
        identity = tuple(map(str, found))
        if identity in seen:
            names = ",".join(keys)
            yield Refusal((*path, index), f"{REPEATED} [{names}]", "duplicate")
        seen.add(identity)
