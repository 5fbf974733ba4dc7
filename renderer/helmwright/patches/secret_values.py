"""Keeps the values of Secrets out of differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import deep_equal, text
from helmwright.secrets.places import APPLIED, PARTS, is_secret
from helmwright.secrets.quoted import HIDDEN, values_of_secret

if TYPE_CHECKING:
    from helmwright.kube.json_model import Document

_BEFORE, _AFTER = "<hidden: value before>", "<hidden: value after>"


def hide_values(before: Document | None, after: Document | None) -> tuple[Any, Any]:
    """Return two states of an object for showing: of a Secret, values that differ only as such."""
    if not is_secret(before) and not is_secret(after):
        return before, after
    hidden = _hidden(before, after, _BEFORE), _hidden(after, before, _AFTER)
    values = {text(value) for state in (before, after) for value in values_of_secret(state)}
    return _without(hidden[0], after, values), _without(hidden[1], before, values)


def _hidden(data: Document | None, other: Document | None, differs: str) -> Any:
    if data is None:
        return None
    other = other or {}
    shown = dict(data)
    for part in PARTS:
        if part in data:
            shown[part] = _hidden_members(data[part], other.get(part), differs)
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if type(metadata) is dict else None
    if type(metadata) is dict and type(annotations) is dict and APPLIED in annotations:
        shown["metadata"] = {**metadata, "annotations": {**annotations, APPLIED: HIDDEN}}
    return shown


def _without(shown: Any, other: Any, values: set[str]) -> Any:
    """Return what is shown without values of the Secret: a JSON patch can copy them elsewhere.

    other: the same place in the other state; what is the same there was no secret before.
    """
    if type(shown) is dict:
        other = other if type(other) is dict else {}
        return {key: _without(value, other.get(key), values) for key, value in shown.items()}
    if type(shown) is list:
        others = [*(other if type(other) is list else []), *[None] * len(shown)]
        return [_without(value, one, values) for value, one in zip(shown, others, strict=False)]
    same = shown is None or deep_equal(shown, other)
    return shown if same or text(shown) not in values else HIDDEN


def _hidden_members(members: Any, others: Any, differs: str) -> Any:
    if type(members) is not dict:
        return HIDDEN if deep_equal(members, others) else differs
    others = others if type(others) is dict else {}
    return {
        key: HIDDEN if key in others and deep_equal(value, others[key]) else differs
        for key, value in members.items()
    }
