"""JSON merge patch (RFC 7386): apply it, create it from two documents or from three.

By default the results are those of the library that the API server, kubectl and Helm use. It departs
from the RFC in one thing: in a value that is new to the document it drops null members of maps
inside lists, too. ``rfc=True`` leaves lists as they are.
Source: github.com/evanphx/json-patch v4 merge.go; k8s.io/apimachinery pkg/util/jsonmergepatch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.kube.json_model import Document, copy_document, without_nulls
from helmwright.kube.preconditions import require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.kube.preconditions import Precondition

_NUMBERS = (int, float)


def apply_merge_patch(original: Any, patch: Any, *, rfc: bool = False) -> Any:
    """Return ``original`` with a JSON merge patch applied; inputs are not changed.

    Raises ``PatchError`` with the library's text: null cannot be patched, and a patch must be a map
    or a list. With ``rfc`` every value is a document and a patch.
    """
    if rfc:
        return _merge_rfc(original, patch)
    if original is None:
        raise PatchError("Invalid JSON Document")
    if type(patch) is not dict and type(patch) is not list:
        raise PatchError("Invalid JSON Patch")
    if type(original) is not dict or type(patch) is not dict:
        return without_nulls(patch)
    return _merge(copy_document(original), patch)


def create_merge_patch(original: Any, modified: Any) -> Any:
    """Return the JSON merge patch that turns ``original`` into ``modified``; {} if none is due.

    Nulls in ``modified`` are lost when the patch is applied: there a null means deletion. Two lists of
    the same length give a list of patches. Integers are compared exactly; the library takes two above
    2**53 for equal when their float64 is.
    Raises ``PatchError`` with the library's text: both must be maps or null, or both lists of them.
    """
    if type(original) is list and type(modified) is list:
        if len(original) != len(modified):
            raise PatchError("Invalid JSON Document")
        return list(map(_diff_documents, original, modified))
    if type(original) is list or type(modified) is list:
        raise PatchError("Mismatched JSON Documents")
    return _diff_documents(original, modified)


def create_three_way_merge_patch(
    original: Document,
    modified: Document,
    current: Document,
    preconditions: Sequence[Precondition] = (),
) -> Document:
    """Return the JSON merge patch for ``current``; {} if there is nothing to do.

    original: what was last applied. modified: what is wanted. current: the live object. Changes that
    others made to the same fields are overwritten, and lists are always whole. The two halves of the
    patch cannot contradict each other: what is set is in ``modified``, what is deleted is not.
    Raises ``PreconditionError`` if the patch touches what ``preconditions`` protect.
    """
    additions = _select(create_merge_patch(current, modified), nulls=False)
    deletions = _select(create_merge_patch(original, modified), nulls=True)
    patch = _merge(deletions, additions)
    require(patch, preconditions)
    return patch


def _merge(original: Document, patch: Document) -> Document:
    """Merge into ``original``, which is changed; ``patch`` is not."""
    for key, value in patch.items():
        if value is None:
            original.pop(key, None)
            continue
        current = original.get(key)
        if type(current) is not dict:
            original[key] = without_nulls(value)
        elif type(value) is dict:
            original[key] = _merge(current, value)
        else:
            original[key] = copy_document(value)  # a list in the place of a map keeps its nulls
    return original


def _merge_rfc(original: Any, patch: Any) -> Any:
    if type(patch) is not dict:
        return copy_document(patch)
    merged = dict(original) if type(original) is dict else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merge_rfc(merged.get(key), value)
    return {key: copy_document(value) for key, value in merged.items()}


def _diff_documents(original: Any, modified: Any) -> Document:
    for document in (original, modified):
        if document is not None and type(document) is not dict:
            raise PatchError("Invalid JSON Document")
    return _diff(original or {}, modified or {})


def _diff(original: Document, modified: Document) -> Document:
    patch: Document = {}
    for key, value in modified.items():
        before = original.get(key)
        if key in original and type(before) is dict and type(value) is dict:
            changes = _diff(before, value)
            if changes:
                patch[key] = changes
        elif key not in original or not _equal(before, value):
            patch[key] = copy_document(value)
    patch.update((key, None) for key in original if key not in modified)
    return patch


def _equal(left: Any, right: Any) -> bool:
    """Tell whether two values are the same JSON; ``1`` and ``1.0`` are one number here."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return bool(left == right)
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return left.keys() == right.keys() and all(
            _equal(value, right[key]) for key, value in left.items()
        )
    if type(left) is list:
        return len(left) == len(right) and all(map(_equal, left, right))
    return bool(left == right)


def _select(patch: Document, *, nulls: bool) -> Document:
    """Return the nulls of a patch, its deletions, or all but them, its additions and changes."""
    selected: Document = {}
    for key, value in patch.items():
        if value is None:
            if nulls:
                selected[key] = None
        elif type(value) is dict and value:
            below = _select(value, nulls=nulls)
            if below:
                selected[key] = below
        elif not nulls:
            selected[key] = value
    return selected
