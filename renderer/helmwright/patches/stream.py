"""Manifests in a stream of YAML documents, of which only those that are changed are written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, PatchError, Position, YAMLError
from helmwright.go.positions import document_positions
from helmwright.go.yaml_decode import Decoder, json_text, key_text
from helmwright.go.yaml_read import load, read_documents, read_nodes
from helmwright.kube.json_model import Document as Data
from helmwright.kube.json_model import deep_equal, from_data
from helmwright.secrets.quoted import hidden_in_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.yaml_decode import Decoded
    from helmwright.go.yaml_read import Document

_INEXACT = 1 << 53
"""Whole numbers from here on are not exact as float64."""
_KINDS = {list: "a list", dict: "a map", str: "a text", bool: "a boolean", type(None): "nothing"}


class ManifestObject:
    """One object of a stream: a document, or an item of a List.

    data: as it is now, ``None`` once it is deleted. before: as it was read.
    """

    __slots__ = ("before", "data", "file", "path", "text")

    def __init__(
        self, before: Data, file: str, text: Document, path: tuple[str | int, ...] = ()
    ) -> None:
        self.before = before
        self.data: Data | None = before
        self.file = file
        self.text = text
        self.path = path

    @property
    def changed(self) -> bool:
        """Whether it is no longer as it was read."""
        return self.data is not self.before and not deep_equal(self.data, self.before)

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.position_of(())

    def position_of(self, path: tuple[str | int, ...]) -> Position:
        """Return where ``path`` stands in it, or the nearest part around that."""
        try:
            found = document_positions(self.text, self.file).nearest((*self.path, *path))
        except HelmwrightError:
            found = None
        return found or Position(self.file, self.text.first_line + 1, 1)

    @property
    def shown(self) -> str:
        """What messages call it: ``Deployment team/web``."""
        return shown(self.before)


def shown(data: Data) -> str:
    """Return what messages call an object."""
    kind, name, namespace = identity(data)[1:]
    return f"{kind or 'object'} {namespace}{'/' if namespace else ''}{name or '(no name)'}"


def identity(data: Data) -> tuple[str, str, str, str]:
    """Return apiVersion, kind, name and namespace; empty where there is none."""
    metadata = data.get("metadata")
    metadata = metadata if type(metadata) is dict else {}
    found = (
        data.get("apiVersion"),
        data.get("kind"),
        metadata.get("name"),
        metadata.get("namespace"),
    )
    api_version, kind, name, namespace = (one if type(one) is str else "" for one in found)
    return api_version, kind, name, namespace


class _Piece:
    """One document: what stands before it, its text, and the objects in it."""

    def __init__(
        self, separator: str, original: str, value: Any, objects: list[ManifestObject]
    ) -> None:
        self._separator = separator
        self._original = original
        self._value = value
        self.objects = objects

    def write(self) -> str:
        if not any(one.changed for one in self.objects):
            return self._separator + self._original
        value = self._now()
        if value is None:
            return ""
        head, body = _split_head(self._original)
        if body.startswith("{"):
            from helmwright.go.json_write import marshal_indent

            return f"{self._separator}{head}{marshal_indent(value, escape_html=False)}\n"
        from helmwright.go.yaml_write import marshal

        return self._separator + head + marshal(value)

    def _now(self) -> Any:
        """Return what the document holds now; ``None`` if it was deleted."""
        if self.objects[0].path == ():
            return self.objects[0].data
        now = {one.path[-1]: one.data for one in self.objects}
        items = [now.get(index, item) for index, item in enumerate(self._value["items"])]
        return {**self._value, "items": [item for item in items if item is not None]}


class ManifestStream:
    """The manifests of a file or of standard input.

    text: the YAML or JSON documents. name: the file for messages.
    objects: those of the stream in its order; items of Lists are objects of their own.
    Raises ``YAMLError`` for what cannot be read, ``PatchError`` for a document that is no object.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.text = text
        self._pieces = list(_pieces(text, name))
        self.objects = [one for piece in self._pieces for one in piece.objects]

    def write(self) -> str:
        """Return the stream; documents in which nothing changed are as they were, to the byte."""
        return "".join(piece.write() for piece in self._pieces)


def join_streams(texts: list[str]) -> str:
    """Return several streams as one."""
    joined = ""
    for text in texts:
        if joined and text:
            joined += "" if joined.endswith("\n") else "\n"
            joined += "" if text.startswith("---") else "---\n"
        joined += text
    return joined


def load_exactly(document: str, name: str) -> Any:
    """Return the data of a document; whole numbers are exact, where the reader has floats only.

    Raises ``YAMLError`` whose text names the file and shows no value of a Secret.
    """
    try:
        value = from_data(load(document, name))
        if _has_large(value):
            value = _exact(document, name)
    except YAMLError as error:
        message = f"failed to parse {name}: {hidden_in_text(error.message, document)}"
        raise YAMLError(message, error.position or Position(name)) from None
    except RecursionError:
        raise YAMLError(f"failed to parse {name}: nested too deeply", Position(name)) from None
    return value


def _pieces(text: str, name: str) -> Iterator[_Piece]:
    lines = _lines(text)
    try:
        documents = list(read_documents(text, name))
    except YAMLError as error:
        message = f"failed to parse {name}: {hidden_in_text(error.message, text)}"
        raise YAMLError(message, error.position) from None
    end = 0
    for document in documents:
        first, start = document.first_line, end
        end = first + document.count("\n")
        value = load_exactly(document, name)
        objects = list(_objects(value, document, name))
        yield _Piece("".join(lines[start:first]), "".join(lines[first:end]), value, objects)
    if end < len(lines):
        yield _Piece("", "".join(lines[end:]), None, [])


def _lines(text: str) -> list[str]:
    """Return the lines with their ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    return [line + "\n" for line in whole] + ([last] if last else [])


def _objects(value: Any, document: Document, name: str) -> Iterator[ManifestObject]:
    if value is None:
        return
    if type(value) is not dict:
        error = PatchError(
            f"a manifest is a map with apiVersion, kind and metadata, not {kind_of(value)}",
            ManifestObject({}, name, document).position,
        )
        raise error
    items = value.get("items")
    kind = value.get("kind")
    if type(items) is list and type(kind) is str and kind.endswith("List"):
        for index, item in enumerate(items):
            if type(item) is dict:
                yield ManifestObject(item, name, document, ("items", index))
        return
    yield ManifestObject(value, name, document)


def kind_of(value: Any) -> str:
    """Return what messages call a value of this kind."""
    return _KINDS.get(type(value), "a number")


def _split_head(text: str) -> tuple[str, str]:
    """Return the comments and blank lines that a document begins with, and the rest."""
    head = ""
    for line in _lines(text):
        if line.strip() and not line.startswith(("#", "---", "%")):
            break
        head += line
    return head, text[len(head) :]


def _has_large(value: Any) -> bool:
    if type(value) is dict:
        return any(map(_has_large, value.values()))
    if type(value) is list:
        return any(map(_has_large, value))
    return type(value) in (int, float) and abs(value) >= _INEXACT


def _exact(document: str, name: str) -> Any:
    return _exact_value(Decoder().decode(read_nodes(document, name)))


def _exact_value(value: Decoded) -> Any:
    if isinstance(value, dict):
        return {json_text(key_text(key, item)): _exact_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_exact_value(item) for item in value]
    if isinstance(value, str):
        return json_text(value)
    return from_data(value) if isinstance(value, float) else value
