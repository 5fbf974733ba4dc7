"""The patch that brings a live object to what is wanted, given what was last applied.

Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (CreateThreeWayMergePatch,
MergingMapsHaveConflicts). This is what ``kubectl apply`` and Helm 3's ``upgrade`` send.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchConflictError, PatchError, PatchPanicError
from helmwright.go import yaml_write
from helmwright.kube.json_model import Document, copy_document, deep_equal, element_type, text
from helmwright.kube.list_order import PATCH, deduplicate
from helmwright.kube.patch_meta import MERGE, REPLACE
from helmwright.kube.preconditions import require
from helmwright.kube.strategic_diff import DiffOptions, diff_maps, sort_by_text
from helmwright.kube.strategic_merge import RETAIN_KEYS, Merge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.kube.patch_meta import Type
    from helmwright.kube.preconditions import Precondition


def create_three_way(  # noqa: PLR0913 - the Kubernetes code's own arguments
    original: Document,
    modified: Document,
    current: Document,
    schema: Type,
    *,
    overwrite: bool = True,
    preconditions: Sequence[Precondition] = (),
) -> Document:
    """Return the strategic merge patch for ``current``; {} if there is nothing to do.

    original: what was last applied. modified: what is wanted. current: the live object.
    overwrite: win over changes that others made to the live object.
    Raises ``PatchConflictError`` if others made such changes and ``overwrite`` is off,
    ``PreconditionError`` if the patch touches what ``preconditions`` protect, ``PatchError`` with
    the Kubernetes code's text otherwise.
    """
    original, modified, current = map(copy_document, (original, modified, current))
    delta = diff_maps(current, modified, schema, DiffOptions(deletions=False))
    deletions = diff_maps(original, modified, schema, DiffOptions(additions=False))
    patch = Merge(combine=True).merge_map(deletions, delta, schema)
    require(patch, preconditions)
    if not overwrite:
        changed = diff_maps(original, current, schema, DiffOptions(order=False))
        if _conflict(patch, changed, schema, "", ""):
            raise PatchConflictError(
                f"patch:\n{_yaml(patch)}\nconflicts with changes made from original to current:\n"
                f"{_yaml(changed)}\n"
            )
    return patch


def _yaml(document: Document) -> str:
    return yaml_write.marshal(document)


def _conflict(left: Any, right: Any, schema: Type, strategy: str, key: str) -> bool:
    if type(left) is not type(right):
        return True
    if type(left) is list:
        return _lists_conflict(left, right, schema, strategy, key)
    if type(left) is not dict:
        return bool(left != right)
    if (PATCH in left or PATCH in right) and (
        (PATCH in left) is not (PATCH in right) or not deep_equal(left[PATCH], right[PATCH])
    ):
        return True
    return strategy != REPLACE and _maps_conflict(left, right, schema)


def _maps_conflict(left: Document, right: Document, schema: Type) -> bool:
    for name, value in left.items():
        if name in (PATCH, RETAIN_KEYS) or name not in right:
            continue
        below, strategy, key = schema, "", ""
        if type(value) is list:
            plan = schema.list_field(name)
            below, strategy, key = plan.type, plan.strategy, plan.merge_key
        elif type(value) is dict:
            plan = schema.map_field(name)
            below, strategy, key = plan.type, plan.strategy, plan.merge_key
        if _conflict(value, right[name], below, strategy, key):
            return True
    return False


def _lists_conflict(
    left: list[Any], right: list[Any], schema: Type, strategy: str, key: str
) -> bool:
    scalars = element_type(left, right) is not dict
    if strategy == MERGE:
        if scalars:
            return False
        ours, theirs = _by_key(left, key), _by_key(right, key)
        return any(
            name in theirs and _conflict(element, theirs[name], schema, "", "")
            for name, element in ours.items()
        )
    if len(left) != len(right):
        return True
    size = other = len(left)
    if scalars:  # sorts the list inside the patch itself
        size, other = _unique_and_sorted(left), _unique_and_sorted(right)
    for index in range(size):
        if index >= other:
            raise PatchPanicError(
                f"runtime error: index out of range [{other}] with length {other}"
            )
        if _conflict(left[index], right[index], schema, "", ""):
            return True
    return False


def _unique_and_sorted(elements: list[Any]) -> int:
    length = deduplicate(elements)
    unique = elements[:length]
    sort_by_text(unique)
    elements[:length] = unique
    return length


def _by_key(elements: list[Any], key: str) -> dict[str, Document]:
    found = {}
    for element in elements:
        if key not in element:
            raise PatchError(
                f"cannot find merge key `{key}` in merging list element:{text(element)}"
            )
        found[text(element[key])] = element
    return found
