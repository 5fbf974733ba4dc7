"""Whose each field of a stored object is, out of ``metadata.managedFields``, and which of them conflict.

A field set says nothing of values but those that tell items of lists apart, so that everything here needs only
the right to read an object.

Source: sigs.k8s.io/structured-merge-diff fieldpath/serialize.go, set.go, merge/update.go, merge/conflict.go;
k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.kube.updates.server_apply import applied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.updates.server_apply import Node

HELM = "helm"
BEFORE = "before-first-apply"
"""Who owns all that is there when somebody first applies an object of which nobody owns anything."""
APPLY = "Apply"
UPDATE = "Update"
_MEMBER = "."
_KINDS = "fkvi"
"""What an element is: a field, an item by its keys, an item by its value, an item by its index."""


class Manager(NamedTuple):
    """Somebody who has set fields: a program's name, how it did it, by which subresource, in which version."""

    name: str
    operation: str
    subresource: str = ""
    api_version: str = ""
    time: str = ""

    @property
    def text(self) -> str:
        """What a server calls it in a conflict."""
        said = _quoted(self.name)
        if self.subresource:
            said += f" with subresource {_quoted(self.subresource)}"
        return f"{said} using {self.api_version}" if self.operation == UPDATE else said

    @property
    def identifier(self) -> str:
        """By which a server sorts them."""
        found = {"manager": self.name, "operation": self.operation}
        if self.operation != APPLY and self.api_version:
            found["apiVersion"] = self.api_version
        if self.subresource:
            found["subresource"] = self.subresource
        return json.dumps(found, separators=(",", ":"))

    @property
    def is_helm(self) -> bool:
        """Whether it is a Helm that installs, of whatever version."""
        return self.name == HELM and not self.subresource


class Element(NamedTuple):
    """One step of a path in a field set."""

    kind: str
    value: Any

    @property
    def text(self) -> str:
        """What a server writes."""
        if self.kind == "f":
            return f".{self.value}"
        if self.kind == "k":
            pairs = (f"{key}={_written(one)}" for key, one in sorted(self.value.items()))
            return f"[{','.join(pairs)}]"
        return f"[={_written(self.value)}]" if self.kind == "v" else f"[{self.value}]"

    @property
    def order(self) -> tuple[int, str]:
        """By which elements are sorted."""
        if self.kind == "k":
            return 1, json.dumps(sorted(self.value.items()), default=str)
        return _KINDS.index(self.kind), str(self.value)


class FieldSet:
    """Paths of fields: which are members, and what is below each element."""

    def __init__(self, data: Any = None) -> None:
        self.has_itself = False
        self.below: dict[str, tuple[Element, FieldSet]] = {}
        for key, value in data.items() if isinstance(data, dict) else ():
            if key == _MEMBER:
                self.has_itself = True
                continue
            element = _element(str(key))
            if element is not None:
                inner = FieldSet(value)
                inner.has_itself = inner.has_itself or not value
                self.below[str(key)] = element, inner

    def children(self) -> Iterator[tuple[Element, FieldSet]]:
        """Yield the elements and what is below them."""
        yield from self.below.values()


class Owned(NamedTuple):
    """What a manager owns."""

    manager: Manager
    fields: FieldSet


class Conflict(NamedTuple):
    """A field that somebody else owns, and that would get another value. path: of the live object."""

    manager: Manager
    text: str
    path: Path = ()


def field_set(value: Any, node: Node) -> FieldSet:
    """Return all fields of a value. Source: typed/tofieldset.go."""
    found = FieldSet()
    if isinstance(value, dict) and value and node.how != "atomic":
        for key, member in value.items():
            inner = field_set(member, node.member(key))
            found.below[f"f:{key}"] = Element("f", key), inner
    elif isinstance(value, list) and value and node.how not in ("", "atomic"):
        for item in value:
            inner = field_set(item, node.item())
            inner.has_itself = True
            if isinstance(node.how, dict) and isinstance(item, dict):
                keys = {key: item.get(key, default) for key, default in node.how.items()}
                element = Element("k", keys)
            else:
                element = Element("v", item)
            found.below[element.text] = element, inner
    else:
        found.has_itself = True
    return found


def owned_when_applied(live: dict[str, Any], node: Node) -> list[Owned]:
    """Return the managers of a stored object as they are once somebody applies it.

    Source: k8s.io/apimachinery pkg/util/managedfields/internal/skipnonapplied.go
    """
    found = owned_fields(live)
    if found:
        return found
    metadata = live.get("metadata")
    kept = ("labels", "annotations", "finalizers", "ownerReferences")
    known = metadata if isinstance(metadata, dict) else {}
    fields = {
        **{
            key: value for key, value in live.items() if key not in ("apiVersion", "kind", "status")
        },
        "metadata": {key: known[key] for key in kept if key in known},
    }
    manager = Manager(BEFORE, UPDATE, "", str(live.get("apiVersion") or ""))
    return [Owned(manager, field_set(fields, node))]


def owned_fields(live: dict[str, Any]) -> list[Owned]:
    """Return the managers of a stored object with what each owns."""
    metadata = live.get("metadata")
    entries = metadata.get("managedFields") if isinstance(metadata, dict) else None
    found = []
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            names = ("manager", "operation", "subresource", "apiVersion", "time")
            manager = Manager(*(str(entry.get(name) or "") for name in names))
            found.append(Owned(manager, FieldSet(entry.get("fieldsV1"))))
    return found


def resolve(value: Any, element: Element, node: Node) -> tuple[int | str | None, Any, Node]:
    """Return the step to an element in a value, what is there, and its merging; no step if it is not there."""
    if element.kind == "f":
        if isinstance(value, dict) and element.value in value:
            return element.value, value[element.value], node.member(element.value)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if _is_meant(item, element, index, node):
                return index, item, node.item()
    return None, None, node


def _is_meant(item: Any, element: Element, index: int, node: Node) -> bool:
    if element.kind == "i":
        return bool(index == element.value)
    if element.kind == "v":
        return _same(item, element.value)
    defaults = node.how if isinstance(node.how, dict) else {}
    return isinstance(item, dict) and all(
        _same(item.get(key, defaults.get(key)), one) for key, one in element.value.items()
    )


def projected(value: Any, fields: FieldSet, node: Node, *, whole_items: bool = False) -> Any:
    """Return the part of a value that is in a field set; ``None`` if nothing is.

    whole_items: leave out an item of a list, or a member of a plain map, that is not itself in the set, even if
    something in it is: whoever made it takes it away with all that is in it.
    """
    if not fields.below or node.how == "atomic":
        return value if fields.has_itself or fields.below else None
    if isinstance(value, dict):
        return _projected_map(value, fields, node, whole_items=whole_items)
    if isinstance(value, list):
        return _projected_list(value, fields, node, whole_items=whole_items)
    return value


def _projected_map(
    value: dict[str, Any], fields: FieldSet, node: Node, *, whole_items: bool
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for element, inner in fields.children():
        step, below, its = resolve(value, element, node)
        if step is None or (
            whole_items and not inner.has_itself and not node.has(str(element.value))
        ):
            continue
        found[str(step)] = projected(below, inner, its, whole_items=whole_items)
    return found


def _projected_list(
    value: list[Any], fields: FieldSet, node: Node, *, whole_items: bool
) -> list[Any]:
    chosen: dict[int, Any] = {}
    for element, inner in fields.children():
        step, below, its = resolve(value, element, node)
        if not isinstance(step, int) or (whole_items and not inner.has_itself):
            continue
        part = projected(below, inner, its, whole_items=whole_items)
        if isinstance(part, dict) and isinstance(below, dict) and isinstance(node.how, dict):
            part = {**{key: below[key] for key in node.how if key in below}, **part}
        chosen[step] = part
    return [chosen[at] for at in sorted(chosen)]


def apply_locally(
    live: dict[str, Any], sent: dict[str, Any], node: Node, owned: list[Owned] | None = None
) -> dict[str, Any]:
    """Return what server-side apply makes of a live object, before defaults, without asking the server.

    What Helm owned and does not send goes, unless somebody else owns it, too.
    """
    known = owned_when_applied(live, node) if owned is None else owned
    last: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    for manager, fields in known:
        if manager.is_helm and manager.operation == APPLY:
            last = projected(live, fields, node) or {}
        else:
            part = projected(live, fields, node, whole_items=True)
            kept = applied(kept, {}, part, node) if part else kept
    wanted = applied(kept, {}, sent, node) if kept else sent
    # What others own is there already: it stays, and is not applied.
    return applied(live, last, wanted, node)


def conflicts(
    live: dict[str, Any], after: dict[str, Any], node: Node, owned: list[Owned] | None = None
) -> list[Conflict]:
    """Return the fields that others own and that an apply would change, in the server's order.

    after: as ``apply_locally`` has it.
    """
    known = owned_when_applied(live, node) if owned is None else owned
    found = []
    for manager, fields in sorted(known, key=lambda one: one.manager.identifier):
        if not (manager.is_helm and manager.operation == APPLY):
            found += [
                Conflict(manager, text, path)
                for text, path in _changed(live, after, fields, node)
                if text not in _NOT_COMPARED
            ]
    return found


_NOT_COMPARED = (".apiVersion", ".kind", ".metadata", ".metadata.name", ".metadata.namespace")


def _changed(  # noqa: PLR0913 - both sides of a place, and where it is
    live: Any, after: Any, fields: FieldSet, node: Node, *, text: str = "", path: Path = ()
) -> Iterator[tuple[str, Path]]:
    """Yield the members of a field set that differ, members before what is below them."""
    below = []
    for element, inner in sorted(fields.children(), key=lambda one: one[0].order):
        old_step, old, its = resolve(live, element, node)
        new_step, new, _ = resolve(after, element, node)
        step = new_step if old_step is None else old_step
        if new_step is None or step is None:
            continue
        place, said = (*path, step), f"{text}{element.text}"
        if inner.has_itself and (old_step is None or _differs(old, new, its)):
            yield said, place
        if inner.below and its.how != "atomic":
            below.append((old, new, inner, its, said, place))
    for old, new, inner, its, said, place in below:
        yield from _changed(old, new, inner, its, text=said, path=place)


def _differs(old: Any, new: Any, node: Node) -> bool:
    """Tell whether a field is another one itself, and not only what is in it."""
    if isinstance(old, dict) and isinstance(new, dict) and node.how != "atomic":
        return False
    if isinstance(old, list) and isinstance(new, list) and node.how not in ("", "atomic"):
        return False
    return not _same(old, new)


def conflict_text(found: list[Conflict]) -> str:
    """Return what a server says of conflicts."""
    if len(found) == 1:
        return (
            f"Apply failed with 1 conflict: conflict with {found[0].manager.text}: {found[0].text}"
        )
    lines = []
    for manager in dict.fromkeys(one.manager for one in found):
        lines.append(f"conflicts with {manager.text}:")
        lines += [f"- {one.text}" for one in found if one.manager == manager]
    return f"Apply failed with {len(found)} conflicts: " + "\n".join(lines)


def owners(owned: list[Owned], live: dict[str, Any], path: Path, node: Node) -> list[Manager]:
    """Return who owns a field, or the value that it is a part of. path: of the live object, with indexes."""
    return [manager for manager, fields in owned if _owns(fields, live, path, node)]


def _owns(fields: FieldSet, value: Any, path: Path, node: Node) -> bool:
    if not path or (not fields.below and fields.has_itself):
        return fields.has_itself
    for element, inner in fields.children():
        step, below, its = resolve(value, element, node)
        if step is not None and step == path[0]:
            return _owns(inner, below, path[1:], its)
    return False


def _element(key: str) -> Element | None:
    kind, _, text = key.partition(":")
    if kind == "f":
        return Element("f", text)
    if kind not in _KINDS or not kind:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return Element(kind, found) if kind != "k" or isinstance(found, dict) else None


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _quoted(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)


def _written(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    return json.dumps(value)
