"""yaml.v3's encoder with an indent of two, which is Helm's ``toYamlPretty``.

It takes the values as they are, without a detour through JSON: lists are indented inside maps,
nothing is folded, bytes are lists of numbers, and text that is not UTF-8 is ``!!binary``.

Source: yaml.v3 encode.go and emitterc.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.kinds import MAPS, Struct
from helmwright.go.limits import LARGE_COLLECTION, LARGE_TEXT, WORK, LimitError, check_text
from helmwright.go.stacks import is_deep, on_new_stack
from helmwright.go.yaml_order import natural_letters_after_digits
from helmwright.go.yaml_scalar import (
    LINE_BREAKS,
    LITERAL,
    NO_FOLDING,
    PLAIN,
    is_multiline,
    key_style,
    value_style,
    write_key,
    write_value,
)
from helmwright.go.yaml_v3 import PlainKey, Timestamp

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

_SIMPLE_KEY_BYTES = 128
_BINARY = "!!binary"
_BASE64_LINE = 70
_DEEPEST = 10_000
_DEEP_INDENT = 200  # of a value so deep that it is looked at as a whole before it is written on
_MOST_LINES = 2_000_000


def marshal_pretty(value: Value) -> str:
    """Return ``value`` as YAML, with the final line break.

    Raises FunctionError with the text of Go's panic for values that YAML cannot hold.
    """
    lines = _Lines(value)
    _write(value, "", "", lines)
    if len(lines) > LARGE_COLLECTION:
        WORK.spend(2 * len(lines))
    return "".join(lines)


class _Lines(list[str]):
    """The lines so far of ``value``.

    seen: whether it is known to have an end.
    """

    __slots__ = ("seen", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        self.seen = False

    def needs_stack(self) -> bool:
        """Tell whether to go on upon another; raise FunctionError where Go's overflows."""
        if not self.seen:
            from helmwright.go.yaml_detour import too_deep

            if too_deep(self.value, _DEEPEST):
                raise FunctionError("stack overflow: the value contains itself or is too deep")
            self.seen = True
        return is_deep()


def _write(value: Value, pad: str, lead: str, lines: _Lines) -> None:
    """Write a node after ``lead``, which ends with a space unless it is empty.

    pad: the spaces before each further line of the node.
    """
    _write_seen(_seen(value), pad, lead, lines)


def _write_seen(value: Value, pad: str, lead: str, lines: _Lines) -> None:
    if len(lines) > _MOST_LINES:
        raise LimitError(f"toYamlPretty: the text would have more than {_MOST_LINES} lines")
    if len(pad) > _DEEP_INDENT and lines.needs_stack():
        on_new_stack(_write_seen, value, pad, lead, lines)
        return
    if isinstance(value, dict) and value:
        for key, item in value.items():
            _entry(key, item, pad, lead, lines)
            lead = pad
    elif isinstance(value, list) and value:
        for item in value:
            _write(item, pad + "  ", lead + "- ", lines)
            lead = pad
    elif isinstance(value, str):
        _text(value, pad or "  ", lead, lines)
    else:
        lines.append(f"{lead}{_simple(value)}\n")


def _entry(key: str, value: Value, pad: str, lead: str, lines: _Lines) -> None:
    head = _simple_key(key)
    deeper = pad + "  "
    if head is None:
        _text(key, deeper, f"{lead}? ", lines)
        _write(value, deeper, f"{pad}: ", lines)
        return
    value = _seen(value)
    if isinstance(value, dict | list) and value:
        lines.append(f"{lead}{head}:\n")
        _write_seen(value, deeper, deeper, lines)
    else:
        _write_seen(value, deeper, f"{lead}{head}: ", lines)


def _simple_key(key: str) -> str | None:
    """Return ``key`` as it stands before a colon, or None if it needs a question mark."""
    if type(key) is PlainKey:
        return key
    if not _is_utf8(key):
        key = _base64(key)
        return None if "\n" in key else f"{_BINARY} {key}"
    if is_multiline(key) or len(key.encode()) > _SIMPLE_KEY_BYTES:
        return None
    return write_key(key, key_style(key, v3=True))


def _text(text: str, pad: str, lead: str, lines: _Lines) -> None:
    if len(text) > LARGE_TEXT:
        check_text("toYamlPretty", len(text), weight=4)
    if type(text) in (_Time, Timestamp):
        style = PLAIN
    elif _is_utf8(text):
        style = value_style(text, v3=True)
    else:
        text = _base64(text)
        lead += _BINARY + " "
        style = LITERAL if "\n" in text else PLAIN
    written = write_value(text, style, len(lead), pad, NO_FOLDING)
    if style == LITERAL and written[-1] in LINE_BREAKS:
        lines.append(lead + written)
    else:
        lines.append(f"{lead}{written}\n")


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _base64(text: str) -> str:
    """Return the bytes of ``text`` in base64; every line ends with a break if there are several."""
    from base64 import b64encode

    code = b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")
    if len(code) < _BASE64_LINE:
        return code
    return "".join(
        code[start : start + _BASE64_LINE] + "\n" for start in range(0, len(code), _BASE64_LINE)
    )


class _Time(str):
    """A time, which is written as it is although it would be read as a time."""

    __slots__ = ()


def _seen(value: Value) -> Value:
    """Return ``value`` as the encoder sees it; maps have their keys in writing order."""
    if isinstance(value, MAPS):
        return {key: value[key] for key in natural_letters_after_digits(value)}
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, Struct):
        return _struct(value)
    if isinstance(value, complex):
        raise FunctionError("cannot marshal type: complex128")
    return value


def _struct(value: Struct) -> Value:
    """Return a struct's fields under their names in lower case, or the text it marshals to."""
    from helmwright.go.times import Time

    if isinstance(value, Time):
        return _Time(value.format("2006-01-02T15:04:05.999999999Z07:00"))
    text = value.json_value()
    if isinstance(text, str):
        return text
    return value.yaml_fields()


def _simple(value: Value) -> str:
    """Return an empty map or list, a number, a boolean or null."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, int):
        return int.__repr__(value)
    return "{}" if isinstance(value, dict) else "[]"


def _float(value: float) -> str:
    from helmwright.go.ftoa import format_float

    text = format_float(value, "g")
    return {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}.get(text, text)
