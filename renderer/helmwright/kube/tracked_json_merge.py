"""The JSON merge patch with notes about what it does; see json_merge_patch.py for the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.origins import Reason

if TYPE_CHECKING:
    from helmwright.kube.json_model import Document
    from helmwright.kube.trail import Trail


def merge_json(trail: Trail, original: Document, patch: Document) -> Document:
    """Return ``original`` with a JSON merge patch applied; ``trail`` knows both, both are used up."""
    target, source = trail.records[id(original)], trail.records[id(patch)]
    target.merge(source)
    for key, value in patch.items():
        kind = type(value)
        present = key in original
        before = original.get(key)
        if value is None:
            if present:
                by = trail.ref(source, key)
                trail.lose(target, key, before, by, Reason.null(forced=type(by) is not tuple))
                del original[key]
            continue
        if kind is dict and type(before) is dict:
            merge_json(trail, before, value)
            continue
        by = trail.ref(source, key, value)
        if present:
            trail.override(target, key, before, by, _reason(type(before), kind))
        if kind is dict or kind is list:
            if type(before) is not dict:
                _drop_nulls(value)
        else:
            trail.write(target, key, by)
        original[key] = value
    return original


def _reason(before: type, after: type) -> Reason:
    if before is not after:
        return Reason.OTHER_TYPE
    return Reason.ATOMIC_LIST if after is list else Reason.SET_AGAIN


def _drop_nulls(value: Any) -> None:
    """Drop null members of maps at any depth; null elements of lists stay."""
    if type(value) is dict:
        for key, member in list(value.items()):
            if member is None:
                del value[key]
            else:
                _drop_nulls(member)
    elif type(value) is list:
        for member in value:
            _drop_nulls(member)
