"""JSON patch (RFC 6902): add, remove, replace, move, copy and test, one after the other.

The results are those of the library that the API server, kubectl and Helm use, which is laxer than
the RFC: an index may be negative and counts from the end then; ``replace`` adds a member that a map
does not have; ``copy`` of such a member makes a null, and ``test`` takes it for null; ``add`` without
a value adds null. It is stricter in one thing: only ``replace`` and ``test`` can be about the whole
document. It compares the JSON texts of strings and numbers, where their values are compared here.
Source: github.com/evanphx/json-patch v4 patch.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, JSONPatchError, PatchError
from helmwright.go import strconv
from helmwright.kube.json_model import Document, copy_document, deep_equal

if TYPE_CHECKING:
    from collections.abc import Callable

    Container = dict[str, Any] | list[Any]

_MISSING = "missing value"
_INVALID_INDEX = "invalid index referenced"
_JSON_NAMES = {dict: "object", list: "array", bool: "bool", int: "number", float: "number"}


def apply_json_patch(original: Container, operations: Any) -> Container:
    """Return ``original`` with the operations of a JSON patch done; inputs are not changed.

    Raises ``JSONPatchError`` for the first operation that fails, ``PatchError`` if ``operations`` are
    no list of maps.
    """
    if type(operations) is not list or any(type(one) is not dict for one in operations):
        raise PatchError("a JSON patch is a list of operations, each a map with op and path")
    document: Container = copy_document(original)
    for index, operation in enumerate(operations):
        try:
            document = _execute(document, operation)
        except GoError as error:
            raise JSONPatchError(error.message, index, _shown(operation)) from None
    return document


def _shown(operation: Document) -> str:
    words = [operation.get(name) for name in ("op", "from", "path")]
    return " ".join(word for word in words if type(word) is str)


def _execute(document: Container, operation: Document) -> Container:
    kind = operation.get("op")
    if type(kind) is not str:
        kind = "unknown"
    if kind in ("replace", "test") and operation.get("path") == "":
        return _whole(document, operation, kind)
    if kind not in _OPERATIONS:
        raise GoError(f"Unexpected kind: {kind}")
    _OPERATIONS[kind](document, operation)
    return document


def _whole(document: Container, operation: Document, kind: str) -> Container:
    """Execute an operation on the whole document."""
    value = operation.get("value")
    if kind == "test":
        if not deep_equal(document, value):
            raise GoError("testing value  failed: test failed")
        return document
    if type(value) is not dict and type(value) is not list:
        raise GoError("replace operation value must be object or array")
    replaced: Container = copy_document(value)
    return replaced


def _add(document: Container, operation: Document) -> None:
    path = _decoded(operation, "path", "add", exact=False)
    place, key = _find(document, path)
    if place is None:
        raise GoError(f'add operation does not apply: doc is missing path: "{path}": {_MISSING}')
    _with_context(f"error in add for path: '{path}'", _insert, place, key, _value(operation))


def _remove(document: Container, operation: Document) -> None:
    path = _decoded(operation, "path", "remove", exact=False)
    place, key = _find(document, path)
    if place is None:
        raise GoError(f'remove operation does not apply: doc is missing path: "{path}": {_MISSING}')
    _with_context(f"error in remove for path: '{path}'", _delete, place, key)


def _replace(document: Container, operation: Document) -> None:
    path = _decoded(operation, "path", "replace")
    place, key = _find(document, path)
    if place is None:
        raise GoError(f"replace operation does not apply: doc is missing path: {path}: {_MISSING}")
    if isinstance(place, dict):
        place[key] = _value(operation)
        return
    try:
        index = _index(place, key)
    except GoError:
        raise GoError(
            f"replace operation does not apply: doc is missing key: {path}: {_MISSING}"
        ) from None
    place[index] = _value(operation)


def _move(document: Container, operation: Document) -> None:
    source = _decoded(operation, "from", "move")
    place, key = _find(document, source)
    if place is None:
        raise GoError(
            f"move operation does not apply: doc is missing from path: {source}: {_MISSING}"
        )
    value = _with_context(f"error in move for path: '{key}'", _get, place, key)
    _with_context(f"error in move for path: '{key}'", _delete, place, key)
    path = _decoded(operation, "path", "move")
    place, key = _find(document, path)
    if place is None:
        raise GoError(
            f"move operation does not apply: doc is missing destination path: {path}: {_MISSING}"
        )
    _with_context(f"error in move for path: '{path}'", _insert, place, key, value)


def _copy(document: Container, operation: Document) -> None:
    source = _decoded(operation, "from", "copy")
    place, key = _find(document, source)
    if place is None:
        raise GoError(
            f"copy operation does not apply: doc is missing from path: {source}: {_MISSING}"
        )
    value = _with_context(f"error in copy for from: '{source}'", _get, place, key)
    path = _decoded(operation, "path", "copy", exact=False)
    place, key = _find(document, path)
    if place is None:
        raise GoError(
            f"copy operation does not apply: doc is missing destination path: {path}: {_MISSING}"
        )
    context = "error while adding value during copy"
    _with_context(context, _insert, place, key, copy_document(value))


def _test(document: Container, operation: Document) -> None:
    path = _decoded(operation, "path", "test")
    place, key = _find(document, path)
    if place is None:
        raise GoError(f"test operation does not apply: is missing path: {path}: {_MISSING}")
    value = _with_context(f"error in test for path: '{path}'", _get, place, key)
    if not deep_equal(value, operation.get("value")):
        raise GoError(f"testing value {path} failed: test failed")


_OPERATIONS: dict[str, Callable[[Container, Document], None]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "move": _move,
    "copy": _copy,
    "test": _test,
}


def _with_context(context: str, step: Callable[..., Any], *arguments: Any) -> Any:
    """Return what ``step`` returns; an error gets ``context`` before its text."""
    try:
        return step(*arguments)
    except GoError as error:
        raise GoError(f"{context}: {error.message}") from None


def _value(operation: Document) -> Any:
    return copy_document(operation.get("value"))


def _decoded(operation: Document, member: str, kind: str, *, exact: bool = True) -> str:
    """Return the pointer in a member of an operation.

    exact: the error tells a missing member from one of another type.
    """
    pointer = operation.get(member)
    if type(pointer) is str:
        return pointer
    reason = _MISSING
    if exact and pointer is not None:
        name = _JSON_NAMES[type(pointer)]
        reason = f"json: cannot unmarshal {name} into Go value of type string"
    elif exact:
        comma = "," if member == "from" else ""
        reason = f"operation{comma} missing {member} field: {_MISSING}"
    raise GoError(f"{kind} operation failed to decode {member}: {reason}")


def _find(document: Container, pointer: str) -> tuple[Container | None, str]:
    """Return the map or list that holds what ``pointer`` is about, and the last key."""
    steps = pointer.split("/")
    if len(steps) == 1:
        return None, ""
    place: Any = document
    for step in steps[1:-1]:
        try:
            place = _get(place, _unescape(step))
        except GoError:
            return None, ""
        if type(place) is not dict and type(place) is not list:
            return None, ""
    return place, _unescape(steps[-1])


def _unescape(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def _index(place: list[Any], key: str, room: int = 0) -> int:
    """Return the index that ``key`` means in a list, or in one with ``room`` more elements."""
    index = strconv.atoi(key)
    size = len(place) + room
    if not -size <= index < size:
        raise GoError(f"Unable to access invalid index: {index}: {_INVALID_INDEX}")
    return index + size if index < 0 else index


def _get(place: Container, key: str) -> Any:
    return place.get(key) if isinstance(place, dict) else place[_index(place, key)]


def _insert(place: Container, key: str, value: Any) -> None:
    if isinstance(place, dict):
        place[key] = value
    elif key == "-":
        place.append(value)
    else:
        context = f"value was not a proper array index: '{key}'"
        _with_context(context, strconv.atoi, key)
        place.insert(_index(place, key, 1), value)


def _delete(place: Container, key: str) -> None:
    if isinstance(place, list):
        del place[_index(place, key)]
    elif key in place:
        del place[key]
    else:
        raise GoError(f"Unable to remove nonexistent key: {key}: {_MISSING}")
