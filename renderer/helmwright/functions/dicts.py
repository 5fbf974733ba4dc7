"""sprig's functions on maps. ``set``, ``unset`` and the merges change the map they are given.

Source: sprig v3.3.0, dict.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.functions.coercion import strval
from helmwright.go import mergo
from helmwright.go.function import Family
from helmwright.go.kinds import Map, StringSlice, type_name
from helmwright.go.limits import LARGE_COLLECTION, WORK

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

DICTS = Family()

_PLAIN_MAP = "map[string]interface {}"


@DICTS.function("dict")
def dict_(*entries: Value) -> dict[str, Value]:
    """Return a map of alternating keys and values; a last key without value gets ``""``."""
    if len(entries) % 2:
        entries = (*entries, "")
    keys = [key if type(key) is str else strval(key) for key in entries[::2]]
    return dict(zip(keys, entries[1::2], strict=True))


@DICTS.function("get")
def get(mapping: dict[str, Value], key: str) -> Value:
    """Return the value of ``key``, or ``""`` if there is none."""
    return mapping.get(key, "") if mapping else ""


@DICTS.function("set")
def set_(mapping: dict[str, Value], key: str, value: Value) -> dict[str, Value]:
    """Set ``key`` in the map and return the map itself."""
    if mapping is None or (type(mapping) is not dict and getattr(mapping, "nil", False)):
        raise FunctionError("assignment to entry in nil map")
    mapping[key] = value
    return mapping


@DICTS.function("unset")
def unset(mapping: dict[str, Value], key: str) -> dict[str, Value]:
    """Remove ``key`` from the map and return the map itself."""
    if mapping is None:
        return Map(nil=True)
    mapping.pop(key, None)
    return mapping


@DICTS.function("hasKey")
def has_key(mapping: dict[str, Value], key: str) -> bool:
    """Tell whether the map has ``key``, even if its value is nil."""
    return mapping is not None and key in mapping


@DICTS.function("pluck")
def pluck(key: str, *mappings: dict[str, Value]) -> list[Value]:
    """Return the values of ``key`` in the maps that have it."""
    return [mapping[key] for mapping in mappings if mapping and key in mapping]


@DICTS.function("keys")
def keys(*mappings: dict[str, Value]) -> StringSlice:
    """Return the keys of all maps (in Go in random order)."""
    found = StringSlice([key for mapping in mappings if mapping for key in mapping])
    if len(found) > LARGE_COLLECTION:
        WORK.spend(len(found) // 4)
    return found


@DICTS.function("values")
def values(mapping: dict[str, Value]) -> list[Value]:
    """Return the values of a map (in Go in random order)."""
    if mapping and len(mapping) > LARGE_COLLECTION:
        WORK.spend(len(mapping) // 4)
    return list(mapping.values()) if mapping else []


@DICTS.function("pick")
def pick(mapping: dict[str, Value], *names: str) -> dict[str, Value]:
    """Return a new map with only the given keys."""
    return {name: mapping[name] for name in names if name in mapping} if mapping else {}


@DICTS.function("omit")
def omit(mapping: dict[str, Value], *names: str) -> dict[str, Value]:
    """Return a new map without the given keys."""
    if mapping and len(mapping) > LARGE_COLLECTION:
        WORK.spend(len(mapping))
    return {key: value for key, value in mapping.items() if key not in names} if mapping else {}


@DICTS.function("dig")
def dig(*arguments: Value) -> Value:
    """Follow keys into nested maps: ``dig KEY… DEFAULT MAP``; the default if a key is missing.

    Raises FunctionError when a key is no string or leads to something that is no map.
    """
    if len(arguments) < 3:
        raise FunctionError("dig needs at least three arguments")
    *path, default, mapping = arguments
    _assert_type(mapping, _PLAIN_MAP)
    for key in path:
        _assert_type(key, "string")
    for key in path[:-1]:
        if key not in mapping:
            return default
        mapping = mapping[key]
        _assert_type(mapping, _PLAIN_MAP)
    return mapping.get(path[-1], default)


def _assert_type(value: Value, wanted: str) -> None:
    """Refuse as Go's type assertion does, whose word for a missing type is ``nil``."""
    name = type_name(value)
    if name != wanted:
        found = "nil" if value is None else name
        raise FunctionError(f"interface conversion: interface {{}} is {found}, not {wanted}")


@DICTS.function("merge")
def merge(target: dict[str, Value], *sources: dict[str, Value]) -> Value:
    """Fill what is missing or empty in ``target`` from the sources, and return it."""
    try:
        return must_merge(target, *sources)
    except mergo.MergeError:
        return ""


@DICTS.function("mustMerge")
def must_merge(target: dict[str, Value], *sources: dict[str, Value]) -> Value:
    """Merge like ``merge``, but report values that cannot be merged."""
    if not sources:
        return Map(nil=True) if target is None else target
    for source in sources:
        target = mergo.merge(target, source, overwrite=False)
    return target


@DICTS.function("mergeOverwrite")
def merge_overwrite(target: dict[str, Value], *sources: dict[str, Value]) -> Value:
    """Write the values of the sources over those of ``target``, and return it."""
    try:
        return must_merge_overwrite(target, *sources)
    except mergo.MergeError:
        return ""


@DICTS.function("mustMergeOverwrite")
def must_merge_overwrite(target: dict[str, Value], *sources: dict[str, Value]) -> Value:
    """Merge like ``mergeOverwrite``, but report values that cannot be merged."""
    if not sources:
        return Map(nil=True) if target is None else target
    for source in sources:
        target = mergo.merge(target, source, overwrite=True)
    return target


@DICTS.function("deepCopy", "mustDeepCopy")
def deep_copy(value: Value) -> Value:
    """Return a copy that shares no map and no list with ``value``."""
    from helmwright.go.deep_copy import deep_copy as copy_deeply

    return copy_deeply(value)
