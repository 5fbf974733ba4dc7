"""Values as data: reading their YAML, merging maps, copying, and looking up dotted paths.

Every YAML number is a ``float``; the keys of every map are strings. A values map is a plain
``dict``; nothing in here changes its arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position, ValuesError, YAMLError
from helmwright.base.templated_text import TemplatedText
from helmwright.eras.era import DEFAULT
from helmwright.go.kinds import NamedMap

if TYPE_CHECKING:
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value

TOO_DEEP = "values are nested too deeply"


def load_values(data: bytes | str, *, path: str = "", era: Era = DEFAULT) -> dict[str, Value]:
    """Return the values in ``data``, a stream of YAML documents, merged in their order.

    In an era that knows one document only, the first counts.

    path: the file that ``data`` came from, for the error's position; the message never has it.
    Raises ValuesError with Helm's text, which a caller prefixes with ``failed to parse PATH: `` or
    ``cannot load values.yaml: ``.
    Source: helm pkg/chart/v2/loader/load.go (LoadValues).
    """
    from helmwright.go.yaml_read import load_map, read_documents

    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    if not era.values_documents:
        return _single_document(text, path, data)
    documents = read_documents(text, path)
    values: dict[str, Value] = {}
    while True:
        try:
            document = next(documents, None)
        except YAMLError as error:
            message = f"error reading yaml document: {error.message}"
            raise _located(message, path, error, data) from _cause(error, data)
        if document is None:
            return values
        try:
            current = load_map(document, path)
        except YAMLError as error:
            message = f"cannot unmarshal yaml document: {error.message}"
            raise _located(message, path, error, data) from _cause(error, data)
        except RecursionError:
            raise ValuesError(TOO_DEEP) from None
        values = merge_maps(values, current) if values else current


def _single_document(text: str, path: str, data: bytes | str) -> dict[str, Value]:
    """Return the values of the first document. Source: helm v3 pkg/chart/loader/load.go."""
    from helmwright.go.yaml_read import load_map

    try:
        return load_map(text, path)
    except YAMLError as error:
        raise _located(error.message, path, error, data) from _cause(error, data)
    except RecursionError:
        raise ValuesError(TOO_DEEP) from None


def _located(message: str, path: str, error: YAMLError, data: bytes | str) -> ValuesError:
    """Return a ValuesError at the place of ``error`` if both file and line are known."""
    place = error.position
    if isinstance(data, TemplatedText):
        message = data.message(message)
        place = place and data.place(place)
        return ValuesError(message, place)
    if not path or place is None:
        return ValuesError(message)
    return ValuesError(message, Position(path, place.line, place.column))


def _cause(error: YAMLError, data: bytes | str) -> YAMLError | None:
    """Return what tracebacks may show: of templates nothing, since it may quote their context."""
    return None if isinstance(data, TemplatedText) else error


def merge_maps(below: dict[str, Value], above: dict[str, Value]) -> dict[str, Value]:
    """Return both maps as one, maps inside them merged; of other values, ``above`` has its way.

    A null in ``above`` replaces: it is coalescing that removes keys.
    Source: helm pkg/chart/v2/loader/load.go (MergeMaps).
    """
    merged = below.copy()
    for key, value in above.items():
        if isinstance(value, dict):
            old = merged.get(key)
            if isinstance(old, dict):
                merged[key] = merge_maps(old, value)
                continue
        merged[key] = value
    return merged


def copy_values(values: dict[str, Value]) -> dict[str, Value]:
    """Return ``values`` with its maps and lists copied at every depth; scalars are shared."""
    copied = values.copy()
    for key, value in values.items():
        shape = type(value)
        if shape is dict:
            copied[key] = copy_values(value) if value else {}
        elif shape is list:
            copied[key] = _copy_list(value) if value else []
    return copied


def _copy_list(items: list[Value]) -> list[Value]:
    return [
        copy_values(item)
        if type(item) is dict
        else _copy_list(item)
        if type(item) is list
        else item
        for item in items
    ]


def table_at(values: dict[str, Value], name: str) -> dict[str, Value]:
    """Return the map at the dotted ``name``, itself and not a copy.

    Raises ValuesError ``"part" is not a table`` for the first part that is not a map.
    Source: helm pkg/chart/common/values.go (Values.Table).
    """
    table = values
    for part in name.split("."):
        inner = table.get(part)
        if isinstance(inner, NamedMap):
            inner = inner.plain
        if type(inner) is not dict:
            raise ValuesError(f"{_quote(part)} is not a table")
        table = inner
    return table


def path_value(values: dict[str, Value], path: str) -> Value:
    """Return the value at the dotted ``path``, which must not be a map (a null is a value).

    Raises ValuesError ``"last part" is not a value`` where there is none.
    Source: helm pkg/chart/common/values.go (Values.PathValue).
    """
    if not path:
        raise ValuesError("YAML path cannot be empty")
    *parents, last = path.split(".")
    table = values
    for part in parents:
        inner = table.get(part)
        if isinstance(inner, NamedMap):
            inner = inner.plain
        if type(inner) is not dict:
            raise ValuesError(f"{_quote(last)} is not a value")
        table = inner
    if last in table and type(table[last]) is not dict:
        return table[last]
    raise ValuesError(f"{_quote(last)} is not a value")


def _quote(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)
