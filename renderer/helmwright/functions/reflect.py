"""sprig's questions about types.

Source: sprig v3.3.0, reflect.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go import compare, kinds
from helmwright.go.function import Family

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

REFLECT = Family()


def _kind(value: Value) -> str:
    """Return the kind of ``value``; named integers such as time.Month tell it themselves."""
    name: str = getattr(type(value), "go_kind", "") or kinds.kind(value)
    return name


@REFLECT.function("typeOf")
def type_of(value: Value) -> str:
    """Return the Go type of ``value``, such as ``map[string]interface {}``."""
    return kinds.type_name(value)


@REFLECT.function("typeIs")
def type_is(name: str, value: Value) -> bool:
    """Tell whether the Go type of ``value`` is ``name``."""
    return name == kinds.type_name(value)


@REFLECT.function("typeIsLike")
def type_is_like(name: str, value: Value) -> bool:
    """Tell whether the Go type of ``value`` is ``name`` or a pointer to it."""
    found = kinds.type_name(value)
    return found in {name, "*" + name}


@REFLECT.function("kindOf")
def kind_of(value: Value) -> str:
    """Return the Go kind of ``value``, such as ``slice``."""
    return _kind(value)


@REFLECT.function("kindIs")
def kind_is(name: str, value: Value) -> bool:
    """Tell whether the Go kind of ``value`` is ``name``."""
    return name == _kind(value)


@REFLECT.function("deepEqual")
def deep_equal(left: Value, right: Value) -> bool:
    """Tell whether two values are of the same types and equal throughout."""
    return compare.deep_equal(left, right)
