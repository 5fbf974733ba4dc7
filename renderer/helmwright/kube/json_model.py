"""JSON documents as Kubernetes' patch code sees them: equality, types and texts of values.

Documents are plain data: ``dict``, ``list``, ``str``, ``bool``, ``None``, ``int`` (Go's int64) and
``float`` (float64). Go compares values with their type: ``1``, ``1.0``, ``"1"`` and ``true`` are
four different values here, where Python would call three of them equal.
Source: k8s.io/apimachinery pkg/util/strategicpatch/errors.go, pkg/util/mergepatch/errors.go.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError, PatchPanicError
from helmwright.go.fmt import format_value
from helmwright.go.kinds import Int64

if TYPE_CHECKING:
    from collections.abc import Iterable

Document = dict[str, Any]

_TYPE_NAMES = {
    dict: "map[string]interface {}",
    list: "[]interface {}",
    str: "string",
    bool: "bool",
    int: "int64",
    float: "float64",
    type(None): "%!s(<nil>)",
}
_CONTAINERS = (dict, list)
_INT64 = 1 << 63


def copy_document(value: Any) -> Any:
    """Return a deep copy of ``value``; scalars are shared."""
    kind = type(value)
    if kind is dict:
        return {key: copy_document(member) for key, member in value.items()}
    if kind is list:
        return [copy_document(member) for member in value]
    return value


def from_data(value: Any) -> Any:
    """Return ``value`` as Go reads it from JSON: a copy in which floats without a fraction are ints.

    Other classes of numbers and strings become plain ones. Raises ``PatchError`` for what JSON cannot
    say: keys that are no strings, infinities, objects of other classes.
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if kind is dict:
        copied = {}
        for key, member in value.items():
            if type(key) is not str:
                raise PatchError(f"a JSON document has strings as keys, not {key!r}")
            copied[key] = from_data(member)
        return copied
    if kind is list:
        return [from_data(member) for member in value]
    return _number(value)


def _number(value: Any) -> Any:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and -_INT64 <= value < _INT64:
        return int(value)
    with suppress(OverflowError):  # an integer that no float can hold
        if isinstance(value, (int, float)) and math.isfinite(value):
            whole = int(value)
            return whole if value == whole and -_INT64 <= whole < _INT64 else float(value)
    raise PatchError(f"a JSON document cannot hold {value!r}")


def without_nulls(value: Any) -> Any:
    """Return a copy without null members of maps at any depth; null elements of lists stay."""
    if type(value) is dict:
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if type(value) is list:
        return [without_nulls(member) for member in value]
    return value


def same(left: Any, right: Any) -> bool:
    """Tell whether Go's ``==`` holds; raises ``PatchPanicError`` where Go panics."""
    kind = type(left)
    if kind is not type(right):
        return False
    if kind in _CONTAINERS:
        raise PatchPanicError(f"runtime error: comparing uncomparable type {_TYPE_NAMES[kind]}")
    return bool(left == right)


def deep_equal(left: Any, right: Any) -> bool:
    """Tell whether Go's ``reflect.DeepEqual`` holds."""
    kind = type(left)
    if kind is not type(right):
        return False
    if kind is dict:
        return left.keys() == right.keys() and all(
            deep_equal(value, right[key]) for key, value in left.items()
        )
    if kind is list:
        return len(left) == len(right) and all(map(deep_equal, left, right))
    return bool(left == right)


def identical(one: Any, other: Any) -> bool:
    """Tell whether two values are the same, types and the order of maps included.

    It is quick, and False for a few that are the same after all. The texts tell 1, 1.0 and true apart.
    """
    return bool(one == other) and repr(one) == repr(other)


def hashed(value: Any) -> tuple[type, Any]:
    """Return ``value`` as a member of a set that tells types apart.

    Raises ``PatchPanicError`` where Go panics.
    """
    kind = type(value)
    if kind in _CONTAINERS:
        raise PatchPanicError(f"runtime error: hash of unhashable type {_TYPE_NAMES[kind]}")
    return kind, value


def text(value: Any) -> str:
    """Return ``value`` as Go prints it with ``%v``."""
    return value if type(value) is str else format_value(value)


def with_int64(value: Any) -> Any:
    """Return ``value`` with its integers as Go's int64, for formatting with their type."""
    kind = type(value)
    if kind is dict:
        return {key: with_int64(member) for key, member in value.items()}
    if kind is list:
        return [with_int64(member) for member in value]
    return Int64(value) if kind is int else value


def type_name(value: Any) -> str:
    """Return the name that error messages give to the type of ``value``."""
    return _TYPE_NAMES[type(value)]


def wrong_type(expected: str, found: Any) -> PatchError:
    """Return the error for a value of another type than ``expected``, which is a Go type."""
    return PatchError(f"expected a {expected}, but received a {type_name(found)}")


def require_map(value: Any) -> Document:
    """Return ``value`` if it is a map; raises ``PatchError`` otherwise."""
    if type(value) is not dict:
        raise wrong_type(_TYPE_NAMES[dict], value)
    return value


def require_list(value: Any) -> list[Any]:
    """Return ``value`` if it is a list; raises ``PatchError`` otherwise."""
    if type(value) is not list:
        raise wrong_type(_TYPE_NAMES[list], value)
    return value


def no_merge_key(element: Document, key: str) -> PatchError:
    """Return the error for a list element that lacks the merge key."""
    return PatchError(f"map: {text(element)} does not contain declared merge key: {key}")


def element_type(*lists: Iterable[Any]) -> type:
    """Return the one type of all elements.

    Raises ``PatchError`` if they differ, are lists, or if there are none; ``PatchPanicError`` if
    the first is null.
    """
    found: type | None = None
    for members in lists:
        for member in members:
            kind = type(member)
            if found is None:
                if member is None:
                    raise PatchPanicError(
                        "runtime error: invalid memory address or nil pointer dereference"
                    )
                if kind is list:
                    raise PatchError("lists of lists are not supported")
                found = kind
            elif kind is not found:
                shown = text([list(members) for members in lists])
                raise PatchError(f"list element types are not identical: {shown}")
    if found is None:
        raise PatchError("no elements in any of the given slices")
    return found
