"""sprig's choices between values, and its JSON functions that Helm does not replace.

Source: sprig v3.3.0, defaults.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, JSONError
from helmwright.functions.coercion import is_empty
from helmwright.go.function import Family
from helmwright.go.kinds import Struct
from helmwright.go.limits import check_parsing

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

DEFAULTS = Family()


@DEFAULTS.function("default")
def default(fallback: Value, *given: Value) -> Value:
    """Return the first given value unless it is empty; ``fallback`` then, or if there is none."""
    if given and (given[0] or isinstance(given[0], Struct)):
        return given[0]
    return fallback


@DEFAULTS.function("empty")
def empty(value: Value) -> bool:
    """Tell whether ``value`` is nil, zero, false, or has no elements."""
    return is_empty(value)


@DEFAULTS.function("coalesce")
def coalesce(*values: Value) -> Value:
    """Return the first value that is not empty, or nil."""
    for value in values:
        if not is_empty(value):
            return value
    return None


@DEFAULTS.function("all")
def all_(*values: Value) -> bool:
    """Tell whether no value is empty."""
    return not any(map(is_empty, values))


@DEFAULTS.function("any")
def any_(*values: Value) -> bool:
    """Tell whether a value is not empty."""
    return not all(map(is_empty, values))


@DEFAULTS.function("ternary")
def ternary(if_true: Value, if_false: Value, condition: bool) -> Value:  # noqa: FBT001
    """Return the first value if ``condition`` holds, else the second."""
    return if_true if condition else if_false


@DEFAULTS.function("mustFromJson")
def must_from_json(text: str) -> Value:
    """Return the value that a JSON text stands for."""
    from helmwright.go.json_read import unmarshal

    check_parsing(text)

    try:
        return unmarshal(text)
    except JSONError as error:
        raise FunctionError(error.message) from None


@DEFAULTS.function("toPrettyJson")
def to_pretty_json(value: Value) -> str:
    """Return ``value`` as indented JSON, ``""`` if JSON cannot say it."""
    from helmwright.go.json_write import marshal_indent

    try:
        return marshal_indent(value)
    except JSONError:
        return ""


@DEFAULTS.function("mustToPrettyJson")
def must_to_pretty_json(value: Value) -> str:
    """Return ``value`` as JSON indented by two spaces."""
    from helmwright.go.json_write import marshal_indent

    try:
        return marshal_indent(value)
    except JSONError as error:
        raise FunctionError(error.message) from None


@DEFAULTS.function("toRawJson", "mustToRawJson")
def to_raw_json(value: Value) -> str:
    """Return ``value`` as JSON without escapes for HTML."""
    from helmwright.go.json_write import marshal

    try:
        return marshal(value, escape_html=False)
    except JSONError as error:
        raise FunctionError(error.message) from None
