"""Strategic merge patch: apply one to an object, or fold several into one.

The results are those of the Kubernetes code, its oddities included: what an API server or
Determined's master makes of a patch. Inputs are never changed.
Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (StrategicMergePatch, mergeMap).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.go.fmt import sprintf
from helmwright.kube.json_model import (
    Document,
    copy_document,
    deep_equal,
    element_type,
    hashed,
    no_merge_key,
    require_list,
    require_map,
    same,
    text,
    with_int64,
    without_nulls,
)
from helmwright.kube.list_order import DELETE, PATCH, deduplicate, find_by_key, in_order, partition
from helmwright.kube.patch_meta import MERGE, REPLACE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.kube.patch_meta import Plan, Type
    from helmwright.kube.typed import TypedCodec

RETAIN_KEYS = "$retainKeys"
ELEMENT_ORDER = "$setElementOrder"
DELETE_SCALARS = "$deleteFromPrimitiveList"


def apply_patch(original: Document | None, patch: Document | None, schema: Type) -> Document:
    """Return ``original`` with a strategic merge patch applied.

    original, patch: JSON objects, or ``None`` for null: nothing there, nothing to change.
    schema: the struct that both are documents of.
    Raises ``PatchError`` with the Kubernetes code's text.
    """
    if patch is None:
        return copy_document(original) if original is not None else {}
    return Merge().merge_map(copy_document(original), copy_document(patch), schema)


def merge_typed(original: Document, patch: Document, schema: Type, codec: TypedCodec) -> Document:
    """Return what ``apply_patch`` makes of documents that Go decodes first, as Go writes it.

    codec: reads and writes the struct.
    """
    # Decoding gives documents that nobody else uses, so that they need no copies.
    merged = Merge().merge_map(codec.round_trip(original), codec.round_trip(patch), schema)
    result: Document = codec.round_trip(merged)
    return result


def combine_patches(patches: Iterable[Document], schema: Type) -> Document:
    """Return one patch that does what ``patches`` do one after the other.

    Where two change the same field the later one wins. Directives and nulls are kept.
    Raises ``PatchError`` with the Kubernetes code's text.
    """
    combined: Document = {}
    merge = Merge(combine=True)
    for patch in patches:
        combined = merge.merge_map(combined, copy_document(patch), schema)
    return combined


class Merge:
    """One run of the merge; both documents are used up by it.

    combine: fold a patch into a patch, so directives and nulls are carried over, not executed.
    """

    def __init__(self, *, combine: bool = False) -> None:
        self.combine = combine
        self._exact: dict[int, list[Any]] = {}  # lists whose Go slice has no room to grow

    def merge_map(self, original: Document | None, patch: Document, schema: Type) -> Document:
        """Return ``original`` merged with ``patch``."""
        if PATCH in patch:
            return _whole_map(patch)
        if original is None:
            original = {}
        parallel = False
        for key in patch:
            if key[:1] == "$":
                parallel = True
                break
        if parallel:
            self._retain_keys(original, patch)
            for key in [key for key in patch if key.startswith(ELEMENT_ORDER)]:
                self._ordered_list(original, patch, key, schema)
        deletions = []
        for key, value in patch.items():
            if parallel and key.startswith(DELETE_SCALARS):
                deletions.append((key, value))
            else:
                self._merge_field(original, key, value, schema, delete=False)
        for key, value in deletions:
            self._delete_scalars(original, key, value, schema)
        return original

    def _merge_field(
        self, original: Document, key: str, value: Any, schema: Type, *, delete: bool
    ) -> None:
        if value is None:
            original.pop(key, None)
            if not self.combine:
                return
        kind = type(value)
        if key not in original or type(original[key]) is not kind:
            if not delete:
                self._new_field(original, key, value)
        elif kind is dict:
            plan = schema.map_field(key)
            if plan.strategy == REPLACE:
                original[key] = value
            else:
                original[key] = self.merge_map(original[key], value, plan.type)
        elif kind is list:
            plan = schema.list_field(key)
            if delete or plan.strategy == MERGE:
                original[key], _ = self._merge_list(original[key], value, plan, delete=delete)
            else:
                original[key] = value
        else:
            original[key] = value

    def _new_field(self, original: Document, key: str, value: Any) -> None:
        kind = type(value)
        if kind is dict:
            if PATCH in value:
                original.pop(key, None)
                return
        elif kind is not list:
            original[key] = value
            return
        original[key] = self._new(value)

    def _new(self, value: Any) -> Any:
        """Return what a container becomes where the original has none."""
        return without_directives(value if self.combine else without_nulls(value))

    def _delete_scalars(self, original: Document, key: str, value: Any, schema: Type) -> None:
        """Execute ``$deleteFromPrimitiveList/<field>``, after the plain field as with an order."""
        if self.combine:
            original[key] = value
            return
        prefix, slash, field = key.partition("/")
        if prefix != DELETE_SCALARS or not slash:
            raise PatchError("invalid patch format of primitive list")
        self._merge_field(original, field or key, value, schema, delete=True)

    def _retain_keys(self, original: Document, patch: Document) -> None:
        if RETAIN_KEYS not in patch:
            return
        keys = patch.pop(RETAIN_KEYS)
        if self.combine:
            if RETAIN_KEYS not in original:
                original[RETAIN_KEYS] = keys
            elif not deep_equal(original[RETAIN_KEYS], keys):
                raise PatchError(
                    f"{text(original[RETAIN_KEYS])} and {text(keys)} are not deep equal: "
                    "this may happen when calculating the 3-way diff patch"
                )
            return
        if type(keys) is not list:
            raise PatchError("invalid patch format of retainKeys")
        kept = {hashed(key) for key in keys}
        for key, value in patch.items():
            if value is None or key.startswith((DELETE_SCALARS, ELEMENT_ORDER)):
                continue
            if (str, key) not in kept:
                raise PatchError("invalid patch format of retainKeys")
        for key in [key for key in original if (str, key) not in kept]:
            del original[key]

    def _ordered_list(self, original: Document, patch: Document, key: str, schema: Type) -> None:
        """Merge the list that ``$setElementOrder/<field>`` is about, and take both from the patch."""
        order = patch[key]
        if self.combine:
            if key not in original:
                original[key] = order
            elif not deep_equal(original[key], order):
                raise PatchError("invalid patch format of setElementOrder list")
        del patch[key]
        order = require_list(order)
        prefix, slash, field = key.partition("/")
        if prefix != ELEMENT_ORDER or not slash:
            raise PatchError("invalid patch format of setElementOrder list")
        live = require_list(original[field]) if field in original else None
        changes = require_list(patch[field]) if field in patch else None
        plan = schema.list_field(field)
        _check_order(changes or [], order, plan.merge_key)
        if changes is None and live is None:
            return
        merged, seen = self._changed_list(live, changes, plan)
        part, rest = partition(merged, order, plan.merge_key)
        kind = element_type(seen, changes or [])
        sort_key = plan.merge_key if kind is dict else None
        original[field] = in_order(part, rest, order, seen, sort_key)
        if self.combine:
            self._exact[id(original[field])] = original[field]
        patch.pop(field, None)

    def _changed_list(
        self, live: list[Any] | None, changes: list[Any] | None, plan: Plan
    ) -> tuple[list[Any], list[Any]]:
        """Return a list before it is put in order, and what the live array then looks like."""
        if changes is None:
            return live or [], live or []
        if live is None:
            return without_directives(changes), []
        if plan.strategy == MERGE:
            return self._merge_list(live, changes, plan, delete=False)
        return changes, live

    def _merge_list(
        self, live: list[Any], changes: list[Any], plan: Plan, *, delete: bool
    ) -> tuple[list[Any], list[Any]]:
        """Return the merged list, and what the array of ``live`` looks like afterwards.

        Go merges in place, and the caller goes on to look at the array with its old length.
        """
        if not live and not changes:
            return live, live
        if element_type(live, changes) is not dict:
            if delete and not self.combine:
                unwanted = {hashed(element) for element in changes}
                kept = [element for element in live if hashed(element) not in unwanted]
                return kept, live
            room = len(live) if id(live) in self._exact else _capacity(len(live))
            return _merge_scalars(live, changes, plan.merge_key, room)
        key = plan.merge_key
        if not key:
            raise PatchError(f"cannot merge lists without merge key for {plan.type.kind}")
        array, length, added, replaced = _execute_directives(live, changes, key)
        if replaced is not None:
            part, rest = partition(replaced, [], key)
            return in_order(part, rest, [], replaced, key), array
        remaining = array[:length]
        merged = remaining
        for element in added:
            if key not in element:
                raise no_merge_key(element, key)
            index = find_by_key(merged, key, element[key])
            if index >= 0:
                merged[index] = self.merge_map(merged[index], element, plan.type)
            else:
                if merged is remaining:
                    merged = list(remaining)
                merged.append(element)
        array[: len(merged)] = merged[: len(array)]
        part, rest = partition(merged, added, key)
        return in_order(part, rest, added, merged[:length], key), array


def _whole_map(patch: Document) -> Document:
    """Return the result of a map that carries ``$patch``."""
    directive = patch[PATCH]
    if directive == REPLACE:
        del patch[PATCH]
        return patch
    if directive == DELETE:
        return {}
    raise unknown_directive(directive, patch)


def unknown_directive(directive: Any, patch: Document) -> PatchError:
    """Return the error for a ``$patch`` of another value."""
    shown = sprintf("%s", with_int64(directive))
    return PatchError(f"unknown patch type: {shown} in map: {text(patch)}")


def _capacity(size: int) -> int:
    """Return the room of a Go slice that encoding/json has read ``size`` elements into."""
    return 1 << (size - 1).bit_length() if size else 0


def _merge_scalars(
    live: list[Any], changes: list[Any], key: str, room: int
) -> tuple[list[Any], list[Any]]:
    size = len(live)
    both = live + changes
    fits = len(both) <= room  # then Go removes duplicates inside the live list's own array
    length = deduplicate(both)
    seen = (both if fits else live)[:size]
    part, rest = partition(both[:length], changes, key)
    return in_order(part, rest, changes, seen, None), seen


def _execute_directives(
    live: list[Any], changes: list[Any], key: str
) -> tuple[list[Any], int, list[Any], list[Any] | None]:
    """Execute the ``$patch`` elements of a list of maps.

    Returns the live list's array and how much of it is left, the other elements of the patch, and
    these once more if they replace the list.
    """
    array = list(live)
    length = len(array)
    added = []
    replace = False
    for element in changes:
        if PATCH not in element:
            added.append(element)
            continue
        directive = element[PATCH]
        if directive == DELETE:
            if key not in element:
                raise no_merge_key(element, key)
            while (index := find_by_key(array[:length], key, element[key])) >= 0:
                array[index : length - 1] = array[index + 1 : length]
                length -= 1
        elif directive == REPLACE:
            replace = True
        elif directive == MERGE:
            raise PatchError("merging lists cannot yet be specified in the patch")
        else:
            raise unknown_directive(directive, element)
    return array, length, added, added if replace else None


def _check_order(changes: list[Any], order: list[Any], key: str) -> None:
    """Raise ``PatchError`` unless ``changes`` come in the order that the directive gives."""
    if not changes or not order:
        return
    kept = changes
    if key:
        kept = [change for change in map(require_map, changes) if change.get(PATCH) != DELETE]
    position = index = 0
    while index < len(kept) and position < len(order):
        change = kept[index]
        if type(change) is dict and PATCH in change:
            index += 1
            continue
        if _same_element(change, order[position], key):
            index += 1
        position += 1
    if index < len(kept) and position >= len(order):
        raise PatchError(
            f"The order in patch list:\n{text(changes)}\n doesn't match {ELEMENT_ORDER} list:\n"
            f"{text(order)}\n"
        )


def _same_element(left: Any, right: Any, key: str) -> bool:
    return same(left, right) if not key else same_key(left, right, key)


def same_key(left: Any, right: Any, key: str) -> bool:
    """Tell whether two maps have the same merge key; raises ``PatchError`` if one has none."""
    for element in (require_map(left), require_map(right)):
        if key not in element:
            raise no_merge_key(element, key)
    return same(left[key], right[key])


def without_directives(value: Any) -> Any:
    """Drop maps that carry ``$patch`` from everything inside ``value``."""
    if type(value) is dict:
        return {
            key: without_directives(member)
            for key, member in value.items()
            if type(member) is not dict or PATCH not in member
        }
    if type(value) is list:
        return [
            without_directives(member)
            for member in value
            if type(member) is not dict or PATCH not in member
        ]
    return value
