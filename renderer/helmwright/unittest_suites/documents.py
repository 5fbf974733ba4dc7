"""Rendered documents as assertions see them, and what Go's reflection says about their values."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from helmwright.base.errors import YAMLError
from helmwright.go.ftoa import format_float
from helmwright.go.yaml_pretty import marshal_pretty
from helmwright.go.yaml_v3 import GeneralMap, Timestamp, load_v3, scalar_value
from helmwright.unittest_suites.paths import find

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

RAW = "raw"
"""The key under which the text of a file that is no YAML, or of an error, is a document."""
_SEPARATOR = re.compile(r"(?:^|\s*\n)---\s*", re.ASCII)
_TRAILING = re.compile(r"[ ]+\r?\n")
_INT64 = 1 << 63


class Document:
    """One rendered document.

    data: as yaml.v3 reads it.
    """

    __slots__ = ("_written", "data")

    def __init__(self, data: dict[str, Value]) -> None:
        self.data = data
        self._written: Value = None

    def values_at(self, path: str) -> list[Value]:
        """Return what a JSON path leads to; the empty path is the document.

        Raises PathError if it is no path.
        """
        if not path:
            return [self.data]
        if self._written is None:
            self._written = written(self.data)
        return find(self._written, path)


def split_parts(text: str) -> list[tuple[int, str]]:
    """Return the parts of a file between lines that begin with ``---``, with their first lines."""
    found = []
    start = 0
    for separator in _SEPARATOR.finditer(text):
        found.append((start, text[start : separator.start()]))
        start = separator.end()
    found.append((start, text[start:]))
    return [(text.count("\n", 0, at), part) for at, part in found]


def read_documents(text: str) -> list[Document]:
    """Return the documents of a rendered file that hold anything.

    Raises YAMLError for what yaml.v3 refuses, and for documents that are no maps.
    """
    return list(_read_documents(text))


@lru_cache(4096)
def _read_documents(text: str) -> tuple[Document, ...]:
    found = []
    for _, part in split_parts(text):
        data = load_v3(part) if part.strip() else None
        if data is None:
            continue
        if not isinstance(data, dict):
            raise YAMLError(
                "yaml: unmarshal errors:\n  line 1: cannot unmarshal "
                f"{_tag(data)} into map[string]interface {{}}"
            )
        if data:
            found.append(Document(data))
    return tuple(found)


def _tag(value: Value) -> str:
    if isinstance(value, list):
        return "!!seq"
    name = {bool: "bool", int: "int", float: "float"}.get(type(value), "str")
    return f"!!{name} `{str(value)[:10]}`"


def written(value: Value) -> Value:
    """Return a value as it is read back after it was written: 1.0 becomes the integer 1."""
    if isinstance(value, dict):
        return type(value)({key: written(one) for key, one in value.items()})
    if isinstance(value, list):
        return [written(one) for one in value]
    return scalar_value(_float_text(value)) if isinstance(value, float) else value


def _float_text(value: float) -> str:
    text = format_float(value, "g")
    return {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}.get(text, text)


def same(left: Value, right: Value) -> bool:
    """Tell whether two values are equal and of the same types, all the way down."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(
            same(value, right[key]) for key, value in left.items()
        )
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def go_type(value: Value) -> str:
    """Return the name of a value's type in Go; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return "int" if value < _INT64 else "uint64"
    names = {
        bool: "bool",
        float: "float64",
        list: "[]interface {}",
        GeneralMap: "map[interface {}]interface {}",
        Timestamp: "time.Time",
        dict: "map[string]interface {}",
    }
    return names.get(type(value), "string")


def uniform(content: Value) -> str:
    """Return a text without spaces at the ends of lines and without blank lines at its start."""
    text = "<nil>" if content is None else str(content)
    return _TRAILING.sub("\n", text).lstrip("\n")


def uniform_all(value: Value) -> Value:
    """Return a value with all its texts uniform."""
    if type(value) is str:
        return uniform(value)
    if isinstance(value, dict):
        return type(value)({key: uniform_all(one) for key, one in value.items()})
    if isinstance(value, list):
        return [uniform_all(one) for one in value]
    return value


def as_yaml(value: Value) -> str:
    """Return a value as YAML, as in messages and snapshots; texts lose their first line breaks."""
    return marshal_pretty(_trimmed(value))


def _trimmed(value: Value) -> Value:
    if type(value) is str:
        return value.lstrip("\n")
    if type(value) is dict:
        return {key: _trimmed(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_trimmed(one) for one in value]
    return value
