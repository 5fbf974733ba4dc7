"""Finds the part of a strategic merge patch that is wrong, for messages that point at it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import PatchError
from helmwright.kube.list_order import DELETE, PATCH
from helmwright.kube.patch_meta import MERGE, REPLACE, Type
from helmwright.patches.stream import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.kube.json_model import Document

_SCALARS = {
    "string": ("a text", (str,)),
    "bool": ("a boolean", (bool,)),
    "int64": ("a whole number", (int,)),
    "float64": ("a number", (int, float)),
}
_LISTS_ABOUT_LISTS = ("$setElementOrder/", "$deleteFromPrimitiveList/")


class Fault(NamedTuple):
    """What is wrong at ``path`` of a patch, and what to do."""

    path: Path
    message: str
    hint: str


def first_fault(patch: Document, schema: Type) -> Fault | None:
    """Return the first thing in a patch that its kind cannot have: a field, or a type of value.

    The Kubernetes code would put it into the object, which no API server then takes.
    """
    return next(_faults(patch, schema, ()), None)


def _faults(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    struct = _pointed(schema)
    known = type(struct) is Type  # of a custom resource, fields are not listed
    for key, value in patch.items():
        if key.startswith("$"):
            continue
        field = struct.fields.get(key)
        kind = struct.element if struct.kind == "map" else field.type if field else None
        if kind is None and struct.fields and known:
            yield _no_field(key, struct, (*path, key))
        elif value is not None and kind is not None:
            yield from _wrong_value(value, _pointed(kind), (*path, key))


def _no_field(key: str, struct: Type, path: Path) -> Fault:
    close = get_close_matches(key, struct.fields, 1)
    hint = f"did you mean {close[0]}?" if close else "look at its place and its indentation;"
    return Fault(
        path, f'{struct.name} has no field "{key}"', f"{hint} --type merge takes any field"
    )


def _wrong_value(value: Any, kind: Type, path: Path) -> Iterator[Fault]:
    expected = _expected(kind)
    if expected is not None and type(value) not in expected[1]:
        message = f"{path_text(path)} is {expected[0]}, not {kind_of(value)}"
        yield Fault(path, message, _type_hint(value, kind))
    elif type(value) is dict:
        yield from _faults(value, kind, path)
    elif type(value) is list and kind.element is not None:
        for index, element in enumerate(value):
            if type(element) is dict and PATCH in element:
                continue
            yield from _wrong_value(element, _pointed(kind.element), (*path, index))


def _expected(kind: Type) -> tuple[str, tuple[type, ...]] | None:
    """Return what a value of this type is, in words and in Python; ``None`` if it may be anything."""
    if kind.kind == "slice":
        return "a list", (list,)
    if kind.kind == "map" or (kind.kind == "struct" and kind.fields):
        return "a map", (dict,)
    return _SCALARS.get(kind.kind)


def _type_hint(value: Any, kind: Type) -> str:
    if kind.kind == "slice" and type(value) is dict:
        return "elements of a list begin with '- '"
    if type(value) is list:
        return "leave out the '- ' that makes a list"
    if kind.kind == "string" and type(value) is not dict:
        return "put it in quotes"
    return "look at its place in the API reference, and at its indentation"


def _pointed(schema: Type) -> Type:
    return schema.element if schema.kind == "ptr" and schema.element is not None else schema


def cause(patch: Document, schema: Type, message: str) -> Fault | None:
    """Return where in a patch the reason for an error of the Kubernetes code is.

    message: the error's. ``None`` if the patch does not show it.
    """
    for name, find in _FINDERS.items():
        if name in message:
            found = next(find(patch, schema, ()), None)
            return found and found._replace(message=message)
    return None


def _nested(patch: Document, schema: Type, path: Path) -> Iterator[tuple[Document, Type, Path]]:
    """Yield a map and all maps inside it with their types, as far as these are known."""
    yield patch, schema, path
    for key, value in patch.items():
        try:
            if type(value) is dict:
                yield from _nested(value, schema.map_field(key).type, (*path, key))
            elif type(value) is list and not key.startswith("$"):
                kind = schema.list_field(key).type
                for index, element in enumerate(value):
                    if type(element) is dict:
                        yield from _nested(element, kind, (*path, key, index))
        except PatchError:
            continue


def _directives(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    known = (REPLACE, DELETE)
    for inner, _, place in _nested(patch, schema, path):
        in_list = bool(place) and type(place[-1]) is int
        if PATCH in inner and inner[PATCH] not in known and (in_list or inner[PATCH] != MERGE):
            hint = "$patch is replace or delete; to merge, leave it out"
            yield Fault((*place, PATCH), "", hint)
        elif inner.get(PATCH) == MERGE:
            yield Fault((*place, PATCH), "", "$patch is replace or delete; to merge, leave it out")


def _without_key(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    for inner, kind, place in _nested(patch, schema, path):
        for key, value in inner.items():
            if type(value) is not list or key.startswith("$"):
                continue
            try:
                merge_key = kind.list_field(key).merge_key
            except PatchError:
                continue
            for index, element in enumerate(value):
                if merge_key and type(element) is dict and merge_key not in element:
                    if element.get(PATCH) == REPLACE:
                        continue
                    hint = (
                        f"elements of {key} are told apart by their {merge_key}: give this one's; "
                        "or replace the whole list with an element '$patch: replace'"
                    )
                    yield Fault((*place, key, index), "", hint)


def _unknown_fields(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    for inner, kind, place in _nested(patch, schema, path):
        for key, value in inner.items():
            if key.startswith("$") or type(value) not in (dict, list):
                continue
            try:
                kind.map_field(key) if type(value) is dict else kind.list_field(key)
            except PatchError as error:
                known = "api field" not in error.message and "not struct" not in error.message
                hint = (
                    "--type merge replaces the whole list, a JSON patch changes single elements"
                    if known
                    else f"{kind.name or 'the map'} has no field {key}: "
                    "look at its spelling and its indentation"
                )
                yield Fault((*place, key), error.message, hint)


def _special_keys(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    for inner, _, place in _nested(patch, schema, path):
        for key in inner:
            if key.startswith((*_LISTS_ABOUT_LISTS, "$retainKeys")):
                hint = (
                    "elements of the patch stand in the order that the directive gives"
                    if key.startswith(_LISTS_ABOUT_LISTS[0])
                    else "$retainKeys names all fields that stay, those of the patch among them"
                    if key == "$retainKeys"
                    else "$deleteFromPrimitiveList/<field> is a list of texts or numbers"
                )
                yield Fault((*place, key), "", hint)


def _mixed_lists(patch: Document, schema: Type, path: Path) -> Iterator[Fault]:
    for inner, _, place in _nested(patch, schema, path):
        for key, value in inner.items():
            if type(value) is list and value:
                for index, element in enumerate(value):
                    if type(element) is not type(value[0]):
                        hint = f"it is {kind_of(element)}, the first one is {kind_of(value[0])}"
                        yield Fault((*place, key, index), "", hint)
                yield Fault(
                    (*place, key), "", "elements here and in the object are of different kinds"
                )


_FINDERS = {
    "unknown patch type": _directives,
    "merging lists cannot yet be specified": _directives,
    "does not contain declared merge key": _without_key,
    "cannot merge lists without merge key": _without_key,
    "unable to find api field": _unknown_fields,
    "data type is not struct": _unknown_fields,
    "expected slice or array type": _unknown_fields,
    "together tell its elements apart": _unknown_fields,
    "setElementOrder": _special_keys,
    "retainKeys": _special_keys,
    "primitive list": _special_keys,
    "list element types are not identical": _mixed_lists,
}


def path_text(path: Path) -> str:
    """Return a path as messages show it: ``spec.containers[0].image``."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
