# ruff: noqa: D102 - MergeObserver says what each method is told
"""Notes about a strategic merge, as the merge itself tells what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import hashed
from helmwright.kube.list_order import PATCH
from helmwright.kube.merge_observer import ABSENT, MergeObserver
from helmwright.kube.origins import Reason
from helmwright.kube.patch_meta import REPLACE
from helmwright.kube.strategic_merge import RETAIN_KEYS
from helmwright.kube.trail import Loss

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.kube.json_model import Document
    from helmwright.kube.trail import Ref, Trace, Trail


class MergeNotes(MergeObserver):
    """The notes of one merge of two documents that ``trail`` knows."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._records = trail.records
        self._patches: list[Trace] = []  # the maps of the patch that are being merged

    @property
    def place(self) -> Path:
        """The path in the patch of the map that is being merged: where an error has come up."""
        return self._patches[-1].path if self._patches else ()

    def entered(self, patch: Document) -> None:
        self._patches.append(self._records[id(patch)])

    def left(self, original: Document | None, patch: Document, merged: Document) -> None:
        source = self._patches.pop()
        if merged is original:
            self._records[id(original)].merge(source)
            return
        if merged is not patch:
            self._trail.adopt(merged, source)
        if not self._patches and original is not None:  # no field tells that the root gave way
            reason = Reason.PATCH_REPLACE if merged is patch else Reason.PATCH_DELETE
            lost = Loss(self._records[id(original)], original, (source, PATCH), reason)
            self._trail.lost.append(lost)

    def wrote(self, target: Document, key: str, before: Any, value: Any, given: str) -> None:
        record, by = self._records[id(target)], self._source(given)
        if before is not ABSENT:
            reason = Reason.SET_AGAIN if type(before) is type(value) else Reason.OTHER_TYPE
            self._trail.override(record, key, before, by, reason)
        self._trail.write(record, key, by)

    def replaced(self, target: Document, key: str, before: Any, value: Any) -> None:
        if before is ABSENT:
            return
        reason = Reason.OTHER_TYPE
        if type(before) is type(value):
            reason = Reason.ATOMIC_LIST if type(value) is list else Reason.ATOMIC_MAP
        self._override(target, key, before, self._records[id(value)], reason)

    def replaced_by_directive(
        self, target: Document, key: str, before: Any, directive: Document
    ) -> None:
        by = self._records[id(directive)], PATCH
        self._override(target, key, before, by, Reason.PATCH_REPLACE)

    def deleted_by_directive(
        self, target: Document, key: str, before: Any, directive: Document
    ) -> None:
        by = self._records[id(directive)], PATCH
        self._override(target, key, before, by, Reason.PATCH_DELETE)

    def _override(self, target: Document, key: str, before: Any, by: Ref, reason: Reason) -> None:
        self._trail.override(self._records[id(target)], key, before, by, reason)

    def removed_by_null(self, target: Document, key: str, before: Any, given: str) -> None:
        by = self._source(given)
        reason = Reason.null(forced=type(by) is not tuple)
        self._trail.lose(self._records[id(target)], key, before, by, reason)

    def not_retained(self, target: Document, key: str) -> None:
        by = self._source(RETAIN_KEYS)
        self._trail.lose(self._records[id(target)], key, target[key], by, Reason.NOT_RETAINED)

    def _source(self, given: str) -> Ref:
        """Return whence the scalar is that the patch has at a key."""
        return self._trail.ref(self._patches[-1], given)

    def erased(self, target: Document, key: str, before: Any, patch: Document) -> None:
        if before is not ABSENT:
            by = self._records[id(patch)], PATCH
            self._trail.lose(self._records[id(target)], key, before, by, Reason.OTHER_TYPE)
        self.dropped(patch)

    def dropped(self, value: Document) -> None:
        self._drop(value, Reason.NOTHING_TO_PATCH)

    def _drop(self, value: Document, reason: Reason) -> None:
        """Note that nothing but the ``$patch`` of a map of the patch counts."""
        if len(value) > 1:
            record = self._records[id(value)]
            self._trail.lost.append(Loss(record, value, (record, PATCH), reason))

    def selected(self, elements: list[Any], places: list[int]) -> None:
        self._trail.select(self._records[id(elements)], places)

    def moved(self, before: list[Any], after: list[Any]) -> None:
        self._trail.adopt(after, self._records[id(before)])

    def ordered(self, before: list[Any], after: list[Any]) -> None:
        record = self._records[id(before)]
        if before and type(before[0]) is not dict:
            places = _places(before)
            self._trail.select(record, [places[hashed(element)].pop(0) for element in after])
        self._trail.adopt(after, record)

    def merged_maps(
        self,
        live: list[Any],
        changes: list[Any],
        merged: list[Any],
        deleted: list[tuple[Document, Document]],
    ) -> None:
        directives = {id(element): directive for element, directive in deleted}
        for element in live if deleted else ():
            directive = directives.get(id(element))
            if directive is not None:
                by = self._records[id(directive)], PATCH
                lost = Loss(self._records[id(element)], element, by, Reason.PATCH_DELETE)
                self._trail.lost.append(lost)
        self._merged(live, changes, merged)

    def _merged(self, live: list[Any], changes: list[Any], merged: list[Any]) -> None:
        target = self._records[id(live)]
        self._trail.adopt(merged, target)
        if changes:
            target.merge(self._records[id(changes)])

    def replaced_maps(self, changes: list[Any], merged: list[Any]) -> None:
        for element in changes:
            if element.get(PATCH) == REPLACE:
                self._drop(element, Reason.DIRECTIVE_ELEMENT)
        self.moved(changes, merged)

    def deleted_scalars(self, live: list[Any], changes: list[Any], kept: list[Any]) -> None:
        target, source = self._records[id(live)], self._records[id(changes)]
        unwanted = _places(changes)
        left = []
        for index, element in enumerate(live):
            places = unwanted.get(hashed(element))
            if places is None:
                left.append(index)
            else:
                by = self._trail.ref(source, places[0])
                self._trail.lose(target, index, element, by, Reason.DELETED_ELEMENT)
        self._trail.select(target, left)
        self._trail.adopt(kept, target)

    def merged_scalars(self, live: list[Any], changes: list[Any], merged: list[Any]) -> None:
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
        self._merged(live, changes, merged)


def _places(elements: list[Any]) -> dict[tuple[type, Any], list[int]]:
    """Return the indexes of each of some scalars."""
    places: dict[tuple[type, Any], list[int]] = {}
    for index, element in enumerate(elements):
        places.setdefault(hashed(element), []).append(index)
    return places
