"""Writing JSON as Go's encoding/json does.

Map keys are sorted by their bytes, floats take Go's shortest form, ``<``, ``>`` and ``&`` are
escaped unless told otherwise, and U+2028 and U+2029 always are.

Source: encoding/json/encode.go, encoding/json/indent.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import JSONError
from helmwright.go.kinds import CONTAINERS, MAPS, Map, NilBytes, Slice, Struct, Value, type_name
from helmwright.go.limits import (
    LARGE_COLLECTION,
    LARGE_TEXT,
    NODE_LIMIT,
    TEXT_LIMIT,
    WORK,
    LimitError,
    check_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

try:  # the C function alone: importing ``json`` costs more than writing a small document
    from _json import encode_basestring as _quote
except ImportError:  # pragma: no cover - other implementations of Python
    from json.encoder import encode_basestring as _quote

_FAST_LIMIT = 2 * 1024 * 1024
_CYCLE_DETECTION_DEPTH = 1000
_DEPTH_LIMIT = 10000
_NON_FINITE = {"nan": "NaN", "inf": "+Inf", "-inf": "-Inf"}


class _LongResult(Exception):  # noqa: N818 - a signal, not an error
    """The fast writer, which copies text at each level, has written too much."""


def marshal(value: Value, *, escape_html: bool = True) -> str:
    """Return ``value`` as compact JSON.

    Raises JSONError with Go's text for NaN, infinities, complex numbers and cycles.
    Source: encoding/json Marshal; without ``escape_html`` Encoder.SetEscapeHTML(false).
    """
    try:
        text: str | None = _encode(value, [0])
    except (RecursionError, _LongResult):
        text = None
    if text is None or not (text.isascii() or _is_unicode(text)):
        text = _careful(value, indent=False)
    return _finish(text, escape_html=escape_html)


def marshal_indent(value: Value, *, escape_html: bool = True) -> str:
    """Return ``value`` as JSON with one element per line, indented by two spaces.

    Raises JSONError like ``marshal``. Source: encoding/json MarshalIndent(value, "", "  ").
    """
    try:
        text = _careful(value, indent=True)
    except LimitError:
        marshal(value, escape_html=escape_html)  # Go indents what it has written without errors
        raise
    return _finish(text, escape_html=escape_html)


def indented(text: str) -> str:
    """Return compact JSON with one element per line, indented by two spaces.

    Source: encoding/json Indent.
    """
    import re

    pieces: list[str] = []
    depth = 0
    for part in re.findall(r'"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}\[\],:]|[^"{}\[\],:]+', text):
        if part in ("{", "["):
            depth += 1
            part += "\n" + "  " * depth  # noqa: PLW2901 - what is written of it
        elif part in ("}", "]"):
            depth -= 1
            part = "\n" + "  " * depth + part  # noqa: PLW2901
        elif part == ",":
            part = ",\n" + "  " * depth  # noqa: PLW2901
        elif part == ":":
            part = ": "  # noqa: PLW2901
        pieces.append(part)
    return "".join(pieces)


def format_float(number: float) -> str:
    """Return ``number`` as encoding/json writes a float64: shortest digits, ``e`` form rarely.

    Raises JSONError for NaN and infinities.
    """
    text = repr(number)
    if text.endswith(".0"):
        return text[:-2]
    if "e" not in text:
        if text in _NON_FINITE:
            raise JSONError(f"json: unsupported value: {_NON_FINITE[text]}")
        return text
    mantissa, _, exponent = text.partition("e")
    if 1e-6 <= abs(number) < 1e21:
        return _positional(mantissa, int(exponent))
    return f"{mantissa}e{int(exponent):+d}"


def _positional(mantissa: str, exponent: int) -> str:
    """Return ``mantissa`` times ten to the ``exponent`` without an exponent."""
    sign = "-" if mantissa[0] == "-" else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{whole}{fraction}"
    return sign + whole + fraction.ljust(exponent, "0")


def _finish(text: str, *, escape_html: bool) -> str:
    """Escape the characters that can only stand inside strings."""
    if len(text) > LARGE_TEXT:
        check_text("json", len(text))
    if escape_html:
        if "<" in text:
            text = text.replace("<", "\\u003c")
        if ">" in text:
            text = text.replace(">", "\\u003e")
        if "&" in text:
            text = text.replace("&", "\\u0026")
    if not text.isascii():
        text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _encode(value: Value, spent: list[int]) -> str:
    """Return compact JSON of ``value``; ``spent[0]`` counts the characters written so far."""
    kind = type(value)
    if kind is str:
        return _quote(value)
    if kind is dict:
        before = spent[0]
        text = ",".join(
            [
                f"{_quote(key)}:{_quote(item) if type(item := value[key]) is str else _encode(item, spent)}"
                for key in sorted(value)
            ]
        )
        text = f"{{{text}}}"
    elif kind is list:
        before = spent[0]
        text = ",".join(
            [_quote(item) if type(item) is str else _encode(item, spent) for item in value]
        )
        text = f"[{text}]"
    else:
        literal = _scalar(value)
        if literal is not None:
            return literal
        return _encode_special(value, spent)
    spent[0] = before + len(text)
    if spent[0] > _FAST_LIMIT:
        raise _LongResult
    return text


def _encode_special(value: Value, spent: list[int]) -> str:
    """Return compact JSON of a value that is a container of one of our own classes."""
    keys, plain = _contents(value)
    if keys is None:
        return _encode(list(plain), spent)
    return "{" + ",".join([f"{_quote(key)}:{_encode(plain[key], spent)}" for key in keys]) + "}"


def _scalar(value: Value) -> str | None:  # noqa: C901, PLR0911 - one per type
    """Return JSON of ``value`` if it needs no recursion, else ``None``.

    Raises JSONError for what JSON cannot say.
    """
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return format_float(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, NilBytes):
        return "null"
    if isinstance(value, bytes):
        from base64 import b64encode

        return f'"{b64encode(value).decode("ascii")}"'
    if isinstance(value, Slice | Map) and value.nil:
        return "null"
    if isinstance(value, Struct):
        seen = value.json_value()
        return None if isinstance(seen, (*CONTAINERS, Struct)) else _scalar(seen)
    if isinstance(value, CONTAINERS):
        return None
    raise JSONError(f"json: unsupported type: {_type_name(value)}")


def _type_name(value: Value) -> str:
    try:
        return type_name(value)
    except AttributeError:
        return type(value).__name__


def _contents(
    value: Value, order: Callable[[Iterable[str]], list[str]] = sorted
) -> tuple[list[str] | None, Any]:
    """Return the keys of ``value`` in the order they are written, and the container itself.

    The keys of a list are ``None``. Fields of a struct keep the struct's order, keys of a map are
    sorted by ``order``.
    """
    if isinstance(value, Struct):
        fields = value.json_value()
        if isinstance(fields, dict) and type(fields) is dict and value.go_kind != "map":
            return list(fields), fields
        return _contents(fields, order)
    if isinstance(value, MAPS):
        return order(value), value
    return None, value


def _careful_quote(text: str) -> str:
    """Quote ``text``; each byte that is not UTF-8 becomes the escape of the replacement character."""
    quoted = _quote(text)
    if quoted.isascii() or _is_unicode(quoted):
        return quoted
    # Neighbouring escaped bytes may have become a whole character by concatenation.
    joined = _bytes_of(quoted).decode("utf-8", "surrogateescape")
    return "".join(["\\ufffd" if "\udc80" <= char <= "\udcff" else char for char in joined])


def _bytes_of(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return text.encode("utf-8", "surrogatepass")


def _byte_order(keys: Iterable[str]) -> list[str]:
    return sorted(keys, key=_bytes_of)


def _too_large(size: int) -> LimitError:
    """Return the error for a text of ``size`` bytes, which are too many, or for too many values."""
    is_long = size > TEXT_LIMIT
    most = f"{TEXT_LIMIT} bytes" if is_long else f"{NODE_LIMIT} values"
    return LimitError(f"json: more than {most}")


def _careful(value: Value, *, indent: bool) -> str:  # noqa: C901 - one loop instead of recursion
    """Return JSON of any value: any depth, cycles, bytes that are not UTF-8, indentation.

    Keeps its own stack, whose entries are the pieces still to write of each open container.
    """
    pieces: list[str] = []
    newline = "\n" if indent else ""
    colon = ": " if indent else ":"
    stack: list[tuple[Iterator[tuple[str | None, Value]], str, int | None]] = []
    seen: set[int] = set()
    size = counted = 0
    current: Iterator[tuple[str | None, Value]] = iter([(None, value)])
    closing, tracked, first = "", None, True
    while True:
        for key, item in current:
            lead = "" if first else ","
            if stack:
                lead += newline + "  " * (len(stack) if indent else 0)
            if key is not None:
                lead += _careful_quote(key) + colon
            first = False
            text = _careful_quote(item) if isinstance(item, str) else _scalar(item)
            if text is None:
                entries, opening, end = _open(item)
                if not entries:
                    text = opening + end
            if text is not None:
                pieces.append(lead + text)
                size += len(pieces[-1])
                continue
            pieces.append(lead + opening)
            stack.append((current, closing, tracked))
            tracked = _track(item, len(stack), seen, indent=indent)
            current, closing, first = iter(entries), end, True
            break
        else:
            if not stack:
                return "".join(pieces)
            if tracked is not None:
                seen.discard(tracked)
            end = closing
            current, closing, tracked = stack.pop()
            pieces.append(newline + "  " * (len(stack) if indent else 0) + end)
            first = False
        size += len(pieces[-1])
        if size > TEXT_LIMIT or len(pieces) > NODE_LIMIT:
            raise _too_large(size)
        if len(pieces) - counted > LARGE_COLLECTION:
            WORK.spend(len(pieces) - counted)
            counted = len(pieces)


def _open(value: Value) -> tuple[list[tuple[str | None, Value]], str, str]:
    """Return the entries of a container and its brackets."""
    keys, plain = _contents(value, _byte_order)
    if keys is None:
        return [(None, item) for item in plain], "[", "]"
    return [(key, plain[key]) for key in keys], "{", "}"


def _track(value: Value, depth: int, seen: set[int], *, indent: bool) -> int | None:
    """Remember a container below the depth at which Go begins to look for cycles."""
    if depth > _CYCLE_DETECTION_DEPTH:
        if id(value) in seen:
            raise JSONError(f"json: unsupported value: encountered a cycle via {_type_name(value)}")
        seen.add(id(value))
        if indent and depth > _DEPTH_LIMIT:
            bracket = "{" if isinstance(value, (*MAPS, Struct)) else "["
            raise JSONError(f"invalid character '{bracket}' exceeded max depth")
        return id(value)
    return None
