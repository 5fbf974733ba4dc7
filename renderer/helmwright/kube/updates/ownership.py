"""Which fields of a stored object others own, so that the server refuses to apply other values over them.

Source: sigs.k8s.io/structured-merge-diff merge/update.go, fieldpath/serialize-pe.go; k8s.io/apimachinery
pkg/util/managedfields/internal/conflict.go
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.kube.schemas import built_in
from helmwright.kube.updates.apply_errors import key_text
from helmwright.kube.updates.server_apply import BuiltIn, FromSchema, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.updates.server_apply import Node

_ATOMIC = "atomic"
_ITSELF = "."


class Conflict(NamedTuple):
    """A field that somebody else owns with another value.

    manager: as the server names it, with its quotes. path: in the applied object. where: the path as the
    server writes it.
    """

    manager: str
    path: Path
    where: str


def has_managers(live: dict[str, Any]) -> bool:
    """Tell whether a stored object says who owns its fields."""
    return bool(_entries(live))


def conflicts(
    live: dict[str, Any], applied: dict[str, Any], own: str, custom: CustomTypes | None = None
) -> list[Conflict]:
    """Return the fields of an applied object that others own with another value.

    live: the stored object, with ``metadata.managedFields``. own: the name of the manager who applies,
    whatever it did before.
    """
    node = _node(applied, custom)
    found: dict[tuple[str, str], Conflict] = {}
    for entry in _entries(live):
        fields = entry.get("fieldsV1")
        if entry.get("manager") == own or type(fields) is not dict:
            continue
        manager = _manager(entry)
        for path, where in _differing(fields, live, applied, node, (), ""):
            found[manager, where] = Conflict(manager, path, where)
    return sorted(found.values(), key=lambda one: one.manager)


def conflict_text(found: Iterable[Conflict]) -> str:
    """Return the server's sentence about conflicts."""
    every = list(found)
    if len(every) == 1:
        return f"Apply failed with 1 conflict: conflict with {every[0].manager}: {every[0].where}"
    lines: list[str] = []
    manager = ""
    for one in every:
        if one.manager != manager:
            manager = one.manager
            lines.append(f"conflicts with {manager}:")
        lines.append(f"- {one.where}")
    return f"Apply failed with {len(every)} conflicts: " + "\n".join(lines)


def _entries(live: dict[str, Any]) -> list[dict[str, Any]]:
    metadata = live.get("metadata")
    found = metadata.get("managedFields") if type(metadata) is dict else None
    return [one for one in found if type(one) is dict] if type(found) is list else []


def _manager(entry: dict[str, Any]) -> str:
    text = json.dumps(str(entry.get("manager") or ""), ensure_ascii=False)
    if entry.get("subresource"):
        text += f" with subresource {json.dumps(str(entry['subresource']), ensure_ascii=False)}"
    if entry.get("operation") == "Update":
        text += f" using {entry.get('apiVersion')}"
    return text


def _node(data: dict[str, Any], custom: CustomTypes | None) -> Node:
    api_version, kind = str(data.get("apiVersion")), str(data.get("kind"))
    known = built_in(api_version, kind)
    if known is not None:
        return BuiltIn(known)
    schema = custom.schema(api_version, kind) if custom is not None else None
    return FromSchema(schema[0]) if schema is not None else Unknown()


def _differing(  # noqa: PLR0913, PLR0917 - two values, and where they are
    fields: dict[str, Any], live: Any, applied: Any, node: Node, path: Path, where: str
) -> Iterator[tuple[Path, str]]:
    """Yield the owned fields that an applied value changes."""
    for key, below in sorted(fields.items(), key=_leaves_first):
        kind, _, name = key.partition(":")
        if key == _ITSELF or type(below) is not dict:
            continue
        if kind == "f" and type(applied) is dict and name in applied:
            step: int | str = name
            old = live.get(name) if type(live) is dict else None
            new, of, place = applied[name], node.member(name), f"{where}.{name}"
        elif kind == "k" and type(node.how) is dict:
            wanted = _loaded(name)
            index = _index_of(applied, wanted, node.how)
            if index is None or type(wanted) is not dict:
                continue
            there = _index_of(live, wanted, node.how)
            old = live[there] if there is not None else None
            step, new, of, place = index, applied[index], node.item(), f"{where}{key_text(wanted)}"
        else:
            continue
        if any(one != _ITSELF for one in below):
            yield from _differing(below, old, new, of, (*path, step), place)
        elif kind == "f" and _is_changed(old, new, of):
            yield (*path, step), place


def _leaves_first(pair: tuple[str, Any]) -> tuple[bool, str]:
    """Return by what fields are sorted: those that hold no others come first."""
    return bool(pair[1]), pair[0]


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _index_of(items: Any, wanted: Any, keys: dict[str, Any]) -> int | None:
    """Return the index of the item with the keys; None if no item has them."""
    if type(items) is not list or type(wanted) is not dict:
        return None
    for index, item in enumerate(items):
        if type(item) is dict and all(
            item.get(key, keys.get(key)) == value for key, value in wanted.items()
        ):
            return index
    return None


def _is_changed(old: Any, new: Any, node: Node) -> bool:
    """Tell whether a field gets another value; what is merged keeps what others have put there."""
    if type(old) is type(new) is dict and node.how != _ATOMIC:
        return False
    if type(old) is type(new) is list and node.how not in ("", _ATOMIC):
        return False
    if isinstance(old, bool) or isinstance(new, bool):
        return old is not new
    return bool(old != new)
