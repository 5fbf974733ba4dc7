"""How sprig turns any value into a string, a list of strings, or a yes or no.

Source: sprig v3.3.0, strings.go (strval, strslice) and defaults.go (empty).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.fmt import format_value
from helmwright.go.kinds import StringSlice, Struct, Uint8, kind
from helmwright.go.limits import LARGE_COLLECTION, check_elements
from helmwright.go.utf8 import decode

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

NIL_DEREFERENCE = "runtime error: invalid memory address or nil pointer dereference"


def strval(value: Value) -> str:
    """Return ``value`` as sprig's strings functions read it: ``%v``, but bytes are text."""
    if type(value) is str:
        return value
    if isinstance(value, bytes):
        return decode(value)
    if isinstance(value, Struct):
        text = value.go_string()
        if text is not None:
            return text
    return format_value(value)


def string_list(value: Value) -> StringSlice:
    """Return ``value`` as a list of strings without nil: what ``toStrings`` gives.

    A []string is returned itself, a scalar becomes the only element.
    """
    if isinstance(value, StringSlice):
        return value
    if isinstance(value, list):
        return StringSlice(
            [item if type(item) is str else strval(item) for item in value if item is not None]
        )
    if isinstance(value, bytes):
        return StringSlice(map(str, value))
    return StringSlice() if value is None else StringSlice((strval(value),))


def is_empty(value: Value) -> bool:
    """Tell whether ``value`` is nil, zero, false, or has no elements."""
    return not value and not isinstance(value, Struct)


def elements(value: Value, complaint: str) -> list[Value]:
    """Return the elements of a slice; bytes count as one.

    complaint: what to say of another kind, whose name is put after it. Nil is a nil pointer.
    """
    if isinstance(value, list):
        if len(value) > LARGE_COLLECTION:
            check_elements(len(value))
        return value
    if value is None:
        raise FunctionError(NIL_DEREFERENCE)
    if isinstance(value, bytes):
        return [Uint8(byte) for byte in value]
    raise FunctionError(f"{complaint} {kind(value)}")
