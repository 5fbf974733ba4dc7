"""Strategic merge patch: apply one to an object, or fold several into one.

The results are those of the Kubernetes code, its oddities included: what an API server or
Determined's master makes of a patch. Inputs are never changed.
Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (StrategicMergePatch, mergeMap).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.kube.json_model import (
    Document,
    copy_document,
    deep_equal,
    element_type,
    hashed,
    no_merge_key,
    require_list,
    text,
)
from helmwright.kube.list_directives import execute_directives, unknown_directive
from helmwright.kube.list_order import (
    DELETE,
    ELEMENT_ORDER,
    PATCH,
    check_order,
    deduplicate,
    find_by_key,
    in_order,
    partition,
)
from helmwright.kube.merge_observer import ABSENT
from helmwright.kube.patch_meta import MERGE, REPLACE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.kube.merge_observer import MergeObserver
    from helmwright.kube.patch_meta import Plan, Type
    from helmwright.kube.typed import TypedCodec

RETAIN_KEYS = "$retainKeys"
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

    observer: is told what happens. combine: fold a patch into a patch, so directives and nulls are
    carried over, not executed.
    """

    def __init__(self, observer: MergeObserver | None = None, *, combine: bool = False) -> None:
        self.combine = combine
        self._observer = observer
        self._exact: dict[int, list[Any]] = {}  # lists whose Go slice has no room to grow

    def merge_map(self, original: Document | None, patch: Document, schema: Type) -> Document:
        """Return ``original`` merged with ``patch``."""
        observer = self._observer
        if observer is not None:
            observer.entered(patch)
        if PATCH in patch:
            merged = _whole_map(patch)
        else:
            merged = {} if original is None else original
            for key in patch:
                if key[:1] == "$":
                    self._merge_parallel(merged, patch, schema)
                    break
            else:
                for key, value in patch.items():
                    self._merge_field(merged, key, value, schema, key, delete=False)
        if observer is not None:
            observer.left(original, patch, merged)
        return merged

    def _merge_parallel(self, original: Document, patch: Document, schema: Type) -> None:
        """Merge a map that has directives in lists parallel to those that they are about."""
        self._retain_keys(original, patch)
        for key in [key for key in patch if key.startswith(ELEMENT_ORDER)]:
            self._ordered_list(original, patch, key, schema)
        deletions = []
        for key, value in patch.items():
            if key.startswith(DELETE_SCALARS):
                deletions.append((key, value))
            else:
                self._merge_field(original, key, value, schema, key, delete=False)
        for key, value in deletions:
            self._delete_scalars(original, key, value, schema)

    def _merge_field(  # noqa: PLR0913 - a field, and how it is given
        self, original: Document, key: str, value: Any, schema: Type, given: str, *, delete: bool
    ) -> None:
        """Merge a field; given: its key in the patch. delete: of a list, these elements."""
        if value is None:
            self._remove(original, key, given)
            if not self.combine:
                return
        before = original.get(key, ABSENT)
        kind = type(value)
        if type(before) is not kind:
            if not delete:
                self._new_field(original, key, before, value, given)
        elif kind is dict:
            plan = schema.map_field(key)
            if plan.strategy == REPLACE:
                self._replace(original, key, before, value)
            else:
                has_directive = PATCH in value
                original[key] = self.merge_map(before, value, plan.type)
                if has_directive:
                    self._tell_directive(original, key, before, value)
        elif kind is list:
            self._merge_list_field(
                original, key, before, value, schema.list_field(key), delete=delete
            )
        else:
            if self._observer is not None:
                self._observer.wrote(original, key, before, value, given)
            original[key] = value

    def _remove(self, original: Document, key: str, given: str) -> None:
        if key not in original:
            return
        if self._observer is not None:
            self._observer.removed_by_null(original, key, original[key], given)
        del original[key]

    def _merge_list_field(  # noqa: PLR0913 - as above
        self, original: Document, key: str, before: Any, value: Any, plan: Plan, *, delete: bool
    ) -> None:
        if not delete and plan.strategy != MERGE:
            self._replace(original, key, before, value)
            return
        original[key], _, directive = self._merge_list(before, value, plan, delete=delete)
        if directive is not None and self._observer is not None:
            self._observer.replaced_by_directive(original, key, before, directive)

    def _replace(self, original: Document, key: str, before: Any, value: Any) -> None:
        if self._observer is not None:
            self._observer.replaced(original, key, before, value)
        original[key] = value

    def _tell_directive(self, original: Document, key: str, before: Any, value: Document) -> None:
        """Tell what the ``$patch`` of a map has done to another one."""
        if self._observer is None:
            return
        if original[key] is value:
            self._observer.replaced_by_directive(original, key, before, value)
        else:
            self._observer.deleted_by_directive(original, key, before, value)

    def _new_field(self, original: Document, key: str, before: Any, value: Any, given: str) -> None:
        """Put a value where there is none of its type; before: what is there, or ABSENT."""
        observer = self._observer
        kind = type(value)
        if kind is dict and PATCH in value:
            if observer is not None:
                observer.erased(original, key, before, value)
            original.pop(key, None)
            return
        if kind is dict or kind is list:
            self._clean(value, not self.combine)
            if observer is not None:
                observer.replaced(original, key, before, value)
        elif observer is not None:
            observer.wrote(original, key, before, value, given)
        original[key] = value

    def _clean(self, value: Any, nulls: bool) -> None:  # noqa: FBT001 - asked of every part
        """Drop maps that carry ``$patch`` inside ``value``, and members of maps that are null if ``nulls``."""
        if type(value) is list:
            self._clean_list(value, nulls)
            return
        unwanted = []
        for key, member in value.items():
            if member is None:
                if nulls:
                    unwanted.append(key)
            elif type(member) is dict:
                self._clean(member, nulls)
                if PATCH in member:
                    unwanted.append(key)
                    if self._observer is not None:
                        self._observer.dropped(member)
            elif type(member) is list:
                self._clean_list(member, nulls)
        for key in unwanted:
            del value[key]

    def _clean_list(self, value: list[Any], nulls: bool) -> None:  # noqa: FBT001 - as above
        unwanted = set()
        for index, member in enumerate(value):
            if type(member) is dict:
                self._clean(member, nulls)
                if PATCH in member:
                    unwanted.add(index)
                    if self._observer is not None:
                        self._observer.dropped(member)
            elif type(member) is list:
                self._clean_list(member, nulls)
        if unwanted:
            kept = [index for index in range(len(value)) if index not in unwanted]
            if self._observer is not None:
                self._observer.selected(value, kept)
            value[:] = [value[index] for index in kept]

    def _delete_scalars(self, original: Document, key: str, value: Any, schema: Type) -> None:
        """Execute ``$deleteFromPrimitiveList/<field>``, after the plain field as with an order."""
        if self.combine:
            original[key] = value
            return
        prefix, slash, field = key.partition("/")
        if prefix != DELETE_SCALARS or not slash:
            raise PatchError("invalid patch format of primitive list")
        self._merge_field(original, field or key, value, schema, key, delete=True)

    def _retain_keys(self, original: Document, patch: Document) -> None:
        if RETAIN_KEYS not in patch:
            return
        keys = patch.pop(RETAIN_KEYS)
        if self.combine:
            if not deep_equal(original.setdefault(RETAIN_KEYS, keys), keys):
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
            if self._observer is not None:
                self._observer.not_retained(original, key)
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
        check_order(changes or [], order, plan.merge_key)
        if changes is None and live is None:
            return
        merged, seen, by = self._changed_list(live, changes, plan)
        part, rest = partition(merged, order, plan.merge_key)
        kind = element_type(seen, changes or [])
        sort_key = plan.merge_key if kind is dict else None
        original[field] = ordered = in_order(part, rest, order, seen, sort_key)
        if self._observer is not None:
            self._observer.ordered(merged, ordered)
            if by is changes is not None:
                self._observer.replaced(original, field, live, changes)
            elif by is not None:
                self._observer.replaced_by_directive(original, field, live, by)
        if self.combine:
            self._exact[id(ordered)] = ordered
        patch.pop(field, None)

    def _changed_list(
        self, live: list[Any] | None, changes: list[Any] | None, plan: Plan
    ) -> tuple[list[Any], list[Any], Any]:
        """Return a list before it is put in order, and what the live array then looks like.

        And what has replaced the live list: ``changes``, a directive in it, or nothing.
        """
        if changes is None:
            return live or [], live or [], None
        if live is None:
            merged = list(changes)  # whose elements are looked at once more, all of them
            if self._observer is not None:
                self._observer.moved(changes, merged)
            self._clean_list(merged, False)
            return merged, [], None
        if plan.strategy == MERGE:
            return self._merge_list(live, changes, plan, delete=False)
        return changes, live, changes

    def _merge_list(
        self, live: list[Any], changes: list[Any], plan: Plan, *, delete: bool
    ) -> tuple[list[Any], list[Any], Document | None]:
        """Return the merged list, and what the array of ``live`` looks like afterwards.

        Go merges in place, and the caller goes on to look at the array with its old length. And the
        directive in ``changes`` that has replaced ``live``, if one has.
        """
        if not live and not changes:
            return live, live, None
        if element_type(live, changes) is dict:
            return self._merge_maps(live, changes, plan)
        if delete and not self.combine:
            unwanted = {hashed(element) for element in changes}
            kept = [element for element in live if hashed(element) not in unwanted]
            if self._observer is not None:
                self._observer.deleted_scalars(live, changes, kept)
            return kept, live, None
        room = len(live) if id(live) in self._exact else _capacity(len(live))
        merged, seen = _merge_scalars(live, changes, plan.merge_key, room)
        if self._observer is not None:
            self._observer.merged_scalars(live, changes, merged)
        return merged, seen, None

    def _merge_maps(
        self, live: list[Any], changes: list[Any], plan: Plan
    ) -> tuple[list[Any], list[Any], Document | None]:
        observer = self._observer
        key = plan.merge_key
        if not key:
            raise PatchError(f"cannot merge lists without merge key for {plan.type.kind}")
        array, length, added, deleted, replaces = execute_directives(live, changes, key)
        if replaces is not None:
            part, rest = partition(added, [], key)
            whole = in_order(part, rest, [], added, key)
            if observer is not None:
                observer.replaced_maps(changes, whole)
            return whole, array, replaces
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
        ordered = in_order(part, rest, added, merged[:length], key)
        if observer is not None:
            observer.merged_maps(live, changes, ordered, deleted)
        return ordered, array, None


def _whole_map(patch: Document) -> Document:
    """Return the result of a map that carries ``$patch``."""
    directive = patch[PATCH]
    if directive == REPLACE:
        del patch[PATCH]
        return patch
    if directive == DELETE:
        return {}
    raise unknown_directive(directive, patch)


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
