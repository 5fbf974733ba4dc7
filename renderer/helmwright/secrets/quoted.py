"""Messages without what they quote of a text that could not be read or changed.

Of a Secret, all that stands in it is secret, short texts and common words as well; of values, it is
not known what is when they cannot be read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.secrets.places import APPLIED, PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

HIDDEN = "<hidden>"
"""What stands for a secret in manifests and in messages about them."""
_SHORT = 4
_SECRET = lazy_pattern(r"""\bkind["']?\s*[:=]\s*["']?Secret\b|\bstringData\b""")
_QUOTED = lazy_pattern(r"'[^']*'|`[^`]*`|(?<=key: ).*|(?<=separator: ).*", re.DOTALL)
_OF_VALUES = (
    (r", key: .*", ""),
    (r"`[^`]*`", "a value"),
    (r"unknown anchor '[^']*'", "unknown anchor"),
    (r"(invalid map key): .*", r"\1"),
    (r"(failed parsing --set-json data).*", r"\1: it is no JSON"),
    (r"(key map) \".*\" (has no value)", r"\1 \2"),
)


def without_values(message: str) -> str:
    """Return why values cannot be read, without the values in it that Go's messages quote."""
    for quoted, instead in _OF_VALUES:
        message = re.sub(quoted, instead, message, flags=re.DOTALL)
    return message


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
    from helmwright.kube.json_model import text

    values = {text(value) for document in documents for value in values_of_secret(document)} - {""}
    for value in sorted(values, key=len, reverse=True):
        short = len(value) < _SHORT  # a digit, say, is not hidden inside other words
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)" if short else re.escape(value)
        message = re.sub(pattern, HIDDEN, message)
    return message


def values_of_secret(document: Any) -> Iterator[Any]:
    """Yield the scalars that are secret in a Secret, a patch of one, or operations of a JSON patch."""
    if type(document) is list:
        for operation in document:
            if type(operation) is dict:
                yield from _scalars(operation.get("value"))
    elif type(document) is dict:
        for part in PARTS:
            yield from _scalars(document.get(part))
        metadata = document.get("metadata")
        annotations = metadata.get("annotations") if type(metadata) is dict else None
        if type(annotations) is dict:
            yield from _scalars(annotations.get(APPLIED))


def _scalars(value: Any) -> Iterator[Any]:
    if type(value) is dict:
        for member in value.values():
            yield from _scalars(member)
    elif type(value) is list:
        for member in value:
            yield from _scalars(member)
    elif value is not None:
        yield value
