"""The strategic merge with notes about what it does.

The merge is that of strategic_merge.py: each step runs there and is looked at afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import hashed, same
from helmwright.kube.list_order import DELETE, PATCH
from helmwright.kube.origins import Reason
from helmwright.kube.patch_meta import REPLACE
from helmwright.kube.strategic_merge import RETAIN_KEYS, Merge
from helmwright.kube.trail import Loss

if TYPE_CHECKING:
    from helmwright.kube.json_model import Document
    from helmwright.kube.origins import Path
    from helmwright.kube.patch_meta import Plan, Type
    from helmwright.kube.trail import Record, Ref, Trail

_ABSENT: Any = object()


class TrackedMerge(Merge):
    """A merge of two documents that ``trail`` knows; both are used up by it."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self._trail = trail
        self._records = trail.records
        self._patch: Record | None = None  # the map of the patch that is being merged
        self._directive = ""  # the key in that map, where it is not the field's name
        self._unordered: list[Any] = []  # the list that is being put in order

    def apply(self, original: Document, patch: Document, schema: Type) -> Document:
        """Return ``original`` merged with ``patch``."""
        replaces = PATCH in patch
        record = self._records[id(original)]
        merged = self.merge_map(original, patch, schema)
        if replaces:
            by = self._records[id(merged)], PATCH
            reason = Reason.PATCH_REPLACE if merged is patch else Reason.PATCH_DELETE
            self._trail.lost.append(Loss(record, original, by, reason))
        return merged

    @property
    def place(self) -> Path:
        """The path in the patch of the map that is being merged: where an error has come up."""
        return () if self._patch is None else self._patch.path

    def merge_map(self, original: Document | None, patch: Document, schema: Type) -> Document:
        """Return ``original`` merged with ``patch``."""
        outer = self._patch, self._directive
        source = self._patch = self._records[id(patch)]
        self._directive = ""
        merged = super().merge_map(original, patch, schema)
        if merged is original:
            self._records[id(original)].merge(source)
        elif merged is not patch:
            self._trail.adopt(merged, source)
        self._patch, self._directive = outer
        return merged

    def _merge_field(
        self, original: Document, key: str, value: Any, schema: Type, *, delete: bool
    ) -> None:
        kind = type(value)
        before = original.get(key, _ABSENT)
        directive = kind is dict and PATCH in value
        super()._merge_field(original, key, value, schema, delete=delete)
        target = self._records[id(original)]
        if kind is dict or kind is list:
            after = original.get(key, _ABSENT)
            if after is _ABSENT:
                self._note_erased(target, key, before, value, delete=delete)
            elif after is not before:
                by, reason = self._why(before, after, value, directive=directive)
                if before is not _ABSENT and reason is not None:
                    self._trail.override(target, key, before, by, reason)
            return
        by = self._source_of(key)
        if value is None:
            if before is not _ABSENT:
                reason = Reason.null(forced=type(by) is not tuple)
                self._trail.lose(target, key, before, by, reason)
        elif not delete or type(before) is kind:
            if before is not _ABSENT:
                reason = Reason.SET_AGAIN if type(before) is kind else Reason.OTHER_TYPE
                self._trail.override(target, key, before, by, reason)
            self._trail.write(target, key, by)

    def _source_of(self, key: str) -> Ref:
        """Return whence the value is that the patch has for a field."""
        assert self._patch is not None  # noqa: S101 - merge_map has set it
        return self._trail.ref(self._patch, self._directive or key)

    def _note_erased(
        self, target: Record, key: str, before: Any, value: Any, *, delete: bool
    ) -> None:
        """Note that a map with ``$patch`` was dropped, and a value of another type with it."""
        if delete:
            return
        record = self._records[id(value)]
        if before is not _ABSENT:
            self._trail.lose(target, key, before, (record, PATCH), Reason.OTHER_TYPE)
        self._drop(value, Reason.NOTHING_TO_PATCH)

    def _why(
        self, before: Any, after: Any, value: Any, *, directive: bool
    ) -> tuple[Ref, Reason | None]:
        """Return by what and why a map or list of the patch has taken the place of ``before``."""
        kind = type(value)
        source = self._records[id(value)]
        if type(before) is not kind:
            return source, Reason.OTHER_TYPE
        if self._records[id(after)] is self._records[id(before)]:
            return source, None  # merged into a list of the lower layer
        if kind is list:
            return self._list_reason(source, value)
        if after is not value:
            return (source, PATCH), Reason.PATCH_DELETE
        if directive and PATCH not in value:
            return (source, PATCH), Reason.PATCH_REPLACE
        return source, Reason.ATOMIC_MAP

    def _list_reason(self, source: Record, changes: list[Any]) -> tuple[Ref, Reason]:
        """Return why, and by what, the list ``changes`` has replaced another one."""
        directive = _replace_directive(changes)
        if directive is None:
            return source, Reason.ATOMIC_LIST
        return (self._records[id(directive)], PATCH), Reason.PATCH_REPLACE

    def _new(self, value: Any) -> Any:
        self._clean(value, nulls=True)
        return value

    def _clean(self, value: Any, *, nulls: bool) -> None:
        """Erase maps with ``$patch`` inside ``value``, and members that are null if ``nulls``."""
        if type(value) is list:
            self._clean_list(value, nulls=nulls)
            return
        for key, member in list(value.items()):
            kind = type(member)
            if member is None:
                if nulls:
                    del value[key]
            elif kind is dict or kind is list:
                self._clean(member, nulls=nulls)
                if kind is dict and PATCH in member:
                    del value[key]
                    self._drop(member, Reason.NOTHING_TO_PATCH)

    def _clean_list(self, value: list[Any], *, nulls: bool) -> None:
        kept = []
        for index, member in enumerate(value):
            kind = type(member)
            if kind is dict or kind is list:
                self._clean(member, nulls=nulls)
                if kind is dict and PATCH in member:
                    self._drop(member, Reason.NOTHING_TO_PATCH)
                    continue
            kept.append(index)
        if len(kept) < len(value):
            self._trail.select(self._records[id(value)], kept)
            value[:] = [value[index] for index in kept]

    def _drop(self, value: Document, reason: Reason) -> None:
        """Note that nothing but the ``$patch`` of a map of the patch counts."""
        if len(value) > 1:
            record = self._records[id(value)]
            self._trail.lost.append(Loss(record, value, (record, PATCH), reason))

    def _retain_keys(self, original: Document, patch: Document) -> None:
        before = dict(original)
        super()._retain_keys(original, patch)
        if len(original) < len(before):
            target = self._records[id(original)]
            by = self._source_of(RETAIN_KEYS)
            for key, value in before.items():
                if key not in original:
                    self._trail.lose(target, key, value, by, Reason.NOT_RETAINED)

    def _delete_scalars(self, original: Document, key: str, value: Any, schema: Type) -> None:
        self._directive = key
        super()._delete_scalars(original, key, value, schema)
        self._directive = ""

    def _ordered_list(self, original: Document, patch: Document, key: str, schema: Type) -> None:
        field = key.partition("/")[2]
        before = original.get(field, _ABSENT)
        changes = patch.get(field, _ABSENT)
        super()._ordered_list(original, patch, key, schema)
        after = original.get(field, _ABSENT)
        if after is before:
            return
        self._note_order(self._unordered, after)
        if before is not _ABSENT and self._records[id(after)] is not self._records[id(before)]:
            by, reason = self._list_reason(self._records[id(changes)], changes)
            self._trail.override(self._records[id(original)], field, before, by, reason)

    def _changed_list(
        self, live: list[Any] | None, changes: list[Any] | None, plan: Plan
    ) -> tuple[list[Any], list[Any]]:
        if live is None and changes is not None:
            merged = list(changes)  # the merge goes on to look at the types of all changes
            self._trail.adopt(merged, self._records[id(changes)])
            self._clean_list(merged, nulls=False)
            seen: list[Any] = []
        else:
            merged, seen = super()._changed_list(live, changes, plan)
        self._unordered = merged
        return merged, seen

    def _note_order(self, before: list[Any], after: list[Any]) -> None:
        """Note that ``after`` has the elements of ``before`` in another order."""
        record = self._records[id(before)]
        if before and type(before[0]) is not dict:
            places = _places(before)
            self._trail.select(record, [places[hashed(element)].pop(0) for element in after])
        self._trail.adopt(after, record)

    def _merge_list(
        self, live: list[Any], changes: list[Any], plan: Plan, *, delete: bool
    ) -> tuple[list[Any], list[Any]]:
        merged, seen = super()._merge_list(live, changes, plan, delete=delete)
        if merged is live:
            return merged, seen
        target, source = self._records[id(live)], self._records[id(changes)]
        if type((live or changes)[0]) is dict:
            if _replace_directive(changes) is not None:
                for element in changes:
                    if element.get(PATCH) == REPLACE:
                        self._drop(element, Reason.DIRECTIVE_ELEMENT)
                self._trail.adopt(merged, source)
                return merged, seen
            self._note_deleted(live, changes, merged, plan.merge_key)
        elif delete:
            self._note_unwanted(live, changes)
        else:
            self._note_scalars(live, changes, merged)
        self._trail.adopt(merged, target)
        if changes and not delete:
            target.merge(source)
        return merged, seen

    def _note_deleted(
        self, live: list[Any], changes: list[Any], merged: list[Any], key: str
    ) -> None:
        """Note the maps of a list that ``$patch: delete`` has removed."""
        if len(merged) >= len(live) and not any(PATCH in change for change in changes):
            return
        kept = {id(element) for element in merged}
        for element in live:
            if id(element) in kept:
                continue
            directive = next(
                change
                for change in changes
                if change.get(PATCH) == DELETE and same(change[key], element.get(key))
            )
            by = self._records[id(directive)], PATCH
            record = self._records[id(element)]
            self._trail.lost.append(Loss(record, element, by, Reason.PATCH_DELETE))

    def _note_unwanted(self, live: list[Any], changes: list[Any]) -> None:
        """Note the scalars that ``$deleteFromPrimitiveList`` has removed."""
        target, source = self._records[id(live)], self._records[id(changes)]
        unwanted = _places(changes)
        kept = []
        for index, element in enumerate(live):
            places = unwanted.get(hashed(element))
            if places is None:
                kept.append(index)
            else:
                by = self._trail.ref(source, places[0])
                self._trail.lose(target, index, element, by, Reason.DELETED_ELEMENT)
        self._trail.select(target, kept)

    def _note_scalars(self, live: list[Any], changes: list[Any], merged: list[Any]) -> None:
        """Note whence each of the scalars is: those that the patch has, too, are the patch's."""
        trail = self._trail
        target, source = self._records[id(live)], self._records[id(changes)]
        lower, upper = _places(live), _places(changes)
        written: dict[Any, Ref] = {}
        history: dict[Any, list[Loss]] = {}
        for place, element in enumerate(merged):
            indexes = lower.get(hashed(element), [])
            given = upper.get(hashed(element))
            by = trail.ref(target, indexes[0]) if given is None else trail.ref(source, given[0])
            written[place] = by
            past = [loss for index in indexes for loss in trail.past(target, index)]
            if given is not None:
                past += [
                    Loss(trail.ref(target, index), element, by, Reason.SET_AGAIN)
                    for index in indexes
                ]
            if past:
                history[place] = past
            repeated = [(target, index) for index in indexes[1:]] if given is None else []
            repeated += [(source, index) for index in given[1:]] if given is not None else []
            trail.lost.extend(
                Loss(trail.ref(*other), element, by, Reason.DUPLICATE) for other in repeated
            )
        target.written = written
        target.history = history or None


def _replace_directive(changes: list[Any]) -> Document | None:
    for change in changes:
        if type(change) is dict and PATCH in change and change[PATCH] == REPLACE:
            return change
    return None


def _places(elements: list[Any]) -> dict[tuple[type, Any], list[int]]:
    """Return the indexes of each of some scalars."""
    places: dict[tuple[type, Any], list[int]] = {}
    for index, element in enumerate(elements):
        places.setdefault(hashed(element), []).append(index)
    return places
