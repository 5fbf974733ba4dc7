"""Rendered files as the decoder of the Kubernetes code splits and reads them.

Source: k8s.io/apimachinery pkg/util/yaml/decoder.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, JSONError, Position, YAMLError
from helmwright.go.json_read import JSONSyntaxError, decode_prefix
from helmwright.go.spaces import SPACE
from helmwright.go.yaml_read import load, load_record
from helmwright.go.yaml_shapes import STRING, ListOf, MapOf, StructOf, TypeMismatch, store

if TYPE_CHECKING:
    from collections.abc import Iterator

_METADATA = StructOf("rules.k8sYamlMetadata", {"Namespace": STRING, "Name": STRING})
_HEAD = StructOf(
    "rules.k8sYamlStruct", {"apiVersion": STRING, "Kind": STRING, "Metadata": _METADATA}
)
_ITEM = StructOf(
    "struct { Metadata struct { Annotations map[string]string } }",
    {
        "Metadata": StructOf(
            "struct { Annotations map[string]string }", {"Annotations": MapOf(STRING)}, ""
        )
    },
    "",
)
_LIST = StructOf(
    "struct { Items []struct { Metadata struct { Annotations map[string]string } } }",
    {"Items": ListOf(_ITEM)},
    "",
)
_SEPARATOR = "---"
_PEEKED = 4096
"""So many bytes are looked at to tell JSON from YAML."""


Head = dict[str, Any]
"""apiVersion, kind and metadata of a document; the name is the only metadata."""


def decode_stream(text: str) -> Iterator[tuple[int, Head | None]]:
    """Yield the head of each document with the number of its first line, None for an empty one.

    Raises HelmwrightError with Go's text; its position is a line of ``text``.
    """
    if not text[:_PEEKED].lstrip(SPACE).startswith("{"):
        yield from _decode_yaml(text, 1)
        return
    position = count = 0
    while True:
        line = text.count("\n", 0, position) + 1
        try:
            value, size = decode_prefix(text[position:])
            head = None if value is None else _head(_store(value))
        except JSONError as error:
            if error.message == "EOF":
                return
            if count > 1:
                raise
            yield from _decode_rest(text, position, line, error)
            return
        count += 1
        yield line, head
        position += size


def _decode_rest(
    text: str, position: int, line: int, error: JSONError
) -> Iterator[tuple[int, Head | None]]:
    """Read on as YAML where JSON ends; its first document may be what JSON has failed on."""
    rest = text[position:]
    blank = len(rest) - len(rest.lstrip(SPACE))
    newline = rest.find("\n", 0, blank)
    eaten = blank if newline < 0 else newline + 1
    documents = _decode_yaml(rest[eaten:], line + (newline >= 0))
    try:
        first = next(documents, None)
    except HelmwrightError:
        message = error.message
        if isinstance(error, JSONSyntaxError):
            read = text[: position + error.offset].encode("utf-8", "surrogateescape")
            message = f"json: offset {len(read)}: {message}"
        raise JSONError(message, Position("", line)) from None
    if first is not None:
        yield first
        yield from documents


def _store(value: Any) -> Head:
    try:
        return store(value, _HEAD)
    except TypeMismatch as error:
        raise JSONError(str(error)) from None


def _decode_yaml(text: str, first_line: int) -> Iterator[tuple[int, Head | None]]:
    for line, document in _documents(text, first_line):
        try:
            if load(document) is None:
                yield line, None
                continue
            head = load_record(document, _HEAD)
        except HelmwrightError as error:
            place = error.position
            number = line if place is None or place.line is None else line + place.line - 1
            raise YAMLError(error.message, Position("", number)) from None
        yield line, _head(head)


def _head(fields: dict[str, Any]) -> Head:
    name = (fields.get("Metadata") or {}).get("Name")
    return {
        "apiVersion": fields.get("apiVersion"),
        "kind": fields.get("Kind"),
        "metadata": {"name": name},
    }


def _documents(text: str, first_line: int) -> Iterator[tuple[int, str]]:
    buffer: list[str] = []
    start = first_line
    for number, raw in enumerate(text.split("\n"), first_line):
        line = raw.removesuffix("\r")
        if line.startswith(_SEPARATOR):
            rest = line[len(_SEPARATOR) :].strip(SPACE)
            if rest and not rest.startswith("#"):
                message = f"invalid Yaml document separator: {rest}"
                raise YAMLError(message, Position("", number))
            if buffer:
                yield start, "\n".join(buffer) + "\n"
                buffer, start = [], number + 1
                continue  # the line of a separator is part of a document that it begins
        buffer.append(line)
    if buffer[-1:] == [""]:
        buffer.pop()
    if buffer:
        yield start, "\n".join(buffer) + "\n"


def load_items(text: str) -> list[dict[str, Any]]:
    """Return the items of a List with their annotations; raises YAMLError with Go's text."""
    found = load_record(text, _LIST).get("Items") or []
    return [
        {"metadata": {"annotations": ((item or {}).get("Metadata") or {}).get("Annotations")}}
        for item in found
    ]
