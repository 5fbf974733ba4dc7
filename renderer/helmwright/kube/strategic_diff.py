"""The strategic merge patch that turns one object into another.

Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (CreateTwoWayMergePatch, diffMaps).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.base.records import Record, replace
from helmwright.go.sort import sort
from helmwright.kube.json_model import (
    Document,
    copy_document,
    deep_equal,
    element_type,
    no_merge_key,
    require_map,
    same,
    text,
)
from helmwright.kube.list_order import (
    DELETE,
    ELEMENT_ORDER,
    PATCH,
    deduplicate,
    same_key,
    sorted_by,
)
from helmwright.kube.patch_meta import MERGE, REPLACE
from helmwright.kube.preconditions import require
from helmwright.kube.strategic_merge import DELETE_SCALARS, RETAIN_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.kube.patch_meta import Plan, Type
    from helmwright.kube.preconditions import Precondition


class DiffOptions(Record):
    """What a comparison reports.

    order: directives for the order of lists. additions: new and changed values. deletions: what
    is gone. retain_keys: the fields of a union, as the field's strategy asks.
    """

    order: bool = True
    additions: bool = True
    deletions: bool = True
    retain_keys: bool = False


def create_two_way(
    original: Document,
    modified: Document,
    schema: Type,
    preconditions: Sequence[Precondition] = (),
) -> Document:
    """Return the strategic merge patch that turns ``original`` into ``modified``; {} if none is due.

    Raises ``PatchError`` with the Kubernetes code's text, ``PreconditionError`` if the patch
    touches what ``preconditions`` protect.
    """
    patch = diff_maps(copy_document(original), copy_document(modified), schema, DiffOptions())
    require(patch, preconditions)
    return patch


def diff_maps(
    original: Document, modified: Document, schema: Type, options: DiffOptions
) -> Document:
    """Return what differs; lists of scalars in ``original`` get sorted on the way, as in Go."""
    patch: Document = {}
    for key, value in modified.items():
        if key in original:
            patch.update(_diff_field(key, original[key], value, schema, options))
        elif options.additions:
            patch[key] = value
    if options.deletions:
        patch.update((key, None) for key in original if key not in modified)
    if options.retain_keys:
        retained = sorted(key for key, value in modified.items() if value is not None)
        if retained and (patch or _loses_field(original, modified)):
            patch[RETAIN_KEYS] = retained
    return patch


def _loses_field(original: Document, modified: Document) -> bool:
    return any(value is not None and key not in modified for key, value in original.items())


def _diff_field(key: str, before: Any, value: Any, schema: Type, options: DiffOptions) -> Document:
    """Return what the patch says about a field that both documents have."""
    if key == PATCH:
        if type(before) is not str or type(value) is not str:
            raise PatchError(f"invalid value for special key: {PATCH}")
        return {key: value} if value != before else {}
    kind = type(value)
    if type(before) is kind:
        if kind is dict:
            return _diff_map_field(key, before, value, schema, options)
        if kind is list:
            return _diff_list_field(key, before, value, schema, options)
        if before == value:
            return {}
    return {key: value} if options.additions else {}


def _diff_map_field(
    key: str, before: Document, value: Document, schema: Type, options: DiffOptions
) -> Document:
    try:
        plan = schema.map_field(key)
    except PatchError:
        if deep_equal(before, value):
            return {}
        raise
    if plan.strategy == REPLACE:  # even if nothing has changed
        return {key: value} if options.additions else {}
    changes = diff_maps(before, value, plan.type, _options_for(plan, options))
    return {key: changes} if changes else {}


def _diff_list_field(
    key: str, before: list[Any], value: list[Any], schema: Type, options: DiffOptions
) -> Document:
    try:
        plan = schema.list_field(key)
    except PatchError:
        if deep_equal(before, value):
            return {}
        raise
    if plan.strategy != MERGE:
        return {key: value} if options.additions and not deep_equal(before, value) else {}
    changes, deletions, order = _diff_lists(before, value, plan, _options_for(plan, options))
    found = {
        key: changes,
        f"{DELETE_SCALARS}/{key}": deletions,
        f"{ELEMENT_ORDER}/{key}": order,
    }
    return {name: listed for name, listed in found.items() if listed}


def _options_for(plan: Plan, options: DiffOptions) -> DiffOptions:
    if options.retain_keys is plan.retain_keys:
        return options
    return replace(options, retain_keys=plan.retain_keys)


def _diff_lists(
    original: list[Any], modified: list[Any], plan: Plan, options: DiffOptions
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the changes, the scalars to delete, and the order of the elements."""
    if not original:
        return (modified if options.additions else []), [], []
    key = plan.merge_key
    if element_type(original, modified) is dict:
        changes, deletions = _diff_lists_of_maps(original, modified, plan, options)
        changes = sorted_by(changes, modified, key)
        unordered = not _same_order(original, modified, key)
        changes = changes + deletions
        order = []
        if options.order and (
            (options.additions and (changes or unordered)) or (options.deletions and changes)
        ):
            order = [{key: element[key]} for element in modified]
        return changes, [], order
    changes, deletions = _diff_lists_of_scalars(original, modified, options)
    changes = sorted_by(changes, modified, None)
    ordered = options.order and (
        (options.deletions and deletions)
        or (options.additions and not deep_equal(original, modified))
    )
    return changes, deletions, modified if ordered else []


def _same_order(original: list[Any], modified: list[Any], key: str) -> bool:
    return len(original) == len(modified) and all(
        same_key(before, after, key) if key else same(before, after)
        for before, after in zip(original, modified, strict=True)
    )


def sort_by_text(elements: list[Any]) -> None:
    """Sort scalars in place by what they print as; equal ones change places, as in Go."""
    elements[:] = [element for _, element in _sorted((text(one), one) for one in elements)]


def _sorted(pairs: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    found = list(pairs)
    sort(found, _not_after)
    return found


def _not_after(left: tuple[str, Any], right: tuple[str, Any]) -> bool:
    return left[0] <= right[0]


def _diff_lists_of_scalars(
    original: list[Any], modified: list[Any], options: DiffOptions
) -> tuple[list[Any], list[Any]]:
    sort_by_text(original)
    after = list(modified)
    sort_by_text(after)
    changes: list[Any] = []
    deletions: list[Any] = []
    left = right = 0
    while left < len(original) or right < len(after):
        if left == len(original):
            side = 1
        elif right == len(after):
            side = -1
        else:
            before, now = text(original[left]), text(after[right])
            side = (before > now) - (before < now)
        if side > 0 and options.additions:
            changes.append(after[right])
        if side < 0 and options.deletions:
            deletions.append(original[left])
        left += side <= 0
        right += side >= 0
    del deletions[deduplicate(deletions) :]
    return changes, deletions


def _diff_lists_of_maps(
    original: list[Any], modified: list[Any], plan: Plan, options: DiffOptions
) -> tuple[list[Any], list[Any]]:
    key = plan.merge_key
    changes: list[Any] = []
    deletions: list[Any] = []
    before_all = _sorted_by_key(original, key)
    after_all = _sorted_by_key(modified, key)
    left = right = 0
    while left < len(before_all) or right < len(after_all):
        before = before_all[left] if left < len(before_all) else None
        after = after_all[right] if right < len(after_all) else None
        for element in (before, after):
            if element is not None and key not in element[1]:
                raise no_merge_key(element[1], key)
        if before is not None and after is not None and before[0] == after[0]:
            change = diff_maps(before[1], after[1], plan.type, options)
            if change:
                change[key] = after[1][key]
                changes.append(change)
            left += 1
            right += 1
        elif after is not None and (before is None or before[0] > after[0]):
            if options.additions:
                changes.append(after[1])
            right += 1
        elif before is not None:
            if options.deletions:
                deletions.append({key: before[1][key], PATCH: DELETE})
            left += 1
    return changes, deletions


def _sorted_by_key(elements: list[Any], key: str) -> list[tuple[str, Document]]:
    return _sorted((text(require_map(element).get(key)), element) for element in elements)
