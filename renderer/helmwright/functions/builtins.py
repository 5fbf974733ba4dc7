"""The functions that text/template itself brings: comparisons, ``index``, ``printf`` and escapes.

``and`` and ``or`` are here for completeness; a template evaluates their arguments one by one.
``slice`` is sprig's.

Source: text/template/funcs.go (Go 1.26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go import fmt
from helmwright.go.compare import NO_COMPARISON, equal, is_true, less
from helmwright.go.function import Family, Function
from helmwright.go.kinds import (
    CONTAINERS,
    MAPS,
    Map,
    NamedMap,
    Struct,
    Uint8,
    is_integer,
    kind,
    type_name,
)
from helmwright.go.limits import LARGE_TEXT, check_text
from helmwright.go.utf8 import byte_length, encode, joined

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

BUILTINS = Family()

LENGTH_OF_NO_VALUE = "reflect: call of reflect.Value.Type on zero Value"
"""What ``len`` says of a nil that is a literal, a variable or the result of a pipeline.

A nil that comes directly from a field (or is an element that a range took out of a list or map) is
a ``len of nil pointer`` instead; the compiler knows the difference, the value does not.
"""

_SCALARS = frozenset({str, int, float, bool})
_ORDERED = frozenset({str, int, float})
_HTML = {
    0: "\ufffd",
    ord('"'): "&#34;",
    ord("'"): "&#39;",
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
}


@BUILTINS.function("and")
def and_(first: Value, *values: Value) -> Value:
    """Return the first value that is not true, else the last."""
    for value in values:
        if not is_true(first):
            break
        first = value
    return first


@BUILTINS.function("or")
def or_(first: Value, *values: Value) -> Value:
    """Return the first value that is true, else the last."""
    for value in values:
        if is_true(first):
            break
        first = value
    return first


@BUILTINS.function("not")
def not_(value: Value) -> bool:
    """Tell whether ``value`` is not true."""
    return not value and not isinstance(value, Struct)


@BUILTINS.function("eq")
def eq(first: Value, *values: Value) -> bool:
    """Tell whether ``first`` equals one of ``values``; what follows the first match is not looked at."""
    if not values:
        raise FunctionError(NO_COMPARISON)
    plain = type(first) if type(first) in _SCALARS else None
    for value in values:  # noqa: SIM110 - twice as fast as any() on a generator
        if first == value if type(value) is plain else equal(first, value):
            return True
    return False


@BUILTINS.function("ne")
def ne(left: Value, right: Value) -> bool:
    """Tell whether two values differ."""
    if type(left) is type(right) and type(left) in _SCALARS:
        return bool(left != right)
    return not equal(left, right)


def _in_order(left: Value, right: Value) -> bool:
    """Tell whether Python orders the two values as Go does."""
    plain = type(left)
    return (
        plain is type(right)
        and plain in _ORDERED
        and (plain is not str or (left.isascii() and right.isascii()))
    )


@BUILTINS.function("lt")
def lt(left: Value, right: Value) -> bool:
    """Tell whether ``left`` is less."""
    return bool(left < right) if _in_order(left, right) else less(left, right)


@BUILTINS.function("le")
def le(left: Value, right: Value) -> bool:
    """Tell whether ``left`` is less or equal."""
    if _in_order(left, right):
        return bool(left <= right)
    return less(left, right) or equal(left, right)


@BUILTINS.function("gt")
def gt(left: Value, right: Value) -> bool:
    """Tell whether ``left`` is not less and not equal, which for NaN is true."""
    if _in_order(left, right):
        return not left <= right
    return not le(left, right)


@BUILTINS.function("ge")
def ge(left: Value, right: Value) -> bool:
    """Tell whether ``left`` is not less, which for NaN is true."""
    if _in_order(left, right):
        return not left < right
    return not lt(left, right)


@BUILTINS.function("len")
def len_(value: Value) -> int:
    """Return the number of elements, or of bytes in a string."""
    if type(value) is str:
        return byte_length(value)
    if isinstance(value, (*CONTAINERS, bytes)):
        return len(value)
    if value is None:
        raise FunctionError("len of nil pointer")
    raise FunctionError(f"len of type {_pointed_type(value)}")


def _pointed_type(value: Value) -> str:
    """Return the type of ``value``, or of what it points to."""
    name = type_name(value)
    return name.removeprefix("*") if kind(value) == "ptr" else name


@BUILTINS.function("index")
def index(item: Value, *keys: Value) -> Value:
    """Follow keys and positions into nested maps, lists and strings.

    A key that a map lacks gives the zero value of its elements.
    """
    if item is None:
        raise FunctionError("index of untyped nil")
    for key in keys:
        if isinstance(item, MAPS):
            if type(key) is not str:
                _refuse_key(key)
            item = item[key] if key in item else _zero_element(item)
        elif isinstance(item, list):
            item = item[_position(key, len(item), "slice")]
        elif isinstance(item, bytes):
            item = Uint8(item[_position(key, len(item), "slice")])
        elif isinstance(item, str):
            data = encode(item)
            item = Uint8(data[_position(key, len(data), "string")])
        elif item is None:
            raise FunctionError("index of nil pointer")
        else:
            raise FunctionError(f"can't index item of type {_pointed_type(item)}")
    return item


def _refuse_key(key: Value) -> None:
    """Refuse what is no string as the key of a map."""
    if key is None:
        raise FunctionError("value is nil; should be of type string")
    raise FunctionError(f"value has type {type_name(key)}; should be string")


def _zero_element(mapping: dict[str, Value] | NamedMap) -> Value:
    """Return what Go finds under a key that ``mapping`` lacks."""
    return mapping.go_zero if isinstance(mapping, Map) else None


def _position(key: Value, size: int, noun: str) -> int:
    """Return ``key`` as a position in something of ``size`` elements."""
    if not is_integer(key):
        if key is None:
            raise FunctionError("cannot index slice/array with nil")
        raise FunctionError(f"cannot index slice/array with type {type_name(key)}")
    if not 0 <= key <= size:
        # Go sees an unsigned integer as an int64.
        shown = key - (1 << 64) if key >= 1 << 63 else key
        raise FunctionError(f"index out of range: {int(shown)}")
    if key == size:  # one too many for Go's check, but not for reflect's
        raise FunctionError(f"reflect: {noun} index out of range")
    return int(key)


def call(name: str, function: Value, *_arguments: Value) -> Value:
    """Refuse: no value of a template is a function.

    name: how the template's source names the function, passed by the compiler; ``""`` when the
    function came through a pipe.
    """
    if function is None:
        raise FunctionError("call of nil")
    go_type = type_name(function)
    if not name:
        name = function if isinstance(function, str) else f"<{go_type} Value>"
    raise FunctionError(f"non-function {name} of type {go_type}")


BUILTINS["call"] = Function("call", call, ("interface {}",), "interface {}")


@BUILTINS.function("print")
def print_(*values: Value) -> str:
    """Return the values as text, with spaces between neighbours that are no strings."""
    return fmt.sprint(*values)


@BUILTINS.function("printf")
def printf(form: str, *values: Value) -> str:
    """Return ``form`` with its verbs replaced by the values."""
    return fmt.sprintf(form, *values)


@BUILTINS.function("println")
def println(*values: Value) -> str:
    """Return the values as text with spaces between them and a newline."""
    return fmt.sprintln(*values)


def _argument_text(values: tuple[Value, ...]) -> str:
    """Return the arguments of an escaping function as one text."""
    if len(values) == 1:
        text = fmt.to_text(values[0])
    else:
        text = fmt.sprint(*[fmt.NO_VALUE if value is None else value for value in values])
    if len(text) > LARGE_TEXT:
        check_text("escaping", len(text), weight=4)  # it is slow and the result is longer
    return text if text.isascii() else joined(text)


@BUILTINS.function("html")
def html(*values: Value) -> str:
    """Return the values as text that is safe in HTML."""
    return _argument_text(values).translate(_HTML)


@BUILTINS.function("js")
def js(*values: Value) -> str:
    """Return the values as text that is safe in a JavaScript string."""
    return _argument_text(values).translate(_JavaScript())


class _JavaScript(dict[int, str]):
    """A translation table for ``js`` that learns a character when it first meets it."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char in "\\'\"":
            escaped = "\\" + char
        elif code < 0x20 or char in "<>&=":
            escaped = f"\\u{code:04X}"
        elif code < 0x80 or 0xDC80 <= code <= 0xDCFF:
            escaped = char
        else:
            from helmwright.go.printable import is_printable

            escaped = char if is_printable(code) else f"\\u{code:04X}"
        self[code] = escaped
        return escaped


@BUILTINS.function("urlquery")
def urlquery(*values: Value) -> str:
    """Return the values as text that is safe in the query of a URL."""
    text = _argument_text(values)
    if text.isascii() and text.isalnum():
        return text
    return "".join(
        "+"
        if byte == 0x20
        else chr(byte)
        if byte < 0x80 and (chr(byte).isalnum() or byte in b"-_.~")
        else f"%{byte:02X}"
        for byte in encode(text)
    )
