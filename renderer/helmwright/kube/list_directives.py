"""What ``$patch`` elements do to a list of maps.

Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (mergeSliceWithSpecialElements)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.go.fmt import sprintf
from helmwright.kube.json_model import no_merge_key, text, with_int64
from helmwright.kube.list_order import DELETE, PATCH, find_by_key
from helmwright.kube.patch_meta import MERGE, REPLACE

if TYPE_CHECKING:
    from helmwright.kube.json_model import Document


def execute_directives(
    live: list[Any], changes: list[Any], key: str
) -> tuple[list[Any], int, list[Any], list[tuple[Document, Document]], Document | None]:
    """Execute the ``$patch`` elements of a list of maps.

    Returns the live list's array and how much of it is left; the other elements of the patch; the
    deleted elements, each with its directive; and the directive by which the others replace the list.
    Raises ``PatchError`` for unknown directives.
    """
    array = list(live)
    length = len(array)
    added = []
    deleted = []
    replaces = None
    for element in changes:
        if PATCH not in element:
            added.append(element)
            continue
        directive = element[PATCH]
        if directive == DELETE:
            if key not in element:
                raise no_merge_key(element, key)
            while (index := find_by_key(array[:length], key, element[key])) >= 0:
                deleted.append((array[index], element))
                array[index : length - 1] = array[index + 1 : length]
                length -= 1
        elif directive == REPLACE:
            replaces = replaces or element
        elif directive == MERGE:
            raise PatchError("merging lists cannot yet be specified in the patch")
        else:
            raise unknown_directive(directive, element)
    return array, length, added, deleted, replaces


def unknown_directive(directive: Any, patch: Document) -> PatchError:
    """Return the error for a ``$patch`` of another value."""
    shown = sprintf("%s", with_int64(directive))
    return PatchError(f"unknown patch type: {shown} in map: {text(patch)}")
