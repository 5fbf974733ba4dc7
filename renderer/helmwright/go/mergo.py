"""Merging maps into maps, by the rules of mergo that sprig's ``merge`` shows.

Maps and lists are inserted by reference, as in Go: whoever changes them later changes both sides.

Source: dario.cat/mergo v1.0.1, merge.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.compare import is_nil
from helmwright.go.kinds import MAPS, Map, NamedMap, Struct, kind, plain_map, type_name
from helmwright.go.limits import LARGE_COLLECTION, NODE_LIMIT, WORK, LimitError

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

DIFFERENT_TYPES = "src and dst must be of same type"
_NOT_ASSIGNABLE = "reflect.Value.SetMapIndex: value of type {} is not assignable to type {}"
_ANY = "interface {}"
_MISSING = object()


class MergeError(FunctionError):
    """An error that mergo returns (sprig's ``merge`` swallows it); a panic is no MergeError."""


def merge(  # noqa: C901 - one loop, so that depth costs no stack
    target: dict[str, Value] | None, source: dict[str, Value] | None, *, overwrite: bool
) -> dict[str, Value]:
    """Merge ``source`` into ``target`` and return the target.

    Values that are empty in the target (zero, nil, ``""``, no elements) are filled from the source;
    with ``overwrite`` the source's values win even if empty, but no map is replaced by a map.
    A nil target becomes a new map, unless the source is nil too.
    """
    if target is None or is_nil(target):
        if source is None or is_nil(source):
            return Map(nil=True)
        target = {}
    pending = [(target, source or {})]
    merged = counted = 0
    while pending:
        into, other = pending.pop()
        merged += 1 + len(other)
        if merged > NODE_LIMIT:
            raise LimitError(
                f"merge of maps that have more than {NODE_LIMIT} entries, or contain themselves"
            )
        if merged - counted > LARGE_COLLECTION:
            WORK.spend(merged - counted)
            counted = merged
        for key, value in other.items():
            current = into.get(key, _MISSING)
            if isinstance(value, MAPS) and isinstance(current, MAPS) and not is_nil(current):
                # A map that stays empty is replaced, even by one with nothing but nil values.
                if current or (value if overwrite else _has_values(value)):
                    pending.append((plain_map(current), plain_map(value)))
                    continue
            elif value is None and not overwrite:
                continue
            _check(into, current, value, overwrite=overwrite)
            if overwrite or _is_empty(current):
                _assign(into, key, value, other, current)
    return target


def _has_values(mapping: dict[str, Value] | NamedMap) -> bool:
    return any(value is not None for value in mapping.values())


def _check(into: dict[str, Value], current: Value, value: Value, *, overwrite: bool) -> None:
    """Refuse the pairs of values that mergo refuses."""
    if isinstance(value, list | bytes):
        _check_list(into, current, value, overwrite=overwrite)
    if isinstance(current, Struct):
        _check_struct(current, value, overwrite=overwrite)


def _check_list(into: dict[str, Value], current: Value, value: Value, *, overwrite: bool) -> None:
    """Refuse a list for a map whose values are of another type."""
    element = _element(into)
    if element == _ANY:
        return
    if element == "string" and current is not _MISSING:
        raise FunctionError("reflect: call of reflect.Value.IsNil on string Value")
    if (overwrite or current is _MISSING) and type_name(value) != element:
        raise FunctionError(_NOT_ASSIGNABLE.format(type_name(value), element))


def _check_struct(current: Struct, value: Value, *, overwrite: bool) -> None:
    """Refuse what mergo refuses when a map or a struct comes upon a struct or a pointer."""
    if not isinstance(value, (*MAPS, Struct)):
        return
    if current.go_kind == "ptr":
        if not overwrite and kind(value) != "ptr":
            raise MergeError(DIFFERENT_TYPES)
    elif current.go_fields and isinstance(value, MAPS):
        raise FunctionError("reflect: call of reflect.Value.Field on map Value")


def _element(mapping: dict[str, Value]) -> str:
    """Return the Go type of a map's values."""
    return mapping.go_element if isinstance(mapping, Map) else _ANY


def _assign(
    into: dict[str, Value], key: str, value: Value, source: dict[str, Value], current: Value
) -> None:
    """Set one key; a map of another type than ``interface {}`` takes values of its own type only."""
    element, given = _element(into), _element(source)
    # A list that takes the place of another has been set before, when Go knew its own type.
    listed = isinstance(value, list | bytes) and not _is_empty(current)
    if element not in (_ANY, given) and not listed:
        raise FunctionError(_NOT_ASSIGNABLE.format(given, element))
    into[key] = value


def _is_empty(value: Value) -> bool:
    """Tell whether mergo takes ``value`` for an empty one."""
    if value is _MISSING or value is None:
        return True
    if isinstance(value, Struct | complex):
        return False
    return not value
