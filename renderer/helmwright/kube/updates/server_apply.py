"""What server-side apply makes of a stored object: what Helm 4 sends on an upgrade.

One manager has applied the object before, and applies it again: what it no longer says goes, what it says
wins, and what the server has added stays. Source: sigs.k8s.io/structured-merge-diff
merge/update.go (Apply, prune), typed/merge.go; how lists are merged is in ``data/applied.json``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from helmwright.kube.data_files import read_data

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.kube.patch_meta import Type

Keys = dict[str, Any]
"""The keys that tell the items of a list apart, each with what it is where an item leaves it out."""

_ATOMIC = "atomic"
_SET = "set"


class Node(Protocol):
    """What is known of a field: its merging, and that of what is in it.

    how: "atomic", "set", the keys of a list, or "" for a map that is merged.
    """

    how: str | Keys

    def member(self, name: str) -> Node:
        """Return what is known of a map's member."""

    def has(self, name: str) -> bool:
        """Tell whether a member is a field of a struct, and not any key of a map."""

    def item(self) -> Node:
        """Return what is known of a list's items."""


class Unknown:
    """The merging of what no schema describes: maps are merged, lists are not."""

    how: str | Keys = ""

    def member(self, name: str) -> Node:  # noqa: ARG002 - of what nothing is known
        """Return what is known of a map's member: nothing."""
        return _UNKNOWN

    def has(self, name: str) -> bool:  # noqa: ARG002 - of what nothing is known
        """Tell that no member is known as a field."""
        return False

    def item(self) -> Node:
        """Return what is known of a list's items: nothing."""
        return _UNKNOWN


_UNKNOWN: Node = Unknown()


class BuiltIn:
    """The merging of a field of a built-in kind."""

    def __init__(self, of: Type | None, how: str | Keys = "") -> None:
        while of is not None and of.kind == "ptr":
            of = of.element
        self._type = of
        self._members: dict[str, Node] = {}
        self._item: Node | None = None
        self.how = how

    def member(self, name: str) -> Node:
        """Return what is known of a struct's field, or of a map's values."""
        of = self._type
        if of is None:
            return _UNKNOWN
        if of.kind == "map":
            return self.item()
        found = self._members.get(name)
        if found is None:
            field = of.fields.get(name)
            if field is None:
                return _UNKNOWN
            how = _rules().get(of.qualified, {}).get(name, "")
            found = self._members[name] = BuiltIn(field.type, how)
        return found

    def has(self, name: str) -> bool:
        """Tell whether a struct has a field of that name."""
        return self._type is not None and name in self._type.fields

    def item(self) -> Node:
        """Return what is known of a list's items."""
        if self._item is None:
            self._item = BuiltIn(self._type.element if self._type is not None else None)
        return self._item


class FromSchema:
    """The merging of a field that the schema of a CustomResourceDefinition describes."""

    def __init__(self, schema: Any) -> None:
        self._schema: dict[str, Any] = schema if isinstance(schema, dict) else {}
        kind = self._schema.get("x-kubernetes-list-type")
        self.how: str | Keys = ""
        if _ATOMIC in (kind, self._schema.get("x-kubernetes-map-type")):
            self.how = _ATOMIC
        elif kind == _SET:
            self.how = _SET
        elif kind == "map":
            keys = self._schema.get("x-kubernetes-list-map-keys")
            self.how = {str(key): self._default(str(key)) for key in keys or ()}

    def _default(self, key: str) -> Any:
        item = self._schema.get("items")
        properties = item.get("properties") if isinstance(item, dict) else None
        found = properties.get(key) if isinstance(properties, dict) else None
        return found.get("default") if isinstance(found, dict) else None

    def member(self, name: str) -> Node:
        """Return what is known of a property."""
        if self.has(name):
            return FromSchema(self._schema["properties"][name])
        return FromSchema(self._schema.get("additionalProperties"))

    def has(self, name: str) -> bool:
        """Tell whether the schema has a property of that name."""
        properties = self._schema.get("properties")
        return isinstance(properties, dict) and name in properties

    def item(self) -> Node:
        """Return what is known of items."""
        return FromSchema(self._schema.get("items"))


class DuplicateError(Exception):
    """Two items of an applied list have the same keys, which the server refuses.

    path: of the list; items on the way are named by their keys in brackets.
    """

    def __init__(self, path: tuple[str, ...], keys: Mapping[str, Any]) -> None:
        super().__init__(path, keys)
        self.path = path
        self.keys = keys


@lru_cache(maxsize=1)
def _rules() -> dict[str, dict[str, str | Keys]]:
    types: dict[str, dict[str, str | Keys]] = json.loads(read_data("applied.json"))["types"]
    return types


def applied(
    live: dict[str, Any], last: dict[str, Any], now: dict[str, Any], node: Node
) -> dict[str, Any]:
    """Return what the server stores, before it fills in defaults.

    live: what is stored. last: what the manager applied before; now: what it applies.
    Raises ``DuplicateError`` for a list in ``now`` with two items of the same keys.
    """
    return _map(live, last, now, node, ())


def _map(
    live: dict[str, Any],
    last: dict[str, Any],
    now: dict[str, Any],
    node: Node,
    path: tuple[str, ...],
) -> dict[str, Any]:
    merged = {key: value for key, value in live.items() if key in now or key not in last}
    for key, value in now.items():
        below, old = node.member(key), last.get(key)
        if not _is_owned(value, below) and _goes(live.get(key), last, key, below):
            del merged[key]
        else:
            merged[key] = _value(live.get(key), old, value, below, (*path, key))
    return merged


def _goes(live: Any, last: dict[str, Any], key: str, node: Node) -> bool:
    """Tell whether a field that nobody owns any longer goes, with all that others have put there."""
    return live is not None and _is_owned(live, node) and key in last and _is_owned(last[key], node)


def _is_owned(value: Any, node: Node) -> bool:
    """Tell whether whoever applies a value owns anything of it: an empty list that is merged is nobody's.

    Source: typed/tofieldset.go.
    """
    if type(value) is list:
        return bool(value) or node.how in ("", _ATOMIC)
    if type(value) is dict and value and node.how != _ATOMIC:
        return any(
            not node.has(name) or _is_owned(inner, node.member(name))
            for name, inner in value.items()
        )
    return True


def _value(live: Any, last: Any, now: Any, node: Node, path: tuple[str, ...]) -> Any:
    if now is None and node.how != _ATOMIC:
        return _nothing(live, last, node, path)
    if type(now) is dict and node.how != _ATOMIC:
        stored = live if type(live) is dict else {}
        merged = _map(stored, last if type(last) is dict else {}, now, node, path)
        return None if stored and not merged else merged  # emptied, it goes as a whole
    if type(now) is list and node.how not in ("", _ATOMIC):
        old = last if type(last) is list else []
        current = live if type(live) is list else []
        if not now:
            return current
        return _items(current, old, now, node, path)
    return now


def _items(
    live: list[Any], last: list[Any], now: list[Any], node: Node, path: tuple[str, ...]
) -> list[Any]:
    if type(node.how) is dict:
        return _list(live, last, now, node, path)
    items = {json.dumps(item): item for item in (*live, *now)}
    order = _order([json.dumps(item) for item in live], [json.dumps(item) for item in now])
    return [items[key] for key in order if items[key] in now or items[key] not in last]


def _nothing(live: Any, last: Any, node: Node, path: tuple[str, ...]) -> Any:
    """Return what null leaves: of a map or list that is merged, what others have put there."""
    if type(live) is dict:
        return _value(live, last, {}, node, path) or None
    if type(live) is list and node.how:
        return _items(live, last if type(last) is list else [], [], node, path) or None
    return None


def _list(
    live: list[Any], last: list[Any], now: list[Any], node: Node, path: tuple[str, ...]
) -> list[Any]:
    keys = node.how if type(node.how) is dict else {}
    left, right = _indexed(live, keys), _indexed(now, keys, path)
    gone = _indexed(last, keys)
    item = node.item()
    merged: dict[tuple[str, ...], Any] = {}
    for key, value in right.items():
        stored_item: Any = left.get(key, ({},))[0]
        last_item: Any = gone.get(key, ({},))[0]
        try:
            merged[key] = _value(stored_item, last_item, value[0], item, path)
        except DuplicateError as error:
            place = (*path, _named(value[0], keys), *error.path[len(path) :])
            raise DuplicateError(place, error.keys) from None
    found: list[Any] = []
    stored, sent = list(left), list(right)
    for key in sent if stored == sent else _order(stored, sent):
        if key in merged:
            found.append(merged[key])
        elif key not in gone:
            found += left[key]
    return found


def _indexed(
    items: list[Any], keys: Keys, path: tuple[str, ...] | None = None
) -> dict[tuple[str, ...], list[Any]]:
    """Return items by their keys; with a path, each may be there once only."""
    found: dict[tuple[str, ...], list[Any]] = {}
    for item in items:
        values = {
            key: item.get(key, default) if type(item) is dict else None
            for key, default in keys.items()
        }
        same = found.setdefault(tuple(map(_identity, values.values())), [])
        if same and path is not None:
            raise DuplicateError(path, values)
        same.append(item)
    return found


def _named(item: Any, keys: Keys) -> str:
    """Return an item as a server names it in a path."""
    values = item if type(item) is dict else {}
    pairs = (f"{key}={json.dumps(values.get(key, keys[key]))}" for key in sorted(keys))
    return f"[{','.join(pairs)}]"


def _identity(key: Any) -> str:
    """Return a text for the value of a key; those of a text and a number that look alike differ."""
    return f'"{key}' if type(key) is str else json.dumps(key)


def _order(left: list[Any], right: list[Any]) -> list[Any]:
    """Return the keys of a merged list in their order: the live ones', as far as the applied ones allow."""
    found: list[Any] = []
    in_left, in_right, taken = set(left), set(right), set()
    shared = [key for key in right if key in in_left]
    next_shared = shared.pop(0) if shared else None
    at = to = 0
    while at < len(left) or to < len(right):
        if at < len(left) and to < len(right):
            if left[at] == right[to]:
                taken.add(left[at])
                found.append(left[at])
                at, to = at + 1, to + 1
                next_shared = shared.pop(0) if shared else None
                continue
            if left[at] in in_right and next_shared is not None and next_shared != left[at]:
                at += 1
                continue
        if at < len(left):
            if left[at] not in in_right:
                found.append(left[at])
                at += 1
                continue
            if left[at] in taken:
                at += 1
        if to < len(right):
            taken.add(right[to])
            found.append(right[to])
            if next_shared == right[to]:
                next_shared = shared.pop(0) if shared else None
            to += 1
    return found
