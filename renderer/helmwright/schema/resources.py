"""Schema documents, the resources in them that ``$id`` names, and what a reference points at.

A place is ``(url, pointer)``: the URL of a document and an escaped JSON pointer into it.

Source: santhosh-tekuri/jsonschema root.go, roots.go, loader.go, util.go;
helm pkg/chart/common/util/jsonschema.go (which URLs Helm loads)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base import remote_documents
from helmwright.base.errors import GoError
from helmwright.disk.reading import read_regular
from helmwright.go.strconv import atoi, quote
from helmwright.go.url import parse as parse_url
from helmwright.go.url import path_escape, path_unescape
from helmwright.go.url_resolve import resolve_reference
from helmwright.schema.drafts import (
    BOTH,
    ITEMS,
    ITSELF,
    LATEST,
    Draft,
    draft_of_url,
    is_meta_host,
    meta_document,
    read_json,
)
from helmwright.schema.messages import SchemaFault, escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.log import Log
    from helmwright.go.kinds import Value

ROOT_URL = "file:///values.schema.json"
_NOT_FETCHED = "network references are not fetched: helmwright.sources.fetch_schemas() allows it"
Place = tuple[str, str]
Dialect = tuple[Draft, frozenset[str] | None]
"""A draft and the vocabularies in force, None for the draft's own."""


class Resource:
    """A schema with an identity of its own: the root of a document, or a subschema with ``$id``."""

    __slots__ = ("anchors", "dialect", "dynamic_anchors", "identifier", "pointer")

    def __init__(self, pointer: str, identifier: str, dialect: Dialect) -> None:
        self.pointer = pointer
        self.identifier = identifier
        self.dialect = dialect
        self.anchors: dict[str, str] = {}
        self.dynamic_anchors: set[str] = set()

    def clone(self) -> Resource:
        """Return a copy that can be changed."""
        other = Resource(self.pointer, self.identifier, self.dialect)
        other.anchors = self.anchors.copy()
        other.dynamic_anchors = self.dynamic_anchors.copy()
        return other


class Document:
    """A JSON document with schemas in it; ``known`` holds the pointers of those looked at."""

    __slots__ = ("known", "resources", "url", "value")

    def __init__(self, url: str, value: Value) -> None:
        self.url = url
        self.value = value
        self.resources: dict[str, Resource] = {}
        self.known: set[str] = set()

    def clone(self) -> Document:
        """Return a copy that can be changed."""
        other = Document(self.url, self.value)
        other.resources = {key: resource.clone() for key, resource in self.resources.items()}
        other.known = self.known.copy()
        return other

    def resource(self, pointer: str) -> Resource:
        """Return the innermost resource around ``pointer``."""
        resources = self.resources
        if len(resources) > 1:
            while pointer:
                found = resources.get(pointer)
                if found is not None:
                    return found
                pointer = pointer[: pointer.rfind("/")]
        return resources[""]

    def with_identifier(self, identifier: str) -> Resource | None:
        """Return the resource that ``identifier`` names."""
        for resource in self.resources.values():
            if resource.identifier == identifier:
                return resource
        return None

    def place(self, fragment: str, resource: Resource) -> Place:
        """Return what the decoded ``fragment`` points at inside ``resource``."""
        if not fragment or fragment[0] == "/":
            return self.url, resource.pointer + fragment
        pointer = resource.anchors.get(fragment)
        if pointer is None:
            reference = f"{resource.identifier}#{encode_fragment(fragment)}"
            raise SchemaFault(f"anchor in {quote(reference)} not found in schema {quote(self.url)}")
        return self.url, pointer


class Library:
    """The documents of one compilation, loaded as references ask for them.

    validate: called for each new document or subschema with its document, value and pointer; it
    raises what the metaschema has to say. log: receives the warning about unresolved URNs.
    """

    def __init__(self, validate: Callable[[Document, Value, str], None], log: Log) -> None:
        self.validate = validate
        self.log = log
        self.loaded: dict[str, Value] = {}
        self.documents: dict[str, Document] = {}

    def document(self, url: str) -> Document:
        """Return the document at ``url``, its resources collected and its schemas checked."""
        document = self.documents.get(url)
        if document is None:
            document = Document(url, self.load(url))
            self.collect(document, document.value, url, "", (LATEST, None))
            if not is_meta_host(url):
                self.validate(document, document.value, "")
            self.documents[url] = document
        return document

    def load(self, url: str) -> Value:
        """Return the JSON at ``url``: added, bundled, or read from a ``file:`` URL."""
        if url not in self.loaded:
            value = meta_document(url)
            if value is None:
                try:
                    value = _fetch(url, self.log)
                except GoError as error:
                    message = f"failing loading {quote(url)}: {error.message}"
                    raise SchemaFault(message) from None
            self.loaded[url] = value
        return self.loaded[url]

    def ensure(self, place: Place) -> Document:
        """Make the subschema at ``place`` known, which may be one that no keyword announces."""
        url, pointer = place
        document = self.document(url)
        if pointer in document.known:
            return document
        value = look_up(place, document.value)
        document = document.clone()
        around = document.resource(pointer)
        self.collect(document, value, around.identifier, pointer, around.dialect)
        if pointer not in document.resources:
            _collect_anchors(document, value, pointer, document.resource(pointer))
        self.validate(document, value, pointer)
        self.documents[url] = document
        return document

    def reference(self, text: str, document: Document, resource: Resource) -> Place:
        """Return what ``$ref: text`` means inside ``resource``."""
        url, fragment = join(resource.identifier, text)
        if url == document.url:
            return document.place(fragment, document.resources[""])
        target = document.with_identifier(url)
        if target is not None:
            return document.place(fragment, target)
        other = self.document(url)
        return other.place(fragment, other.resources[""])

    def collect(
        self, document: Document, schema: Value, base: str, pointer: str, fallback: Dialect
    ) -> None:
        """Find the resources and anchors of ``schema`` and of all that is below it."""
        if pointer in document.known:
            return
        if isinstance(schema, dict):
            self._collect_map(document, schema, base, pointer, fallback)
        elif not pointer:
            document.resources[""] = Resource("", base, fallback)
        document.known.add(pointer)

    def _collect_map(  # noqa: C901 - one step after the other, as in Go
        self,
        document: Document,
        schema: dict[str, Value],
        base: str,
        pointer: str,
        fallback: Dialect,
    ) -> None:
        has_schema = type(schema.get("$schema")) is str
        draft = fallback[0]
        if has_schema:
            draft = self._draft((document.url, pointer), schema, draft, set())
        identifier = draft.identifier(schema)
        if not identifier and pointer:
            draft = fallback[0]
            has_schema = False
            identifier = draft.identifier(schema)
        if identifier:
            try:
                base, _ = join(base, identifier)
            except SchemaFault:
                location = quote(write_place((document.url, pointer)))
                raise SchemaFault(f"error in parsing id at {location}") from None
        resource = document.with_identifier(base)
        if identifier or not pointer:
            if resource is None:
                dialect = fallback
                if has_schema:
                    dialect = (draft, self._vocabularies(schema, draft))
                resource = document.resources[pointer] = Resource(pointer, base, dialect)
            elif resource.pointer != pointer:
                places = f"{quote(pointer)} and {quote(resource.pointer)}"
                message = f"duplicate id {quote(base)} in {quote(document.url)} at {places}"
                raise SchemaFault(message)
        if resource is None:
            raise SchemaFault("unable to validate schema: baseres is nil")
        _collect_anchors(document, schema, pointer, resource)
        for below, subschema in _subschemas(schema, pointer, draft):
            self.collect(document, subschema, base, below, resource.dialect)

    def _draft(self, place: Place, schema: Value, default: Draft, seen: set[str]) -> Draft:
        """Return the draft that ``$schema`` leads to, through custom metaschemas."""
        url = schema.get("$schema") if isinstance(schema, dict) else None
        if type(url) is not str:
            return default
        draft = draft_of_url(url)
        if draft is not None:
            return draft
        url = url.partition("#")[0]
        try:
            parse_url(url)
        except GoError as error:
            location = quote(write_place(place))
            raise SchemaFault(f"invalid $schema in {location}: {error.message}") from None
        if place == (url, ""):
            raise SchemaFault(f"draft {quote(url)} is not supported")
        if url in seen:
            raise SchemaFault(f"cycle in resolving $schema in {quote(url)}")
        seen.add(url)
        return self._draft((url, ""), self.load(url), default, seen)

    def _vocabularies(self, schema: dict[str, Value], draft: Draft) -> frozenset[str] | None:
        """Return the vocabularies that a custom metaschema asks for."""
        url = schema["$schema"]
        if draft_of_url(url) is not None or draft.version < 2019:
            return None
        url = url.partition("#")[0]
        metaschema = self.load(url)
        wanted = metaschema.get("$vocabulary") if isinstance(metaschema, dict) else None
        if not isinstance(wanted, dict):
            return None
        prefix = draft.url.removesuffix("schema") + "vocab/"
        names = {"core"}
        for vocabulary, required in wanted.items():
            if required is not True:
                continue
            name = vocabulary.removeprefix(prefix)
            if not vocabulary.startswith(prefix) or name not in draft.vocabularies:
                message = f"unsupported vocabulary {quote(vocabulary)} in {quote(url)}"
                raise SchemaFault(message)
            names.add(name)
        return frozenset(names)


def _subschemas(
    schema: dict[str, Value], pointer: str, draft: Draft
) -> Iterator[tuple[str, Value]]:
    """Yield pointer and value of each direct subschema."""
    for keyword, shape in draft.subschemas.items():
        if keyword not in schema:
            continue
        value = schema[keyword]
        below = f"{pointer}/{keyword}"
        if shape in {ITSELF, BOTH}:
            yield below, value
        if shape in {ITEMS, BOTH}:
            if isinstance(value, list):
                for index, item in enumerate(value):
                    yield f"{below}/{index}", item
        elif shape != ITSELF and isinstance(value, dict):
            for name, item in value.items():
                yield f"{below}/{escape(name)}", item


def _collect_anchors(document: Document, schema: Value, pointer: str, resource: Resource) -> None:
    """Store the anchors that ``schema`` declares for itself."""
    if not isinstance(schema, dict):
        return
    draft = resource.dialect[0]
    if draft.version < 2019:
        identifier = schema.get(draft.id_keyword)
        if "$ref" not in schema and type(identifier) is str:
            try:
                fragment = path_unescape(identifier.partition("#")[2])
            except GoError:
                location = quote(write_place((document.url, pointer)))
                raise SchemaFault(f"error in parsing anchor at {location}") from None
            if fragment and fragment[0] != "/":
                _add_anchor(document, fragment, pointer, resource)
        return
    anchor = schema.get("$anchor")
    if type(anchor) is str:
        _add_anchor(document, anchor, pointer, resource)
    if draft.version >= 2020:
        anchor = schema.get("$dynamicAnchor")
        if type(anchor) is str:
            _add_anchor(document, anchor, pointer, resource)
            resource.dynamic_anchors.add(anchor)


def _add_anchor(document: Document, anchor: str, pointer: str, resource: Resource) -> None:
    known = resource.anchors.setdefault(anchor, pointer)
    if known != pointer:
        places = f"{quote(known)} and {quote(pointer)}"
        message = f"duplicate anchor {quote(anchor)} in {quote(document.url)} at {places}"
        raise SchemaFault(message)


def _fetch(url: str, log: Log) -> Value:
    """Return the JSON that Helm's loaders find for ``url``."""
    scheme = parse_url(url).scheme
    if scheme == "file":
        return _read_file(parse_url(url).path)
    if scheme in {"http", "https"}:
        read = remote_documents.reader()
        if read is None:
            raise GoError(_NOT_FETCHED)
        return read_json(read(url))
    if scheme == "urn":
        log("WARN", "unresolved URN reference ignored; using permissive schema", urn=url)
        return True
    raise GoError(f"no URLLoader registered for {quote(str(parse_url(url)))}")


def _read_file(path: str) -> Value:
    """Return the JSON in a file."""
    if "\0" in path:
        raise GoError(f"open {path}: invalid argument")
    try:
        data = read_regular(path)
    except IsADirectoryError:
        raise GoError(f"read {path}: is a directory") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GoError(f"open {path}: {reason}") from None
    return read_json(data)


def join(base: str, reference: str) -> tuple[str, str]:
    """Return the URL and the decoded fragment of ``reference`` seen from ``base``."""
    relative, _, fragment = reference.partition("#")
    if not relative and base == ROOT_URL:  # most references, and nothing in it to resolve
        return base, _decode(fragment, reference)
    try:
        parsed = parse_url(base)
    except GoError as error:
        raise SchemaFault(f"error in parsing {quote(base)}: {error.message}") from None
    fragment = _decode(fragment, reference)
    try:
        target = parse_url(relative)
    except GoError as error:
        raise SchemaFault(f"error in parsing {quote(relative)}: {error.message}") from None
    resolved = resolve_reference(parsed, target)
    if not target.scheme and parsed.opaque:
        resolved.opaque = parsed.opaque
    return str(resolved), fragment


def _decode(fragment: str, whole: str) -> str:
    try:
        return path_unescape(fragment)
    except GoError as error:
        raise SchemaFault(f"error in parsing {quote(whole)}: {error.message}") from None


def look_up(place: Place, document: Value) -> Value:
    """Return the value at the pointer of ``place`` in ``document``."""
    value = document
    for raw in place[1].split("/")[1:]:
        token = raw
        if "~" in raw:
            for part in raw.split("~")[1:]:
                if part[:1] not in {"0", "1"}:
                    message = f"invalid json-pointer {quote(write_place(place))}"
                    raise SchemaFault(message)
            token = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and token in value:
            value = value[token]
            continue
        if isinstance(value, list):
            try:
                index = atoi(token)
            except GoError:
                index = -1
            if 0 <= index < len(value):
                value = value[index]
                continue
        raise SchemaFault(f"json-pointer in {quote(write_place(place))} not found")
    return value


def encode_fragment(text: str) -> str:
    """Return ``text`` escaped for a fragment, its slashes kept."""
    return "/".join(map(path_escape, text.split("/")))


def write_place(place: Place) -> str:
    """Return ``url#pointer``."""
    return f"{place[0]}#{encode_fragment(place[1])}"
