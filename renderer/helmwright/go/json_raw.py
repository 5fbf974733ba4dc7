"""Objects of JSON whose values stay the text that they are, as with Go's json.RawMessage.

Source: encoding/json indent.go (Compact, Indent), encode.go (compact of a Marshaler's output)
"""

from __future__ import annotations

import re

from helmwright.base.errors import JSONError
from helmwright.go import json_read, json_write

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
_OPEN, _CLOSE = "{[", "}]"
_HTML = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def members(text: str, go_type: str, *, prefix: bool = False) -> dict[str, str]:
    """Return the members of an object, each as its text without blanks; none for ``null``.

    go_type: what errors call the variable. prefix: what follows the first value does not matter.
    Raises JSONError with Go's text, ``EOF`` for blank text that may be a prefix.
    """
    if prefix:
        value, end = json_read.decode_prefix(text)
        text = text[:end]
    else:
        value = json_read.unmarshal(text)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise json_read.type_error(value, go_type)
    return _members([found.group() for found in _TOKEN.finditer(text)])


def _members(pieces: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    depth = 0
    name, start = "", 0
    for index, piece in enumerate(pieces):
        if depth == 1 and piece == ":":
            name, start = _name(pieces[index - 1]), index + 1
        elif depth == 1 and piece in (",", "}") and start:
            found[name] = "".join(pieces[start:index])
            start = 0
        depth += (piece in _OPEN) - (piece in _CLOSE)
    return found


def _name(quoted: str) -> str:
    name = json_read.unmarshal(quoted)
    if not isinstance(name, str):
        raise JSONError("json: a key that is no string")  # never: the text has been read
    return name


def text_of(raw: str) -> str:
    """Return the string that a raw value is, blank for null; raises JSONError with Go's text."""
    value = json_read.unmarshal(raw)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise json_read.type_error(value, "string")
    return value


def joined(found: dict[str, str]) -> str:
    """Return an object of raw values, its keys sorted, as Go writes a map of them."""
    return structure({name: found[name].translate(_HTML) for name in sorted(found, key=_key)})


def structure(fields: dict[str, str]) -> str:
    """Return an object of raw values in their order, as Go writes a struct."""
    return "{" + ",".join(f"{json_write.marshal(name)}:{raw}" for name, raw in fields.items()) + "}"


def _key(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def indented(text: str, indent: str) -> str:
    """Return compact JSON with one element a line; what is empty stays on its line."""
    lines: list[str] = []
    depth = 0
    pieces = [found.group() for found in _TOKEN.finditer(text)]
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else ""
        if piece in _CLOSE:
            depth -= 1
            if before not in _OPEN:
                lines.append("\n" + indent * depth)
        elif before and (before in _OPEN or before == ","):
            lines.append("\n" + indent * depth)
        lines.append(f"{piece} " if piece == ":" else piece)
        if piece in _OPEN:
            depth += 1
    return "".join(lines)
