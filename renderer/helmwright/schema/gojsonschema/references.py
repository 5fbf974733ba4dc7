"""The documents that a schema consists of, and what references in them point at.

Source: gojsonschema schemaPool.go, schemaReferencePool.go, draft.go, jsonLoader.go;
github.com/xeipuuv/gojsonreference, github.com/xeipuuv/gojsonpointer
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base import remote_documents
from helmwright.base.errors import GoError
from helmwright.disk.reading import read_regular
from helmwright.go.strconv import atoi
from helmwright.go.url import parse as parse_url
from helmwright.go.url import query_unescape
from helmwright.go.url_resolve import resolve_reference
from helmwright.schema.drafts import meta_document, read_json_prefix
from helmwright.schema.messages import SchemaFault

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.go.url import URL

HYBRID = 2**31 - 1
"""The draft of a schema that names none: what any draft knows, ``id`` and ``$id``."""

_DRAFTS = {f"http://json-schema.org/draft-0{number}/schema": number for number in (4, 6, 7)}
_NOT_FETCHED = "network references are not fetched: helmwright.sources.fetch_schemas() allows it"
_LITERAL = frozenset(("const", "enum"))
_NAMED = frozenset(("properties", "dependencies", "patternProperties"))


class Pool:
    """Documents and subschemas by the URLs that name them, loaded as references ask for them."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[Value, int | None]] = {}

    def add_root(self, text: bytes | str) -> Value:
        """Return the schema that a text holds, its references made absolute."""
        document = read_json_prefix(text)
        self._add(document, "")
        return document

    def find(self, reference: str) -> tuple[Value, int | None]:
        """Return what an absolute reference points at, and the draft that its document names."""
        known = self.known.get(reference)
        if known is not None:
            return known
        url = parse_url(reference)
        fragment, bare = url.fragment, _without_fragment(url)
        document = self.known.get(bare)
        if document is None:
            if not _is_canonical(url):
                raise SchemaFault(f"Reference {reference} must be canonical")
            loaded = _load(reference, url)
            self._add(loaded, bare)
            return _look_up(loaded, fragment), draft_of(loaded)
        found = _look_up(document[0], fragment), document[1]
        self.known[reference] = found
        return found

    def _add(self, document: Value, name: str) -> None:
        draft = draft_of(document)
        self._collect(document, parse_url(name), draft)
        self.known[name] = document, draft

    def _collect(self, node: Value, base: URL, draft: int | None) -> None:  # noqa: C901 - one step after the other, as in Go
        """Store the subschemas that have names, and write references in full."""
        if isinstance(node, list):
            for item in node:
                self._collect(item, base, draft)
        if not isinstance(node, dict):
            return
        identified = _join(base, node.get("id" if "id" in node else "$id"))
        if identified is not None:
            base = identified
            if str(base) in self.known:
                return
            self.known[str(base)] = node, draft
        target = _join(base, node.get("$ref"))
        if target is not None:
            node["$ref"] = str(target)
        for keyword in sorted(node.keys() - _LITERAL):
            value = node[keyword]
            if keyword not in _NAMED:
                self._collect(value, base, draft)
            elif isinstance(value, dict):
                for item in value.values():
                    self._collect(item, base, draft)


def draft_of(document: Value) -> int | None:
    """Return the draft that the ``$schema`` of a document names, None for none that is known."""
    if isinstance(document, bool):
        return None
    if not isinstance(document, dict):
        raise SchemaFault("schema is invalid")
    if "$schema" not in document:
        return None
    name = document["$schema"]
    if type(name) is not str:
        raise SchemaFault("$schema must be of type string")
    return _DRAFTS.get(str(parse_url(name)))


def _join(base: URL, reference: Value) -> URL | None:
    """Return a reference as seen from ``base``, None for what is no URL."""
    if type(reference) is not str:
        return None
    try:
        parent = parse_url(_without_fragment(base))
        return parse_url(str(resolve_reference(parent, parse_url(reference))))
    except GoError:
        return None


def _without_fragment(url: URL) -> str:
    return str(url).partition("#")[0]


def _is_canonical(url: URL) -> bool:
    if url.scheme == "file":
        return url.path.startswith("/")
    return bool(url.scheme and url.host)


def _load(reference: str, url: URL) -> Value:
    """Return the JSON that a reference names, wherever it is."""
    bare = _without_fragment(url)
    if url.scheme == "file":
        return _read_file(query_unescape(bare.removeprefix("file://")))
    if bare in _DRAFTS:
        return meta_document(bare)
    read = remote_documents.reader()
    if read is None:
        raise SchemaFault(f"{reference}: {_NOT_FETCHED}")
    return read_json_prefix(read(bare))


def _read_file(path: str) -> Value:
    if "\0" in path:
        raise SchemaFault(f"open {path}: invalid argument")
    try:
        data = read_regular(path)
    except IsADirectoryError:
        raise SchemaFault(f"read {path}: is a directory") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SchemaFault(f"open {path}: {reason}") from None
    return read_json_prefix(data)


def _look_up(document: Value, fragment: str) -> Value:
    """Return what a JSON pointer finds; a fragment that is no pointer finds the whole."""
    if not fragment.startswith("/"):
        return document
    node = document
    for token in fragment[1:].split("/"):
        if isinstance(node, dict):
            key = token.replace("~1", "/").replace("~0", "~")
            if key not in node:
                raise SchemaFault(f"Object has no key '{key}'")
            node = node[key]
        elif isinstance(node, list):
            try:
                index = atoi(token)
            except GoError:
                raise SchemaFault(f"Invalid array index '{token}'") from None
            if not 0 <= index < len(node):
                raise SchemaFault(f"Out of bound array[0,{len(node)}] index '{index}'")
            node = node[index]
        else:
            raise SchemaFault(f"Invalid token reference '{token}'")
    return node
