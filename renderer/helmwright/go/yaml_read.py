"""Reading YAML exactly as Helm does: go-yaml v2, then sigs.k8s.io/yaml's detour over JSON.

Ordinary text is read by libyaml, from which go-yaml was once ported. Whatever the two may read in
different ways, and everything that libyaml refuses, is read again by our own port of go-yaml, so
that values and error texts are always go-yaml's.

Source: sigs.k8s.io/yaml yaml.go Unmarshal; go-yaml v2; k8s.io/apimachinery util/yaml decoder.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from helmwright.base.errors import Position, YAMLError
from helmwright.go.spaces import SPACE
from helmwright.go.yaml_libyaml import Unusual, build, events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.go.kinds import Value
    from helmwright.go.yaml_decode import Decoded, Decoder
    from helmwright.go.yaml_nodes import Node
    from helmwright.go.yaml_scan import Mark
    from helmwright.go.yaml_shapes import StructOf

_CONVERTING = "error converting YAML to JSON: "
UNMARSHALING = "error unmarshaling JSON: while decoding JSON: "
T = TypeVar("T")


class Document(str):
    """One document of a stream; ``first_line`` is its line in the stream, from 0."""

    __slots__ = ("first_line",)
    first_line: int


def load(text: str | bytes, path: str = "") -> Value:
    """Return the first document of ``text``: plain data whose numbers are all floats.

    path: the file for the error's position. Raises YAMLError with Go's whole text.
    Source: sigs.k8s.io/yaml Unmarshal into interface {}.
    """
    try:
        return build(text)
    except Unusual:
        from helmwright.go.yaml_decode import to_json_value

        return _careful(text, path, to_json_value)


def load_map(
    text: str | bytes, path: str = "", go_type: str = "map[string]interface {}"
) -> dict[str, Value]:
    """Return the mapping that ``text`` holds; nothing, or ``null``, is an empty one.

    Raises YAMLError like ``load``, and for another kind of value, which cannot be a ``go_type``.
    """
    value = load(text, path)
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise _mismatch(value, go_type)


def load_list(text: str | bytes, path: str = "") -> list[Value]:
    """Return the sequence that ``text`` holds; nothing, or ``null``, is an empty one.

    Raises YAMLError like ``load``, and for another kind of value.
    """
    value = load(text, path)
    if value is None:
        return []
    if isinstance(value, list):
        return value
    raise _mismatch(value, "[]interface {}")


def load_record(text: str | bytes, shape: StructOf, path: str = "") -> dict[str, Value]:
    """Return what ``text`` sets of the struct that ``shape`` describes, by JSON names.

    A field that the text does not set has no entry. Raises YAMLError with Go's whole text.
    Source: sigs.k8s.io/yaml Unmarshal into a struct.
    """
    from helmwright.go.yaml_shapes import TypeMismatch, convert, store

    value = _careful(text, path, lambda decoded: convert(decoded, shape))
    try:
        return store(value, shape)
    except TypeMismatch as error:
        raise YAMLError(UNMARSHALING + str(error), None) from None


def decode_record(text: str | bytes, shape: StructOf, path: str, decoder: Decoder) -> Value:
    """Return the JSON that ``text`` becomes on its way into a struct, decoded by ``decoder``.

    Raises YAMLError with Go's whole text.
    """
    from helmwright.go.yaml_shapes import convert

    return _careful(text, path, lambda decoded: convert(decoded, shape), decoder)


def split_documents(text: str) -> list[Document]:
    r"""Return the documents of a stream as Helm's LoadValues separates them.

    Line ends become ``\n``. Raises YAMLError ``invalid Yaml document separator: …``.
    Source: k8s.io/apimachinery util/yaml YAMLReader.
    """
    return list(read_documents(text))


def read_documents(text: str, path: str = "") -> Iterator[Document]:
    """Yield the documents of a stream one by one; an error comes after the documents before it."""
    buffer: list[str] = []
    first_line = 0
    lines = text.split("\n")
    last = len(lines) - 1
    for number, line in enumerate(lines):
        if number == last and not line:
            break
        if line.startswith("---"):
            rest = line[3:].strip(SPACE)
            if rest and rest[0] != "#":
                message = f"invalid Yaml document separator: {rest}"
                raise YAMLError(message, Position(path, number + 1, 4))
            if buffer:
                yield _document(buffer, first_line)
                buffer, first_line = [], number + 1
                continue
        buffer.append(line[:-1] if line[-1:] == "\r" and number < last else line)
    if buffer:
        yield _document(buffer, first_line)


def _document(lines: list[str], first_line: int) -> Document:
    document = Document("\n".join(lines) + "\n")
    document.first_line = first_line
    return document


def read_nodes(text: str | bytes, path: str = "") -> Node | None:
    """Return the tree of the first document; raise YAMLError with Go's text."""
    from helmwright.go.yaml_nodes import compose
    from helmwright.go.yaml_scan import ScanError

    try:
        try:
            return compose(events(text))
        except (Unusual, ScanError):  # an unknown anchor may not be the first error
            from helmwright.go.yaml_events import Parser
            from helmwright.go.yaml_input import read_input

            return compose(Parser(read_input(text)).next_event)
    except ScanError as error:
        raise _failure(f"{_CONVERTING}yaml: {error.message}", text, path, error.mark) from None


def _careful(
    text: str | bytes, path: str, finish: Callable[[Decoded], T], decoder: Decoder | None = None
) -> T:
    """Read ``text`` by way of its tree, and let ``finish`` make JSON data of it."""
    from helmwright.go.yaml_decode import ConvertError, DecodeError

    root = read_nodes(text, path)
    try:
        return _decode(root, finish, decoder)
    except DecodeError as error:
        raise _failure(f"{_CONVERTING}yaml: {error.message}", text, path, error.mark) from None
    except ConvertError as error:
        raise _failure(f"{_CONVERTING}{error}", text, path, None) from None


def _decode(root: Node | None, finish: Callable[[Decoded], T], decoder: Decoder | None) -> T:
    from helmwright.go.yaml_decode import Decoder, check_finite

    value = finish((decoder or Decoder()).decode(root))
    check_finite(value)
    return value


def _failure(message: str, text: str | bytes, path: str, mark: Mark | None) -> YAMLError:
    if mark is None:
        return YAMLError(message, Position(path) if path else None)
    first_line = text.first_line if isinstance(text, Document) else 0
    return YAMLError(message, Position(path, first_line + mark.line + 1, mark.column + 1))


def _mismatch(value: Value, go_type: str) -> YAMLError:
    from helmwright.go.yaml_shapes import json_kind

    problem = f"json: cannot unmarshal {json_kind(value)} into Go value of type {go_type}"
    return YAMLError(UNMARSHALING + problem)
