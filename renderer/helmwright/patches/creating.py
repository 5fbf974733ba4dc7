"""Patches out of objects: what turns old ones into new ones, or live ones into what is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import PatchConflictError, PatchError
from helmwright.kube import json_merge_patch, strategic_diff, three_way
from helmwright.kube.custom_types import type_of
from helmwright.kube.json_model import deep_equal
from helmwright.kube.patch_meta import MERGE
from helmwright.patches.stream import identity, kind_of
from helmwright.patches.target import FIELDS, fields_of
from helmwright.secrets.places import is_secret
from helmwright.secrets.quoted import hidden_in_message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.json_model import Document
    from helmwright.kube.patch_meta import Type
    from helmwright.patches.stream import ManifestObject, ManifestStream

_STATES = ("the old", "the new", "the live")


class Pair(NamedTuple):
    """The states of one object."""

    old: ManifestObject
    new: ManifestObject
    live: ManifestObject | None = None


class CreatedPatch(NamedTuple):
    """A patch for one object.

    type: ``strategic``, ``merge`` or ``json``. content: a map, or a list of operations.
    """

    type: str
    content: Any
    pair: Pair

    def document(self) -> Document:
        """Return the patch with the name of its object, as ``helmwright patch`` takes it."""
        data = self.pair.new.before
        if self.type == "json":
            fields = fields_of(data)
            target = {name: fields[name] for name in FIELDS if fields[name]}
            return {"target": target, "patch": self.content}
        metadata = data.get("metadata") or {}
        names = {key: metadata[key] for key in ("name", "namespace") if key in metadata}
        own = {key: data[key] for key in ("apiVersion", "kind") if key in data}
        inside = self.content.get("metadata")
        merged = {**(inside if type(inside) is dict else {}), **names}
        return {**self.content, **own, "metadata": merged}


def pair_objects(
    old: ManifestStream, new: ManifestStream, live: ManifestStream | None = None
) -> tuple[list[Pair], list[tuple[ManifestObject, str]]]:
    """Return the objects that are in all streams, and the others with what they are missing in.

    An object is found by its group, kind, name and namespace; if it has no namespace on one side,
    one in any namespace will do.

    Raises PatchError for an object whose metadata is no map: no patch could name it.
    """
    for stream in filter(None, (old, new, live)):
        for one in stream.objects:
            metadata = one.before.get("metadata")
            if metadata is not None and type(metadata) is not dict:
                reason = f"metadata is a map, not {kind_of(metadata)}"
                raise PatchError(f"{one.shown}: {reason}", one.position)
    pairs: list[Pair] = []
    lonely: list[tuple[ManifestObject, str]] = []
    for one in new.objects:
        before = _find(one, old)
        current = None if live is None else _find(one, live)
        if before is None:
            lonely.append((one, old.name))
        elif live is not None and current is None:
            lonely.append((one, live.name))
        else:
            pairs.append(Pair(before, one, current))
    lonely += [(one, new.name) for one in old.objects if _find(one, new) is None]
    return pairs, lonely


def _find(wanted: ManifestObject, stream: ManifestStream) -> ManifestObject | None:
    key = fields_of(wanted.before)
    same = [one for one in stream.objects if _same(fields_of(one.before), key)]
    exact = [one for one in same if identity(one.before)[3] == key["namespace"]]
    if exact:
        return exact[0]
    without = [one for one in same if not key["namespace"] or not identity(one.before)[3]]
    return without[0] if len(without) == 1 else None


def _same(left: dict[str, str], right: dict[str, str]) -> bool:
    return all(left[name] == right[name] for name in ("group", "kind", "name"))


def create_patch(
    pair: Pair,
    patch_type: str = "auto",
    custom: CustomTypes | None = None,
    *,
    overwrite: bool = True,
    show_secrets: bool = False,
) -> CreatedPatch | None:
    """Return the patch for one object, ``None`` if there is nothing to change.

    patch_type: ``strategic``, ``merge``, ``json``, or ``auto`` for the one that an API server takes.
    custom: kinds that are not built in. overwrite: win over changes that others made to the live
    object; without it they raise ``PatchConflictError`` with their paths.
    """
    old, new = pair.old.before, pair.new.before
    current = None if pair.live is None else pair.live.before
    try:
        _require_same_version(pair)
        if patch_type == "json":
            operations = list(_operations(old, new, ""))
            return CreatedPatch("json", operations, pair) if operations else None
        schema = None if patch_type == "merge" else _type(new, patch_type, custom)
        content = _content(old, new, current, schema)
        if current is not None and not overwrite:
            _refuse_conflicts(pair, content, schema)
    except PatchError as error:
        message = error.message
        if not show_secrets and is_secret(new):
            message = hidden_in_message(message, old, new, current)
        found = error.position or pair.new.position
        failure = (
            type(error)(message, found) if type(error) in _PLAIN else PatchError(message, found)
        )
        raise failure from None
    return (
        CreatedPatch("merge" if schema is None else "strategic", content, pair) if content else None
    )


_PLAIN = (PatchError, PatchConflictError)


def _type(new: Document, patch_type: str, custom: CustomTypes | None) -> Type | None:
    try:
        return type_of(new, custom)
    except PatchError:
        if patch_type == "auto":
            return None
        raise


def _require_same_version(pair: Pair) -> None:
    versions = [one.before.get("apiVersion") for one in pair if one is not None]
    for version, state in zip(versions, _STATES, strict=False):
        if version != versions[1]:
            raise PatchError(
                f"{pair.new.shown}: {state} object is of {version}, the new one of {versions[1]}; "
                "a patch does not change the apiVersion"
            )


def _content(old: Document, new: Document, live: Document | None, schema: Type | None) -> Document:
    if schema is None and live is None:
        content: Document = json_merge_patch.create_merge_patch(old, new)
        return content
    if schema is None:
        return json_merge_patch.create_three_way_merge_patch(old, new, live or {})
    if live is None:
        return strategic_diff.create_two_way(old, new, schema)
    return three_way.create_three_way(old, new, live, schema)


def _refuse_conflicts(pair: Pair, content: Document, schema: Type | None) -> None:
    """Raise ``PatchConflictError`` if others changed in the live object what the patch changes."""
    old, live = pair.old.before, (pair.live or pair.old).before
    if schema is None:
        changed = json_merge_patch.create_merge_patch(old, live)
        found = list(_conflicts(content, changed, None, ()))
        if not found:
            return
    else:
        try:
            three_way.create_three_way(old, pair.new.before, live, schema, overwrite=False)
        except PatchConflictError:
            changed = strategic_diff.create_two_way(old, live, schema)
            found = list(_conflicts(content, changed, schema, ()))
        else:
            return
    found.sort(key=_shown)
    names = ", ".join(map(_shown, found)) or "the order of a list"
    raise PatchConflictError(
        f"{pair.new.shown}: others changed the same in the live object: {names}",
        pair.new.position_of(_index_path(found[0], pair.new.before) if found else ()),
    )


KeyPath = tuple["str | tuple[str, Any]", ...]


def _conflicts(left: Any, right: Any, schema: Type | None, path: KeyPath) -> Iterator[KeyPath]:
    """Yield the paths that two patches change in different ways; elements by their merge keys."""
    for key, value in left.items():
        if key.startswith("$") or key not in right:
            continue
        other, place = right[key], (*path, key)
        if type(value) is dict and type(other) is dict:
            below = None if schema is None else schema.map_field(key).type
            yield from _conflicts(value, other, below, place)
            continue
        plan = None if schema is None or type(value) is not list else schema.list_field(key)
        if plan is not None and plan.strategy == MERGE and type(other) is list:
            if plan.merge_key:
                theirs = {repr(one.get(plan.merge_key)): one for one in other}
                for one in value:
                    name = one.get(plan.merge_key)
                    if repr(name) in theirs:
                        step = (plan.merge_key, name)
                        yield from _conflicts(one, theirs[repr(name)], plan.type, (*place, step))
        elif not deep_equal(value, other):
            yield place


def _shown(path: KeyPath) -> str:
    steps = (f".{step}" if isinstance(step, str) else f"[{step[0]}={step[1]}]" for step in path)
    return "".join(steps).removeprefix(".")


def _index_path(path: KeyPath, data: Any) -> Path:
    """Return a path with indexes instead of merge keys, as far as ``data`` has it."""
    found: list[str | int] = []
    for step in path:
        key: str | int | None = step if isinstance(step, str) else None
        if not isinstance(step, str) and type(data) is list:
            matching = (at for at, one in enumerate(data) if one.get(step[0]) == step[1])
            key = next(matching, None)
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            break
        if key is not None:
            found.append(key)
    return tuple(found)


def _operations(old: Any, new: Any, path: str) -> Iterator[Document]:
    """Yield the operations of a JSON patch that make ``new`` of ``old``."""
    if type(old) is dict and type(new) is dict:
        for key in old:
            below = f"{path}/{_escaped(key)}"
            if key in new:
                yield from _operations(old[key], new[key], below)
            else:
                yield {"op": "remove", "path": below}
        for key, value in new.items():
            if key not in old:
                yield {"op": "add", "path": f"{path}/{_escaped(key)}", "value": value}
    elif type(old) is list and type(new) is list:
        yield from _list_operations(old, new, path)
    elif not deep_equal(old, new):
        yield {"op": "replace", "path": path, "value": new}


def _list_operations(old: list[Any], new: list[Any], path: str) -> Iterator[Document]:
    both = min(len(old), len(new))
    for index in range(both):
        yield from _operations(old[index], new[index], f"{path}/{index}")
    for index in range(len(old) - 1, both - 1, -1):
        yield {"op": "remove", "path": f"{path}/{index}"}
    for value in new[both:]:
        yield {"op": "add", "path": f"{path}/-", "value": value}


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
