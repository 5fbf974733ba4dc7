"""Documents inside text fields: configuration in ConfigMaps and Secrets, JSON in annotations."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record
from helmwright.go.yaml_read import read_documents
from helmwright.patches.stream import load_exactly

if TYPE_CHECKING:
    from helmwright.base.paths import Path

_LONGEST = 1 << 20
_TEXTS = {"ConfigMap": ("data",), "Secret": ("data", "stringData")}


class Embedded(Record):
    """The data in both texts; same_bytes: they are the same, written in another base64."""

    before: Any
    after: Any
    same_bytes: bool = False


def embedded_documents(kind: str, path: Path, before: str, after: str) -> Embedded | None:
    """Return what two different texts of a field hold.

    ``None`` if the field is none that holds documents, or if a text is no map or list.
    """
    is_data = len(path) == 2 and path[0] in _TEXTS.get(kind, ())
    if not is_data and (len(path) < 3 or path[-2] != "annotations" or path[-3] != "metadata"):
        return None
    if kind == "Secret" and path[0] == "data":
        old, new = _decoded(before), _decoded(after)
        if old is None or new is None:
            return None
        if old == new:
            return Embedded(None, None, same_bytes=True)
        try:
            before, after = old.decode(), new.decode()
        except UnicodeDecodeError:
            return None
    one = _document(before)
    if one is None:
        return None
    other = _document(after)
    return None if other is None or type(one) is not type(other) else Embedded(one, other)


def with_one_spelling(data: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return a Secret in which texts that the other side has encoded are encoded too.

    An API server does the same with ``stringData``, which wins over ``data``.
    """
    texts = data.get("stringData")
    encoded, other_texts = other.get("data"), other.get("stringData")
    if type(texts) is not dict or type(encoded) is not dict:
        return data
    kept = other_texts if type(other_texts) is dict else {}
    moved = {
        key: b64encode(text.encode("utf-8", "surrogateescape")).decode()
        for key, text in texts.items()
        if key in encoded and key not in kept and type(text) is str
    }
    if not moved:
        return data
    own = data.get("data")
    rest = {key: text for key, text in texts.items() if key not in moved}
    return {**data, "data": {**(own if type(own) is dict else {}), **moved}, "stringData": rest}


def _decoded(text: str) -> bytes | None:
    try:
        return b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def _document(text: str) -> Any:
    """Return the map or list in a text that is nothing but one document, else ``None``."""
    if len(text) > _LONGEST or not (text.lstrip().startswith(("{", "[", "-")) or ":" in text):
        return None
    try:
        documents = [one for one in read_documents(text) if one.strip()]
        value = load_exactly(documents[0], "") if len(documents) == 1 else None
    except (HelmwrightError, RecursionError):
        return None
    return value if type(value) in (dict, list) and value else None
