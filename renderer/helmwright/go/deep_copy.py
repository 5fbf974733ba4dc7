"""Copies of values that share no map and no list with the original.

Source: github.com/mitchellh/copystructure v1.2.0, copystructure.go.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.kinds import CONTAINERS, NamedMap, Struct
from helmwright.go.limits import LARGE_COLLECTION, NODE_LIMIT, WORK, LimitError

if TYPE_CHECKING:
    from helmwright.go.kinds import Value


_NESTED = (*CONTAINERS, Struct)


def deep_copy(value: Value) -> Value:
    """Return a copy of ``value`` down to its last container.

    Raises FunctionError for nil, which Go's reflection cannot copy, and for values that are too
    large or contain themselves.
    """
    if value is None:
        raise FunctionError("reflect: call of reflect.Value.Type on zero Value")
    if isinstance(value, Struct):
        return value.deep_copied()
    if not isinstance(value, CONTAINERS):
        return value
    result = copy(value)
    pending: list[dict[str, Value] | list[Value] | NamedMap] = [result]
    copied = counted = 0
    while pending:
        container = pending.pop()
        copied += 1 + len(container)
        if copied > NODE_LIMIT:
            raise LimitError(
                f"deepCopy of a value that has more than {NODE_LIMIT} values, or contains itself"
            )
        if copied - counted > LARGE_COLLECTION:
            WORK.spend(copied - counted)
            counted = copied
        entries = enumerate(container) if isinstance(container, list) else container.items()
        nested = [(key, item) for key, item in entries if isinstance(item, _NESTED)]
        for key, item in nested:
            if isinstance(item, Struct):
                container[key] = item.deep_copied()  # type: ignore[index]
                continue
            container[key] = twin = copy(item)  # type: ignore[index]
            pending.append(twin)
    return result
