"""The order of a merged list: directive before patch before live object.

Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (normalizeElementOrder and what it
calls). An element's *key* is the value of the merge key for maps and the element itself for scalars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.go.sort import stable_sort
from helmwright.kube.json_model import Document, hashed, no_merge_key, require_map, same, text

if TYPE_CHECKING:
    from collections.abc import Sequence

PATCH = "$patch"
ELEMENT_ORDER = "$setElementOrder"
DELETE = "delete"


def find_by_key(elements: Sequence[Any], key: str, value: Any) -> int:
    """Return the index of the first map whose ``key`` has ``value``, or -1.

    Raises ``PatchError`` if an element before it is no map.
    """
    kind = type(value)
    for index, element in enumerate(elements):
        if type(element) is not dict:
            raise PatchError(f"value for key {index} is not a map")
        if key in element:
            found = element[key]
            if type(found) is kind and (
                found == value if kind is not dict and kind is not list else same(found, value)
            ):
                return index
    return -1


def partition(
    merged: Sequence[Any], chosen: Sequence[Any], key: str
) -> tuple[list[Any], list[Any]]:
    """Split ``merged`` into the elements that occur in ``chosen`` and the others.

    Elements are told by ``key`` if it is not empty, else by value.
    """
    part: list[Any] = []
    rest: list[Any] = []
    if not key:
        wanted = {hashed(element) for element in chosen}
        for element in merged:
            (part if hashed(element) in wanted else rest).append(element)
        return part, rest
    for element in merged:
        if type(element) is not dict or key not in element:
            raise no_merge_key(require_map(element), key)
        (rest if find_by_key(chosen, key, element[key]) < 0 else part).append(element)
    return part, rest


def in_order(
    part: list[Any],
    rest: list[Any],
    patch_order: Sequence[Any],
    live_order: Sequence[Any],
    key: str | None,
) -> list[Any]:
    """Return ``part`` in ``patch_order`` woven with ``rest`` in ``live_order``.

    key: the merge key, or ``None`` for scalars.
    """
    part = sorted_by(part, patch_order, key)
    rest = sorted_by(rest, live_order, key)
    if not rest:
        return part
    if not part:
        return rest
    woven: list[Any] = []
    left = right = 0
    rest_place = part_place = None  # looked up when needed: Go panics on keys that are maps
    while left < len(rest) and right < len(part):
        if rest_place is None:
            rest_place = _place(live_order, rest[left], key)
        if part_place is None:
            part_place = _place(live_order, part[right], key)
        if 0 <= rest_place < part_place:
            woven.append(rest[left])
            left += 1
            rest_place = None
        else:
            woven.append(part[right])
            right += 1
            part_place = None
    return woven + part[right:] + rest[left:]


def sorted_by(elements: list[Any], order: Sequence[Any], key: str | None) -> list[Any]:
    """Return ``elements`` as ``order`` has them; delete directives come last.

    Raises ``PatchError`` if ``key`` is given and an element of either list lacks it.
    """
    deleted: list[Any] = []
    if key is not None:
        _require_key(elements, key)
        _require_key(order, key)
        deleted = [element for element in elements if _is_deletion(element)]
        if deleted:
            elements = [element for element in elements if not _is_deletion(element)]
    if len(elements) < 2:
        return elements + deleted if deleted else elements
    places = [_place(order, element, key) for element in elements]
    if places != sorted(places) or -1 in places:
        pairs = list(zip(places, elements, strict=True))
        if -1 in places:
            stable_sort(pairs, _before)
        else:
            pairs.sort(key=_first)
        elements = [element for _, element in pairs]
    return elements + deleted if deleted else elements


def _first(pair: tuple[int, Any]) -> int:
    return pair[0]


def _before(left: tuple[int, Any], right: tuple[int, Any]) -> bool:
    """Compare as Go does: an element that the order does not know is less than any other."""
    return left[0] < right[0] if left[0] >= 0 and right[0] >= 0 else True


def _is_deletion(element: Document) -> bool:
    return PATCH in element and element[PATCH] == DELETE


def _require_key(elements: Sequence[Any], key: str) -> None:
    for element in elements:
        if type(element) is not dict or key not in element:
            raise no_merge_key(require_map(element), key)


def _place(order: Sequence[Any], wanted: Any, key: str | None) -> int:
    if key is None:
        value = wanted
        for index, element in enumerate(order):
            if same(value, element):
                return index
        return -1
    value = wanted[key]
    for index, element in enumerate(order):
        if type(element) is dict:
            if same(value, element.get(key)):
                return index
        elif value is None:
            return index
    return -1


def deduplicate(elements: list[Any]) -> int:
    """Remove duplicate scalars in place as Go does, and return how many are left.

    A duplicate is overwritten with the last element; what lies behind the returned length keeps its
    stale value, as the array under a Go slice does.
    """
    last = len(elements) - 1
    index = 0
    while index < last:
        other = index + 1
        while other <= last:
            if same(elements[index], elements[other]):
                elements[other] = elements[last]
                last -= 1
            else:
                other += 1
        index += 1
    return last + 1


def check_order(changes: list[Any], order: list[Any], key: str) -> None:
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
