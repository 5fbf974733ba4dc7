"""Equality and order of Go values: reflect.DeepEqual, and the comparisons of text/template.

Source: reflect/deepequal.go; text/template/funcs.go (eq, lt, le), exec.go (isTrue).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.kinds import CONTAINERS, NilBytes, Struct, is_integer, kind, type_name

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

BAD_COMPARISON_TYPE = "invalid type for comparison"
NO_COMPARISON = "missing argument for comparison"
_SCALARS = frozenset({str, int, float, bool})
_CLASSES = {
    str: "string",
    int: "int",
    float: "float",
    bool: "bool",
    complex: "complex",
}


def is_nil(value: Value) -> bool:
    """Tell whether ``value`` is nil: no value at all, or a nil slice or map."""
    return value is None or getattr(value, "nil", False)


def is_true(value: Value) -> bool:
    """Tell whether ``value`` counts as true in a condition: neither zero, nor nil, nor empty."""
    return isinstance(value, Struct) or bool(value)


def comparison_class(value: Value) -> str | None:
    """Return which values ``value`` may be compared with, ``None`` for all but the basic kinds.

    Integers of any size are ``int`` or ``uint``.
    """
    name = _CLASSES.get(type(value))
    if name is None and is_integer(value):
        name = "uint" if kind(value).startswith("uint") else "int"
    return name


def deep_equal(left: Value, right: Value) -> bool:
    """Tell whether two values are of the same types and equal throughout: reflect.DeepEqual."""
    if type(left) is type(right) and type(left) in _SCALARS:
        return bool(left == right)
    pending: list[tuple[Value, Value]] = [(left, right)]
    visited: set[tuple[int, int]] = set()
    while pending:
        left, right = pending.pop()
        if type(left) is type(right) and type(left) in _SCALARS:
            if left != right:
                return False
        elif not _equal_outside(left, right):
            return False
        elif (
            isinstance(left, (*CONTAINERS, Struct))
            and left is not right
            and (id(left), id(right)) not in visited
        ):
            visited.add((id(left), id(right)))
            inside = _pairs(left, right)
            if inside is None:
                return False
            pending.extend(inside)
    return True


def _equal_outside(left: Value, right: Value) -> bool:
    """Compare types, lengths and whatever is no container."""
    if type(left) is not type(right) and type_name(left) != type_name(right):
        return False
    if isinstance(left, CONTAINERS):
        return is_nil(left) == is_nil(right) and len(left) == len(right)
    if isinstance(left, Struct):
        return True
    return bool(left == right) and isinstance(left, NilBytes) == isinstance(right, NilBytes)


def _pairs(left: Value, right: Value) -> list[tuple[Value, Value]] | None:
    """Return what must be equal inside two containers of one type, ``None`` if they differ."""
    if isinstance(left, list):
        return list(zip(left, right, strict=True))
    if isinstance(left, Struct):
        if type(left).__eq__ is not object.__eq__:
            return [] if left == right else None
        return _attributes(left, right)
    if left.keys() != right.keys():
        return None
    return [(value, right[key]) for key, value in left.items()]


def _attributes(left: Struct, right: Struct) -> list[tuple[Value, Value]] | None:
    """Return the fields of two structs of one type, also those that templates cannot see."""
    names = [name for base in type(left).__mro__ for name in base.__dict__.get("__slots__", ())]
    names += getattr(left, "__dict__", {})
    if not names:
        return None
    return [(getattr(left, name, None), getattr(right, name, None)) for name in names]


def equal(left: Value, right: Value) -> bool:
    """Compare two values as the template function ``eq`` does.

    Raises FunctionError for kinds that cannot be compared with each other.
    """
    left_class = comparison_class(left)
    right_class = comparison_class(right)
    if left_class == right_class:
        return bool(left == right) if left_class else _equal_containers(left, right)
    if {left_class, right_class} == {"int", "uint"}:
        return bool(left == right)
    if left is None or right is None:
        return False
    raise FunctionError(
        f"incompatible types for comparison: {type_name(left)} and {type_name(right)}"
    )


def _equal_containers(left: Value, right: Value) -> bool:
    """Compare two values of which neither is of a basic kind."""
    left_kind, right_kind = kind(left), kind(right)
    if left_kind != right_kind and left is not None and right is not None:
        raise FunctionError(
            f"non-comparable types {_text(left)}: {type_name(left)}, "
            f"{type_name(right)}: {_value_text(right)}"
        )
    if is_nil(left) or is_nil(right):
        return is_nil(left) == is_nil(right)
    if right_kind in {"slice", "map"} or not getattr(right, "go_comparable", True):
        raise FunctionError(f"non-comparable type {_text(right)}: {type_name(right)}")
    if left_kind == "ptr":
        return left is right
    return deep_equal(left, right)


def _text(value: Value) -> str:
    from helmwright.go.fmt import sprintf

    return sprintf("%s", value)


def _value_text(value: Value) -> str:
    from helmwright.go.fmt import format_value

    return format_value(value)


def less(left: Value, right: Value) -> bool:
    """Tell whether ``left`` comes before ``right``, as the template function ``lt`` does.

    Raises FunctionError for kinds without an order, or without one in common.
    """
    left_class = comparison_class(left)
    right_class = comparison_class(right)
    if left_class is None or right_class is None:
        raise FunctionError(BAD_COMPARISON_TYPE)
    if left_class != right_class and {left_class, right_class} != {"int", "uint"}:
        raise FunctionError(
            f"incompatible types for comparison: {type_name(left)} and {type_name(right)}"
        )
    if left_class in {"bool", "complex"}:
        raise FunctionError(BAD_COMPARISON_TYPE)
    if left_class == "string" and not (left.isascii() and right.isascii()):
        return _bytes(left) < _bytes(right)
    return bool(left < right)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
