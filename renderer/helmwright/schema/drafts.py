"""The drafts of JSON Schema: where subschemas are, what names a schema, and reading its JSON.

Source: santhosh-tekuri/jsonschema draft.go, loader.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import JSONError
from helmwright.schema.messages import SchemaFault
from helmwright.schema.numbers import Number

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

# How a keyword holds subschemas: itself, in a list, in a map, or itself as well as in a list.
ITSELF, ITEMS, PROPERTIES, BOTH = range(4)

_DRAFT4 = {
    "definitions": PROPERTIES,
    "not": ITSELF,
    "allOf": ITEMS,
    "anyOf": ITEMS,
    "oneOf": ITEMS,
    "properties": PROPERTIES,
    "additionalProperties": ITSELF,
    "patternProperties": PROPERTIES,
    "items": BOTH,
    "additionalItems": ITSELF,
    "dependencies": PROPERTIES,
}
_DRAFT6 = {**_DRAFT4, "propertyNames": ITSELF, "contains": ITSELF}
_DRAFT7 = {**_DRAFT6, "if": ITSELF, "then": ITSELF, "else": ITSELF}
_DRAFT2019 = {
    **_DRAFT7,
    "$defs": PROPERTIES,
    "dependentSchemas": PROPERTIES,
    "unevaluatedProperties": ITSELF,
    "unevaluatedItems": ITSELF,
    "contentSchema": ITSELF,
}
_DRAFT2020 = {**_DRAFT2019, "prefixItems": ITEMS}


class Draft:
    """One draft: its version (4, 6, 7, 2019, 2020), its URL and its keywords for subschemas."""

    __slots__ = (
        "default_vocabularies",
        "id_keyword",
        "subschemas",
        "url",
        "version",
        "vocabularies",
    )

    def __init__(
        self,
        version: int,
        url: str,
        subschemas: dict[str, int],
        vocabularies: str = "",
        default_vocabularies: str = "",
    ) -> None:
        self.version = version
        self.url = url
        self.subschemas = subschemas
        self.id_keyword = "id" if version == 4 else "$id"
        self.vocabularies = frozenset(vocabularies.split())
        self.default_vocabularies = frozenset(default_vocabularies.split())

    def identifier(self, schema: dict[str, Value]) -> str:
        """Return the ``$id`` of ``schema`` without its fragment, or ""."""
        if self.version < 2019 and "$ref" in schema:
            return ""
        identifier = schema.get(self.id_keyword)
        return identifier.partition("#")[0] if type(identifier) is str else ""


DRAFTS = {
    4: Draft(4, "http://json-schema.org/draft-04/schema", _DRAFT4),
    6: Draft(6, "http://json-schema.org/draft-06/schema", _DRAFT6),
    7: Draft(7, "http://json-schema.org/draft-07/schema", _DRAFT7),
    2019: Draft(
        2019,
        "https://json-schema.org/draft/2019-09/schema",
        _DRAFT2019,
        "core applicator validation meta-data format content",
        "core applicator validation",
    ),
    2020: Draft(
        2020,
        "https://json-schema.org/draft/2020-12/schema",
        _DRAFT2020,
        "core applicator unevaluated validation meta-data format-annotation format-assertion content",
        "core applicator unevaluated validation",
    ),
}
LATEST = DRAFTS[2020]
_BY_NAME = {draft.url.partition("://")[2]: draft for draft in DRAFTS.values()}
_BY_NAME["json-schema.org/schema"] = LATEST
_META_HOSTS = ("http://json-schema.org/", "https://json-schema.org/")

_meta_documents: dict[str, Value] | None = None


def draft_of_url(url: str) -> Draft | None:
    """Return the draft that a ``$schema`` names."""
    url, _, fragment = url.partition("#")
    if fragment:
        return None
    for scheme in ("http://", "https://"):
        if url.startswith(scheme):
            return _BY_NAME.get(url.removeprefix(scheme))
    return _BY_NAME.get(url)


def is_meta_host(url: str) -> bool:
    """Tell whether ``url`` is below json-schema.org, whose documents are not validated."""
    return url.startswith(_META_HOSTS)


def meta_document(url: str) -> Value:
    """Return the bundled document of json-schema.org at ``url``, or None."""
    global _meta_documents  # noqa: PLW0603 - read once, and only when a metaschema is needed
    for host in _META_HOSTS:
        if url.startswith(host):
            name = url.removeprefix(host)
            if name == "schema":
                return meta_document(LATEST.url)
            if _meta_documents is None:
                import os

                path = os.path.join(os.path.dirname(__file__), "meta.json")  # noqa: PTH118, PTH120 - pathlib is slow to import
                with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
                    _meta_documents = read_json(file.read())
            documents: dict[str, Value] = _meta_documents or {}
            return documents.get(name)
    return None


_scan: Callable[[str, int], tuple[Any, int]] | None = None


def read_json(data: bytes | str) -> Value:
    """Return a JSON document, its numbers as ``Number``.

    Raises SchemaFault with Go's text: of the decoder, or that more follows the document.
    """
    text = _text(data)
    value, end = _read(text)
    if text[end:].strip(" \t\r\n"):
        if type(value) is Number:
            _refuse(text)
        raise SchemaFault("invalid character after top-level value")
    return _without_surrogates(value) if _may_have_surrogates(text) else value


def read_json_prefix(data: bytes | str) -> Value:
    """Return the first JSON document of a text, as ``read_json``; what follows it does not matter."""
    text = _text(data)
    value, _ = _read(text)
    return _without_surrogates(value) if _may_have_surrogates(text) else value


def _text(data: bytes | str) -> str:
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    if not text.isascii():
        text = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def _may_have_surrogates(text: str) -> bool:
    return "\\ud" in text or "\\uD" in text


def _read(text: str) -> tuple[Value, int]:
    """Return the first document of ``text`` and where it ends."""
    global _scan  # noqa: PLW0603 - importing and building it is put off until it is needed
    if _scan is None:
        from json.decoder import JSONDecoder

        decoder: Any = JSONDecoder(
            parse_float=Number, parse_int=Number, parse_constant=_refuse_constant
        )
        _scan = decoder.scan_once
    start = len(text) - len(text.lstrip(" \t\r\n"))
    try:
        return _scan(text, start)
    except (ValueError, StopIteration):
        _refuse(text)
        raise SchemaFault("invalid JSON") from None
    except RecursionError:
        _refuse(text)
        raise SchemaFault("the schema is nested too deeply") from None


def _refuse_constant(text: str) -> None:
    raise ValueError(text)


def _refuse(text: str) -> None:
    """Raise Go's error for ``text``."""
    from helmwright.go.json_read import decode_prefix

    try:
        decode_prefix(text)
    except JSONError as error:
        raise SchemaFault(error.message) from None


def _without_surrogates(value: Value) -> Value:
    """Return ``value`` with halves of escaped UTF-16 pairs replaced, as Go does."""
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if type(value) is str and not value.isascii():
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in value)
    return value
