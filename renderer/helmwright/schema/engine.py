"""One schema text and one value: reading, checking against the metaschema, compiling, validating.

Source: helm pkg/chart/common/util/jsonschema.go; santhosh-tekuri/jsonschema draft.go, roots.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.strconv import quote
from helmwright.schema.bounds import bounded
from helmwright.schema.compile import Compiler, Schema
from helmwright.schema.drafts import DRAFTS, is_meta_host, read_json
from helmwright.schema.evaluate import validate
from helmwright.schema.messages import Failure, SchemaFault, text
from helmwright.schema.resources import ROOT_URL, Dialect, Document, Library, write_place

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.go.kinds import Value

_TOO_DEEP = "unable to validate schema: the schema or the values are nested too deeply"
_CACHE_SIZE = 64
_compiled: dict[bytes | str, Schema] = {}
_metaschemas: dict[str, Schema] = {}


def check(schema: bytes | str, values: Value, log: Log) -> Failure | None:
    """Return what is wrong with ``values``, or None.

    Raises SchemaFault with Go's text if the schema is unusable, and SchemaError if this takes too
    long. Schemas are compiled once.
    """
    try:
        with bounded():
            compiled = _compiled.get(schema)
            if compiled is None:
                compiled = _compile(schema, log)
            return validate(compiled, values)
    except RecursionError:
        raise SchemaFault(_TOO_DEEP) from None


def _compile(schema: bytes | str, log: Log) -> Schema:
    library = Library(_check_schema, log)
    library.loaded[ROOT_URL] = read_json(schema)
    compiled = Compiler(library).compile(ROOT_URL)
    if all(url == ROOT_URL or is_meta_host(url) for url in library.documents):
        # Other documents may change on disk, and their warnings have to be repeated.
        if len(_compiled) >= _CACHE_SIZE:
            _compiled.clear()
        _compiled[schema] = compiled
    return compiled


def _check_schema(document: Document, value: Value, pointer: str) -> None:
    """Raise SchemaFault if the metaschema refuses the schema at ``pointer``."""
    dialect = document.resource(pointer).dialect

    def other(place: str, _current: Schema) -> Schema | None:
        resource = document.resources.get(place)
        return None if resource is None else _metaschema(resource.dialect)

    failure = validate(_metaschema(dialect), value, other)
    if failure is not None:
        place = quote(write_place((document.url, pointer)))
        raise SchemaFault(f"{place} is not valid against metaschema: {text(failure)}")


def _metaschema(dialect: Dialect) -> Schema:
    """Return the metaschema of a dialect."""
    draft, vocabularies = dialect
    if vocabularies is None:
        return _bundled(draft.url)
    names = sorted(vocabularies)
    name = f"{draft.version} {' '.join(names)}"
    if name not in _metaschemas:
        schema = Schema(("urn:mem:metaschema", ""))
        schema.location = "urn:mem:metaschema"
        schema.draft = draft.version
        base = draft.url.removesuffix("schema") + "meta/"
        schema.all_of = [_bundled(base + vocabulary) for vocabulary in names]
        if draft is DRAFTS[2020]:
            schema.dynamic_anchor = "meta"
            schema.dynamic_anchors = {"meta": schema}
        _metaschemas[name] = schema
    return _metaschemas[name]


def _bundled(url: str) -> Schema:
    """Return the compiled metaschema at ``url``."""
    if url not in _metaschemas:
        library = Library(lambda *_: None, lambda *_, **__: None)
        _metaschemas[url] = Compiler(library, formats=True).compile(url)
    return _metaschemas[url]
