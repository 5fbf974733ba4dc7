"""Objects of one side: from rendered manifests, or from text such as ``helm get manifest`` prints."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, ManifestError, PatchError, Position, YAMLError
from helmwright.base.records import replace
from helmwright.diff.model import DiffObject, ObjectKey
from helmwright.go.yaml_read import Document, read_documents
from helmwright.kube.json_model import from_data
from helmwright.patches.stream import kind_of, load_exactly
from helmwright.rendering.manifest import HOOK
from helmwright.secrets.quoted import hidden_in_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.rendering.manifest import Manifest

_SOURCE = re.compile(r"^# Source: (.+?)[ \t]*$", re.MULTILINE)
_JSON_STARTS = ("{", "[")
_SURROGATE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}|\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_REMEMBERED = 1024


def objects_of(
    manifests: Iterable[Manifest], rendered: Mapping[str, str] | None = None
) -> tuple[DiffObject, ...]:
    """Return the objects of rendered manifests and hooks, in their order.

    rendered: the texts they come from, by path, which tell the lines.
    Raises ``HelmwrightError`` for what is no object.
    """
    found: list[DiffObject] = []
    reached: dict[tuple[str, str], int] = {}
    for manifest in manifests:
        line = 1
        if rendered is not None:
            line = _line(manifest, rendered.get(manifest.path, ""), reached)
        place = Position(manifest.path, line)
        value = _read(manifest.content, place)
        found += [
            DiffObject(_key(data, place), data, manifest.content, manifest.path, line)
            for data in _exploded(value, place)
        ]
    return _numbered(found)


def read_objects(text: str, name: str) -> tuple[DiffObject, ...]:
    """Return the objects in a stream of YAML documents, or in JSON: objects, lists, a ``List``.

    name: of the file, for messages. Raises ``HelmwrightError`` with file and line for what cannot be
    read, and for what is no object; no value of a Secret is in its text.
    """
    found: list[DiffObject] = []
    for document in _documents(text, name):
        place = Position(name, _first_line(document))
        value = _read(document, place, document.first_line)
        source = _SOURCE.search(document)
        template = source[1] if source else ""
        content = document.strip("\n") + "\n"
        found += [
            DiffObject(_key(data, place), data, content, template, 1, place)
            for data in _exploded(value, place)
        ]
    return _numbered(found)


def _documents(text: str, name: str) -> Iterator[Document]:
    if "\0" in text:
        raise ManifestError("it is no text but binary data", Position(name))
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped.startswith(_JSON_STARTS) and "\n---" not in text:
        whole = Document(text)
        whole.first_line = 0
        yield whole
        return
    try:
        yield from read_documents(text.removeprefix("\ufeff"), name)
    except YAMLError as error:
        message = hidden_in_text(error.message, text)
        raise YAMLError(message, error.position) from None


def _first_line(document: Document) -> int:
    """Return the line of a document where its data begins."""
    for number, line in enumerate(document.split("\n"), document.first_line + 1):
        if line.strip() and not line.startswith(("#", "---", "%")):
            return number
    return document.first_line + 1


def _read(content: str, place: Position, first_line: int = 0) -> Any:
    try:
        return _data(str(content))
    except YAMLError as error:
        message = error.message.replace("failed to parse : ", "", 1)
        where = error.position
        line = where.line + first_line if where is not None and where.line else place.line
        raise YAMLError(message, Position(place.path, line)) from None
    except PatchError as error:
        raise ManifestError(error.message, place) from None


@lru_cache(maxsize=_REMEMBERED)
def _data(content: str) -> Any:
    """Return what a document holds; most are the same on both sides, and are read once."""
    if content.lstrip().startswith(_JSON_STARTS):
        try:
            return from_data(json.loads(_with_whole_characters(content)))
        except (ValueError, RecursionError):
            pass  # JSON it is not, but YAML it may be: the reader below says what is wrong
    return load_exactly(content, "")


def _with_whole_characters(content: str) -> str:
    """Return JSON in which half of a surrogate pair is what Go makes of it: U+FFFD."""
    if not _SURROGATE.search(content):
        return content
    text = json.dumps(json.loads(content), ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _exploded(value: Any, place: Position) -> Iterator[dict[str, Any]]:
    if value is None:
        return
    if type(value) is list:
        for item in value:
            yield from _exploded(item, place)
        return
    if type(value) is not dict:
        raise ManifestError(
            f"an object is a map with apiVersion and kind, not {kind_of(value)}", place
        )
    kind, items = value.get("kind"), value.get("items")
    if type(kind) is str and kind.endswith("List") and type(items) is list:
        for item in items:
            yield from _exploded(_item(item, value), place)
        return
    if value:
        yield value


def _item(item: Any, around: dict[str, Any]) -> Any:
    """Return an item of a list; those of a typed list need not say what they are."""
    if type(item) is not dict or "kind" in item or around["kind"] == "List":
        return item
    kind = {"apiVersion": around.get("apiVersion"), "kind": around["kind"].removesuffix("List")}
    return {**kind, **item}


def _key(data: dict[str, Any], place: Position) -> ObjectKey:
    kind = data.get("kind")
    if type(kind) is not str or not kind:
        raise ManifestError("it has no kind, so it is no object of Kubernetes", place)
    api_version = data.get("apiVersion")
    metadata = data.get("metadata")
    metadata = metadata if type(metadata) is dict else {}
    annotations = metadata.get("annotations")
    name, prefix = metadata.get("name"), metadata.get("generateName")
    if not name and prefix:
        name = f"{prefix}*"
    namespace = metadata.get("namespace")
    return ObjectKey(
        api_version.rpartition("/")[0] if type(api_version) is str else "",
        kind,
        "" if namespace is None else str(namespace),
        "" if name is None else str(name),
        type(annotations) is dict and HOOK in annotations,
    )


def _numbered(found: list[DiffObject]) -> tuple[DiffObject, ...]:
    """Tell objects apart to which only the server gives names."""
    counts: dict[ObjectKey, int] = {}
    objects = []
    for one in found:
        key = one.key
        if key.name.endswith("*"):
            count = counts[key] = counts.get(key, 0) + 1
            if count > 1:
                one = replace(one, key=key._replace(name=f"{key.name}{count}"))  # noqa: PLW2901
        objects.append(one)
    return tuple(objects)


def _line(manifest: Manifest, text: str, reached: dict[tuple[str, str], int]) -> int:
    """Return the line of a manifest in its template's output; equal ones follow one another."""
    known = (manifest.path, manifest.content)
    at = text.find(manifest.content, reached.get(known, 0))
    if at < 0:
        return 1
    reached[known] = at + 1
    return text.count("\n", 0, at) + 1


def in_side(error: HelmwrightError, side: str) -> HelmwrightError:
    """Return an error whose message names the side it is about."""
    error.message = f"{side}: {error.message}"
    return error
