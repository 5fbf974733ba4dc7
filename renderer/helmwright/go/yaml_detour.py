"""What becomes of a value on its way through JSON and back through yaml.v2's reader.

Strings come back nearly as they were: bytes that are not UTF-8 become U+FFFD, a NEL (which JSON
leaves as it is) is a line break to YAML and is folded into a space, and control characters beyond
ASCII make the reader give up. Keys must not be longer than 1,024 characters of JSON.

Source: encoding/json encode.go, yaml.v2 readerc.go, scannerc.go and resolve.go.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, JSONError, YAMLError
from helmwright.base.patterns import lazy_pattern
from helmwright.go.kinds import CONTAINERS, MAPS, NilBytes, Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.go.kinds import Value

_FOLDED_BREAKS = lazy_pattern(" *\x85[ \x85]*")
_DOCUMENT_INDICATOR = lazy_pattern("\x85(?:---|\\.\\.\\.)[ \x85]")
# Sets of characters beyond ASCII take milliseconds to compile and are seldom needed.
_RARE_PATTERNS = {
    "changed": "[\x7f-\x9f\ud800-\udfff\ufffe\uffff]",
    "refused": "[\x7f-\x84\x86-\x9f\ufffe\uffff]",
    "invalid byte": "[\ud800-\udfff]",
}
_LONGEST_KEY = 1024
_LONGEST_ESCAPE = 6
_PIECE = 512  # bytes: the reader checks its input for control characters in such pieces
_LOOKAHEAD = 4  # characters that the scanner wants to see before it decides on a token
_STRING_OR_BRACKET = r'"((?:[^"\\]|\\.)*)"(:?)|[\[\]{}]'
_REPLACEMENT = "\ufffd"


class DetourError(Exception):
    """Go has no YAML for the value; ``go_error`` finds out why."""


@cache
def _rare(name: str) -> re.Pattern[str]:
    return re.compile(_RARE_PATTERNS[name])


def read_back(text: str) -> str:
    """Return the string that yaml.v2 reads from the JSON of ``text``."""
    if text.isascii() and "\x7f" not in text:
        return text
    if _rare("changed").search(text) is None:
        return text
    if _rare("refused").search(text) is not None:
        raise DetourError
    text = _rare("invalid byte").sub(_REPLACEMENT, text)
    if "\x85" not in text:
        return text
    if _DOCUMENT_INDICATOR.search(text) is not None:
        raise DetourError
    return _FOLDED_BREAKS.sub(_fold, text)


def _fold(match: re.Match[str]) -> str:
    return "\n" * (match[0].count("\x85") - 1) or " "


def key_read_back(key: str) -> str:
    """Return the key that yaml.v2 reads from the JSON of ``key``."""
    if "\x85" in key:
        raise DetourError
    if len(key) * _LONGEST_ESCAPE > _LONGEST_KEY - 2 and json_length(key) > _LONGEST_KEY:
        raise DetourError
    return read_back(key)


def keys_read_back(keys: Iterable[str]) -> dict[str, str]:
    """Return the keys of a map as yaml.v2 reads them, each with the original key.

    Of several keys that become equal the last one in JSON's order (by bytes) stays.
    """
    written = {key_read_back(key): key for key in keys}
    keys = tuple(keys)
    if len(written) < len(keys):
        in_order = sorted(keys, key=lambda key: key.encode("utf-8", "surrogateescape"))
        written = {key_read_back(key): key for key in in_order}
    return written


def json_length(text: str) -> int:
    """Return how many characters the JSON of ``text`` has, quotes included."""
    length = len(text) + 2
    for character in text:
        if character in '"\\\b\f\n\r\t':
            length += 1
        elif character < " " or character in "<>&\u2028\u2029" or "\ud800" <= character <= "\udfff":
            length += _LONGEST_ESCAPE - 1
    return length


def number_read_back(value: float) -> str:
    """Return the float64 ``value`` as yaml.v2 writes it after reading it from JSON.

    JSON writes integral numbers below 1e21 without an exponent, and YAML reads what fits into
    64 bits as an integer; all others are floats.
    """
    from helmwright.go.ftoa import format_float
    from helmwright.go.json_write import format_float as json_number

    if value - value != 0:
        raise DetourError
    if value.is_integer() and abs(value) < 1e21:
        digits = json_number(value)
        if -(1 << 63) <= int(digits) < 1 << 64:
            return digits if value else "0"
    return format_float(value, "g")


def plain(value: Value) -> Value:  # noqa: PLR0911 # one per type
    """Return ``value`` as one of Python's own types, as encoding/json sees it.

    Raises DetourError for what JSON has no form for.
    """
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, NilBytes):
        return None
    if isinstance(value, MAPS):
        return None if getattr(value, "nil", False) else dict(value)
    if isinstance(value, list):
        return None if getattr(value, "nil", False) else list(value)
    if isinstance(value, bytes):
        from base64 import b64encode

        return b64encode(value).decode("ascii")
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Struct):
        try:
            seen = value.json_value()
        except HelmwrightError as error:
            raise DetourError from error
        return plain(seen)
    raise DetourError


def too_deep(value: Value, limit: int) -> bool:
    """Tell whether ``value`` nests more than ``limit`` maps and lists, or contains itself."""
    depths: dict[int, int] = {}  # 0 while the depth is being found out
    kept: list[Value] = []  # so that no id is used twice
    stack = [(value, False)]
    while stack:
        item, counted = stack.pop()
        inner = _inner(item)
        if counted:
            depth = 1 + max((depths.get(id(child), 0) for child in inner), default=0)
            if depth > limit:
                return True
            depths[id(item)] = depth
        elif isinstance(item, (*CONTAINERS, Struct)):
            known = depths.get(id(item))
            if known == 0:
                return True
            if known is None:
                depths[id(item)] = 0
                stack.append((item, True))
                stack.extend((child, False) for child in inner)
                kept.append(item)
    return False


def _inner(value: Value) -> list[Value]:
    if isinstance(value, MAPS):
        return list(value.values())
    if isinstance(value, list):
        return list(value)
    if isinstance(value, Struct):
        return [getattr(value, attribute) for attribute in value.go_fields.values()]
    return []


def go_error(value: Value) -> HelmwrightError:
    """Return the error with which Marshal refuses ``value``."""
    from helmwright.go import json_write

    try:
        text = json_write.marshal(value)
    except JSONError as error:
        return JSONError(f"error marshaling into JSON: {error.message}")
    return YAMLError(f"yaml: {_problem(text)}")


def _problem(json: str) -> str:
    """Return the first problem that yaml.v2 has with a JSON text."""
    refused = _rare("refused").search(json)
    checked = len(json) + _LOOKAHEAD if refused is None else _checked(json, refused.start())
    return _syntax_problem(json, checked) or "control characters are not allowed"


def _checked(json: str, refused: int) -> int:
    """Return how many characters the scanner can see before it meets the refused one."""
    start = 0
    while True:
        piece = json[start : start + _PIECE].encode("utf-8", "surrogateescape")[:_PIECE]
        end = start + len(piece.decode("utf-8", "ignore"))
        if end > refused:
            return start
        start = end


def _syntax_problem(json: str, checked: int) -> str | None:
    depth = 0
    line = 0
    for match in re.finditer(_STRING_OR_BRACKET, json):
        token = match[0]
        if token in ("{", "["):
            depth += 1
            if depth > 10_000:
                problem = "exceeded max depth of 10000"
                return _at(line and line + 1, problem, match.start(), checked)
        elif token in ("}", "]"):
            depth -= 1
        else:
            indicator = _DOCUMENT_INDICATOR.search(token)
            if indicator is not None:
                line += token.count("\x85", 0, indicator.start() + 1)
                place = match.start() + indicator.start() + 1
                return _at(line + 1, "found unexpected document indicator", place, checked)
            breaks = token.count("\x85")
            line += breaks
            if match[2] and (breaks or len(token) - 1 > _LONGEST_KEY):
                return _at(line, "did not find expected ',' or '}'", match.end() - 1, checked)
    return None


def _at(line: int, problem: str, place: int, checked: int) -> str | None:
    """Return the problem, unless the scanner never gets to its place in the text."""
    if place + _LOOKAHEAD > checked:
        return None
    return f"line {line}: {problem}" if line else problem
