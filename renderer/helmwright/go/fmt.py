"""Go's fmt: how values print, and Printf.

The common cases are here; flags, widths and odd verbs are in fmt_verbs.py, which is loaded when a
format first needs it. Source: fmt/print.go, text/template/exec.go (Go 1.26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go import kinds
from helmwright.go.fmt_parts import ADDRESS, NIL, join, sorted_keys
from helmwright.go.ftoa import float_text
from helmwright.go.stacks import descend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.go.fmt_directives import Directive
    from helmwright.go.kinds import Value

    _Memo = dict[int, tuple[str, Value]]

NO_VALUE = "<no value>"


def to_text(value: Value) -> str:
    """Return what ``{{ value }}`` prints (text/template's printValue)."""
    if type(value) is str:
        return value
    if value is None:
        return NO_VALUE
    plain = _PLAIN.get(type(value))
    if plain is not None:
        return plain(value)
    if isinstance(value, kinds.Struct) and value.go_kind == "ptr" and value.go_string() is None:
        return struct_text(value)  # a template prints what the pointer points to
    return _text(value, {})


def format_value(value: Value) -> str:
    """Return ``value`` as ``%v`` prints it.

    Raises ``GoError`` when the text would be too long, or a value contains itself.
    """
    plain = _PLAIN.get(type(value))
    if plain is not None:
        return plain(value)
    return _text(value, {})


def sprint(*values: Value) -> str:
    """Return the values' texts, with a space between two neighbours that are no strings."""
    if len(values) == 1:
        return format_value(values[0])
    parts = []
    after_string = True
    for value in values:
        is_string = isinstance(value, str)
        if not (is_string or after_string):
            parts.append(" ")
        parts.append(format_value(value))
        after_string = is_string
    return join("", parts)


def sprintln(*values: Value) -> str:
    """Return the values' texts with spaces between them and a newline at the end."""
    return join(" ", [format_value(value) for value in values]) + "\n"


def sprintf(form: str, *values: Value) -> str:
    """Return ``form`` with its verbs replaced by ``values``; mistakes show up in the text.

    Raises ``GoError`` when the text would be too long, or a value contains itself.
    """
    directives = _parsed.get(form)
    if directives is None:
        from helmwright.go.fmt_directives import parse_format

        directives = parse_format(form)
        if len(_parsed) < 2000 and len(form) <= _CACHED_LENGTH:
            _parsed[form] = directives
    if len(directives) == len(values) * 2 + 1:  # one plain verb for every value, as is usual
        text = _plain_printf(directives, values)
        if text is not None:
            return text
    from helmwright.go.fmt_verbs import run

    try:
        return run(directives, values)
    except RecursionError:
        raise GoError(_TOO_DEEP) from None


_CACHED_LENGTH = 512
_parsed: dict[str, Sequence[str | Directive]] = {}
_TOO_DEEP = "value is nested too deeply to print"


def _plain_printf(parts: Sequence[str | Directive], values: Sequence[Value]) -> str | None:
    """Return the text when every verb is a bare one that suits its value, else ``None``."""
    done: list[str] = [""] * len(parts)
    for index, part in enumerate(parts):
        if isinstance(part, str):
            done[index] = part
            continue
        value = values[index >> 1]
        verb = part.plain
        kind = type(value)
        if verb == "s" and kind is str:
            done[index] = value
        elif verb == "v":
            done[index] = format_value(value)
        elif verb == "d" and kind in _INTEGERS:
            done[index] = int.__repr__(value)
        else:
            return None
    return join("", done)


def struct_text(value: kinds.Struct, memo: _Memo | None = None) -> str:
    """Return a struct's fields in braces, as ``%v`` prints a struct without a String method."""
    known = {} if memo is None else memo
    fields = [_nested(getattr(value, name), known) for name in value.go_fields.values()]
    return f"{{{join(' ', fields)}}}"


def _nested(value: Value, memo: _Memo) -> str:
    """Return ``value`` as ``%v`` prints it inside another: pointers are addresses there.

    memo: what has been printed, by identity: parts that are shared are printed once. The part
    itself is kept too, or another could get its identity.
    """
    plain = _PLAIN.get(type(value))
    if plain is not None:
        return plain(value)
    known = memo.get(id(value))
    if known is None:
        if isinstance(value, kinds.Struct) and value.go_kind == "ptr" and value.go_string() is None:
            text = f"{ADDRESS:#x}"
        else:
            text = descend(_text, value, memo)
        known = memo[id(value)] = text, value
    return known[0]


def _text(value: Value, memo: _Memo) -> str:
    """Return containers and values with methods as ``%v`` prints them."""
    try:
        if isinstance(value, kinds.MAPS):
            return _map_text(value, memo)
        if isinstance(value, list):
            return _list_text(value, memo)
        text: str | None = value.go_string() if hasattr(value, "go_string") else None
        if text is None and isinstance(value, kinds.Struct):
            return ("&" if value.go_kind == "ptr" else "") + struct_text(value, memo)
    except RecursionError:
        raise GoError(_TOO_DEEP) from None
    if text is not None:
        return text
    return int.__repr__(value) if isinstance(value, int) else f"{ADDRESS:#x}"


def _list_text(value: list[Value], memo: _Memo) -> str:
    return f"[{join(' ', [_nested(item, memo) for item in value])}]"


def _map_text(value: Value, memo: _Memo) -> str:
    items = [f"{format_value(key)}:{_nested(value[key], memo)}" for key in sorted_keys(value)]
    return f"map[{join(' ', items)}]"


def _bool_text(value: bool) -> str:  # noqa: FBT001
    return "true" if value else "false"


def _bytes_text(value: bytes) -> str:
    return f"[{' '.join(map(str, value))}]"


def _complex_text(value: complex) -> str:
    imaginary = float_text(value.imag)
    sign = "" if imaginary[0] in "+-" else "+"
    return f"({float_text(value.real)}{sign}{imaginary}i)"


_INTEGERS = frozenset((int, kinds.Int64, kinds.Int32, kinds.Uint64, kinds.Uint32, kinds.Uint8))
_PLAIN: dict[type, Callable[[Value], str]] = {
    str: str.__str__,
    type(None): lambda _: NIL,
    bool: _bool_text,
    float: float_text,
    bytes: _bytes_text,
    kinds.NilBytes: _bytes_text,
    complex: _complex_text,
    **dict.fromkeys(_INTEGERS, int.__repr__),
}
