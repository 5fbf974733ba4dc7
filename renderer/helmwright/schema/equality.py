"""Types of JSON values, and when two values are equal, as enum, const and uniqueItems see it.

Source: santhosh-tekuri/jsonschema util.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.stacks import descend
from helmwright.schema.numbers import Number, compare, rational

if TYPE_CHECKING:
    from collections.abc import Hashable

    from helmwright.go.kinds import Value

NULL, BOOLEAN, NUMBER, INTEGER, STRING, ARRAY, OBJECT = (1 << bit for bit in range(7))
TYPE_NAMES = {
    NULL: "null",
    BOOLEAN: "boolean",
    NUMBER: "number",
    INTEGER: "integer",
    STRING: "string",
    ARRAY: "array",
    OBJECT: "object",
}
_KINDS: dict[type, int] = {
    type(None): NULL,
    bool: BOOLEAN,
    int: NUMBER,
    float: NUMBER,
    Number: NUMBER,
    str: STRING,
    list: ARRAY,
    dict: OBJECT,
}


def type_of(value: Value) -> int:
    """Return the JSON type of ``value`` as one of the bits above, 0 for what JSON does not know."""
    kind = _KINDS.get(type(value))
    if kind is None:
        kind = NUMBER if isinstance(value, int) else 0
        _KINDS[type(value)] = kind
    return kind


_PAIRWISE = 20


def equal(left: Value, right: Value) -> bool:
    """Tell whether two values are equal: numbers by their exact value, whatever their type."""
    kind = type_of(left)
    if kind != type_of(right):
        return False
    if kind == NUMBER:
        if type(left) is float and type(right) is float:
            return bool(left == right and left - left == 0.0)
        first, second = rational(left), rational(right)
        return first is not None and second is not None and compare(first, second) == 0
    if kind in (OBJECT, ARRAY):
        return len(left) == len(right) and descend(_equal_parts, left, right)
    return bool(kind) and bool(left == right)


def _equal_parts(left: Value, right: Value) -> bool:
    """Tell whether two objects, or two arrays, of one length are equal."""
    if isinstance(left, dict):
        for key, value in left.items():
            if key not in right or not equal(value, right[key]):
                return False
        return True
    for index, item in enumerate(left):  # noqa: SIM110 - no C stack for deep values
        if not equal(item, right[index]):
            return False
    return True


def duplicates(items: list[Value]) -> tuple[int, int] | None:
    """Return the indexes of the first two equal items."""
    if len(items) <= _PAIRWISE:
        for second in range(1, len(items)):
            for first in range(second):
                if equal(items[second], items[first]):
                    return first, second
        return None
    seen: dict[Hashable, int] = {}
    for second, item in enumerate(items):
        earlier = seen.setdefault(_key(item), second)
        if earlier != second:
            return earlier, second
    return None


def _key(value: Value) -> Hashable:
    """Return something that is equal for equal values."""
    kind = type_of(value)
    if kind == NUMBER:
        number = rational(value)
        if number is None:
            return object()
        from math import gcd

        divisor = gcd(*number)
        return kind, number[0] // divisor, number[1] // divisor
    if kind == OBJECT:
        return kind, frozenset((key, _key(item)) for key, item in value.items())
    if kind == ARRAY:
        return kind, tuple(map(_key, value))
    return (kind, value) if kind else object()
