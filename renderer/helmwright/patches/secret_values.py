"""Keeps the values of Secrets out of whatever is shown: differences and messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import deep_equal, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.kube.json_model import Document

HIDDEN = "<hidden>"
_SHORT = 4
_BEFORE, _AFTER = "<hidden: value before>", "<hidden: value after>"
_PARTS = ("data", "stringData")
_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_SECRET = re.compile(r"""\bkind["']?\s*[:=]\s*["']?Secret\b|\bstringData\b""")
_QUOTED = re.compile(r"'[^']*'|`[^`]*`|(?<=key: ).*|(?<=separator: ).*", re.DOTALL)


def is_secret(data: Document | None) -> bool:
    """Tell whether an object is a Secret."""
    return data is not None and data.get("kind") == "Secret"


def hide_values(before: Document | None, after: Document | None) -> tuple[Any, Any]:
    """Return two states of an object for showing: of a Secret, values that differ only as such."""
    if not is_secret(before) and not is_secret(after):
        return before, after
    hidden = _hidden(before, after, _BEFORE), _hidden(after, before, _AFTER)
    values = {text(value) for state in (before, after) for value in _values(state)}
    return _without(hidden[0], after, values), _without(hidden[1], before, values)


def _hidden(data: Document | None, other: Document | None, differs: str) -> Any:
    if data is None:
        return None
    other = other or {}
    shown = dict(data)
    for part in _PARTS:
        if part in data:
            shown[part] = _hidden_members(data[part], other.get(part), differs)
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if type(metadata) is dict else None
    if type(metadata) is dict and type(annotations) is dict and _APPLIED in annotations:
        shown["metadata"] = {**metadata, "annotations": {**annotations, _APPLIED: HIDDEN}}
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


def hidden_in_text(message: str, document: str | None = None) -> str:
    """Return the message of a YAML reader without what it quotes of a Secret.

    document: the text that it is about, if that shows whether it holds a Secret.
    """
    if document is not None and _SECRET.search(document) is None:
        return message
    return _QUOTED.sub(HIDDEN, message)


def hidden_in_message(message: str, *documents: Any) -> str:
    """Return a message about a Secret without the values that the object and its patch hold.

    documents: objects and strategic or merge patches, or the operations of a JSON patch.
    """
    values = {text(value) for document in documents for value in _values(document)} - {""}
    for value in sorted(values, key=len, reverse=True):
        short = len(value) < _SHORT  # a digit, say, is not hidden inside other words
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)" if short else re.escape(value)
        message = re.sub(pattern, HIDDEN, message)
    return message


def _values(document: Any) -> Iterator[Any]:
    if type(document) is list:
        for operation in document:
            if type(operation) is dict:
                yield from _scalars(operation.get("value"))
    elif type(document) is dict:
        for part in _PARTS:
            yield from _scalars(document.get(part))
        metadata = document.get("metadata")
        annotations = metadata.get("annotations") if type(metadata) is dict else None
        if type(annotations) is dict:
            yield from _scalars(annotations.get(_APPLIED))


def _scalars(value: Any) -> Iterator[Any]:
    if type(value) is dict:
        for member in value.values():
            yield from _scalars(member)
    elif type(value) is list:
        for member in value:
            yield from _scalars(member)
    elif value is not None:
        yield value
