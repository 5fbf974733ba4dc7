"""BurntSushi's TOML encoder, which is Helm's ``toToml``.

Source: github.com/BurntSushi/toml encode.go and meta.go.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import FunctionError, TOMLError
from helmwright.go.kinds import CONTAINERS, MAPS, NilBytes, Struct, kind
from helmwright.go.limits import TEXT_LIMIT, WORK, LimitError
from helmwright.go.stacks import descend

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.go.kinds import Value

_BARE_KEY = re.compile("[A-Za-z0-9_-]+")
_LONGEST = TEXT_LIMIT
_LOCAL_LAYOUTS = {
    "datetime-local": "2006-01-02T15:04:05.999999999",
    "date-local": "2006-01-02",
    "time-local": "15:04:05.999999999",
}
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\b"): "\\b",
    ord("\t"): "\\t",
    ord("\n"): "\\n",
    ord("\f"): "\\f",
    ord("\r"): "\\r",
}


def marshal(value: Value) -> str:
    """Return ``value`` as a TOML document.

    Raises TOMLError with the encoder's text for values that TOML has no form for, and
    FunctionError with the text of Go's panic for nil.
    """
    if value is None:
        raise FunctionError("reflect: call of reflect.Value.Type on zero Value")
    encoder = _Encoder()
    try:
        encoder.encode((), value)
    except RecursionError:
        raise FunctionError("stack overflow: the value contains itself or is too deep") from None
    WORK.spend(encoder.length // 16)
    return "".join(encoder.parts)


def quoted(text: str) -> str:
    """Return ``text`` as a basic string."""
    return f'"{text.translate(_ESCAPES)}"'


def key_text(key: Iterable[str]) -> str:
    """Return a dotted key, its parts quoted where they must be."""
    return ".".join(part if _BARE_KEY.fullmatch(part) else quoted(part) for part in key)


def _marshalled(value: Value) -> str | None:
    """Return the TOML of a value that marshals itself: a time, or a struct with a text form."""
    if not isinstance(value, Struct):
        return None
    if value.go_type == "time.Time":
        return _time(value)
    text = value.json_value()
    return quoted(text) if isinstance(text, str) else None


def _time(value: Value) -> str:
    """Return a time as it was written if it comes from TOML without a zone, else in RFC 3339."""
    layout = _LOCAL_LAYOUTS.get(value.location.name)
    if layout is None:
        return str(value.format("2006-01-02T15:04:05.999999999Z07:00"))
    return str(value.utc().format(layout))


def _is_nil(value: Value) -> bool:
    return (
        value is None
        or isinstance(value, NilBytes)
        or (isinstance(value, CONTAINERS) and getattr(value, "nil", False))
    )


class _Encoder:
    """The document so far.

    types: the lists that were looked at, by id, with what they are; lists may share items.
    """

    __slots__ = ("length", "parts", "types")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.types: dict[int, tuple[list[Any], str]] = {}

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text) + 16  # what a short piece costs beside its characters
        if self.length > _LONGEST:
            raise LimitError(f"toToml: the text would take more than {_LONGEST} bytes")

    def newline(self) -> None:
        if self.parts:
            self.write("\n")

    def type_of(self, value: Value) -> str | None:
        """Return what TOML calls ``value``: hash, arrayhash, array, scalar, or None for nil.

        Raises TOMLError for an array with nil in it and for types without a TOML form.
        """
        if _is_nil(value):
            return None
        if isinstance(value, list):
            known = self.types.get(id(value))
            if known is None:
                known = self.types[id(value)] = (value, descend(self._type_of_items, value))
            return known[1]
        if isinstance(value, complex):
            raise TOMLError("unsupported type: complex128")
        if isinstance(value, bytes):
            return "array"
        is_hash = isinstance(value, MAPS) or (isinstance(value, Struct) and not _marshalled(value))
        return "hash" if is_hash else "scalar"

    def _type_of_items(self, items: list[Any]) -> str:
        types = [self.type_of(item) for item in items]
        if None in types:
            raise TOMLError("toml: cannot encode array with nil element")
        return "arrayhash" if types and all(name == "hash" for name in types) else "array"

    def encode(self, key: tuple[str, ...], value: Value) -> None:
        """Write ``value``, which is not nil, as an entry, a table or an array of tables."""
        if isinstance(value, complex):
            raise TOMLError(f"unsupported type for key '{key_text(key)}': {kind(value)}")
        if isinstance(value, list) and self.type_of(value) == "arrayhash":
            self._array_of_tables(key, value)
        elif isinstance(value, MAPS) or (isinstance(value, Struct) and _marshalled(value) is None):
            if not _is_nil(value):
                self._table(key, value)
        else:
            self._key_value(key, value, inline=False)

    def _array_of_tables(self, key: tuple[str, ...], items: list[Any]) -> None:
        if not key:
            raise TOMLError("toml: top-level values must be Go maps or structs")
        for item in items:
            self.newline()
            self.write(f"{_indent(key)}[[{key_text(key)}]]")
            self.newline()
            self._fields(key, item, inline=False)

    def _table(self, key: tuple[str, ...], value: Value) -> None:
        if len(key) == 1:
            self.newline()
        if key:
            self.write(f"{_indent(key)}[{key_text(key)}]")
            self.newline()
        self._fields(key, value, inline=False)

    def _fields(self, key: tuple[str, ...], value: Value, *, inline: bool) -> None:
        """Write the entries of a map or struct: first the plain ones, then tables."""
        entries = _entries(value)
        types = {name: self.type_of(item) for name, item in entries}
        direct = [entry for entry in entries if types[entry[0]] not in ("hash", "arrayhash")]
        tables = [entry for entry in entries if types[entry[0]] in ("hash", "arrayhash")]
        if not inline:
            for name, item in direct + tables:
                if not _is_nil(item):
                    descend(self.encode, (*key, name), item)
            return
        self.write("{")
        if isinstance(value, Struct):
            self._inline_struct(list(value.go_fields), direct + tables)
        else:
            self._inline_fields(direct, trailing_comma=bool(tables))
            self._inline_fields(tables, trailing_comma=False)
        self.write("}")

    def _inline_struct(self, names: list[str], entries: list[tuple[str, Value]]) -> None:
        for name, item in entries:
            if not _is_nil(item):
                self._key_value((name,), item, inline=True)
                # Go compares the place among all fields with the number of the exported ones.
                if names.index(name) != len(entries) - 1:
                    self.write(", ")

    def _inline_fields(self, entries: Sequence[tuple[str, Value]], *, trailing_comma: bool) -> None:
        for index, (name, item) in enumerate(entries):
            if _is_nil(item):
                continue  # Go's comma after the entry before it stays
            self._key_value((name,), item, inline=True)
            if trailing_comma or index != len(entries) - 1:
                self.write(", ")

    def _key_value(self, key: tuple[str, ...], value: Value, *, inline: bool) -> None:
        if not key:
            self._element(value)
            return
        self.write(f"{_indent(key)}{key_text(key[-1:])} = ")
        self._element(value)
        if not inline:
            self.newline()

    def _element(self, value: Value) -> None:
        """Write a value on one line."""
        if isinstance(value, MAPS):
            descend(self._inline_map, value)
        elif isinstance(value, list | bytes):
            descend(self._array, value)
        elif isinstance(value, Struct):
            text = _marshalled(value)
            if text is None:
                self._fields((), value, inline=True)
            else:
                self.write(text)
        else:
            self.write(_scalar(value))

    def _inline_map(self, value: dict[str, Value]) -> None:
        self._fields((), value, inline=True)

    def _array(self, items: list[Any] | bytes) -> None:
        self.write("[")
        for index, item in enumerate(items):
            if index:
                self.write(", ")
            self._element(item)
        self.write("]")


def _entries(value: Value) -> list[tuple[str, Value]]:
    if isinstance(value, Struct):
        exported = [entry for entry in value.go_fields.items() if entry[0][0].isupper()]
        found = [(name, getattr(value, field)) for name, field in exported]
        if not value.go_embedded:
            return found
        return [
            entry
            for name, inner in found
            for entry in (_entries(inner) if name == value.go_embedded else [(name, inner)])
        ]
    return sorted(value.items(), key=lambda entry: entry[0].encode("utf-8", "surrogateescape"))


def _indent(key: tuple[str, ...]) -> str:
    return "  " * (len(key) - 1)


def _scalar(value: Value) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if not isinstance(value, float):
        raise TOMLError(f"unexpected type: {kind(value)}")
    if value - value != 0:
        sign = "-" if math.copysign(1, value) < 0 else ""
        return sign + ("inf" if math.isinf(value) else "nan")
    from helmwright.go.ftoa import format_float

    text = format_float(value, "g")
    return text if "e" in text or "." in text else text + ".0"
