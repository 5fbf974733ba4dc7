"""Reading JSON as Go's encoding/json does into ``interface {}``: every number is a float.

Python's own C scanner reads what both languages accept in the same way; anything else, and every
error, goes through a second decoder that knows Go's scanner.

Source: encoding/json/scanner.go, decode.go, stream.go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from helmwright.base.errors import JSONError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

_SPACE = " \t\r\n"
_DEPTH_LIMIT = 10000
_SKIP_SPACE = re.compile(r"[ \t\r\n]*").match
_STRING = re.compile(
    r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
).match
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?").match
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_LITERALS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_SHORT_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_QUOTED = {
    "'": "\\'",
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
}
_UNPRINTABLE_LATIN = frozenset(map(chr, [*range(0x80, 0xA1), 0xAD]))

_scan_once: Callable[[str, int], tuple[Any, int]] | None = None


class NumberOutOfRangeError(JSONError):
    """A number that does not fit a float64; Go decodes the rest and leaves a nil in its place.

    value: what Go has decoded all the same.
    """

    def __init__(self, literal: str, value: Value) -> None:
        super().__init__(f"json: cannot unmarshal number {literal} into Go value of type float64")
        self.value = value


class JSONSyntaxError(JSONError):
    """Text that is no JSON; offset: the number of characters up to and with the wrong one."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def unmarshal(text: str) -> Value:
    """Return the value of a JSON text.

    Raises JSONError with Go's text. Source: encoding/json Unmarshal into interface {}.
    """
    if not _needs_care(text):
        try:
            value, end = _scanner()(text, _end_of_space(text, 0))
        except (ValueError, RecursionError, StopIteration):
            pass
        else:
            if _end_of_space(text, end) == len(text):
                return value
    return _Decoder(text, whole=True).decode()


def unmarshal_map(text: str) -> dict[str, Value]:
    """Return the object of a JSON text; ``null`` gives an empty one.

    Raises JSONError with Go's text. Source: encoding/json Unmarshal into map[string]interface {}.
    """
    value = _root(text, "map[string]interface {}")
    if isinstance(value, dict):
        return value
    if value is None:
        return {}
    raise type_error(value, "map[string]interface {}")


def unmarshal_list(text: str) -> list[Value]:
    """Return the array of a JSON text; ``null`` gives an empty one.

    Raises JSONError with Go's text. Source: encoding/json Unmarshal into []interface {}.
    """
    value = _root(text, "[]interface {}")
    if isinstance(value, list):
        return value
    if value is None:
        return []
    raise type_error(value, "[]interface {}")


def _root(text: str, go_type: str) -> Value:
    """Return the value; a number is of the wrong type before it is out of range."""
    try:
        return unmarshal(text)
    except JSONError as error:
        shapes: dict[str, Value] = {"{": {}, "[": []}
        root = shapes.get(text.lstrip(_SPACE)[:1], 0.0)
        expected = "{" if go_type.startswith("map") else "["
        if error.message.startswith("json: ") and type(root) is not type(shapes[expected]):
            raise type_error(root, go_type) from None
        raise


def decode_prefix(text: str) -> tuple[Value, int]:
    """Return the first JSON value of ``text`` and the number of characters up to its end.

    Raises JSONError with Go's text, which is ``EOF`` for blank text and ``unexpected EOF`` for a
    value that is cut off. Source: encoding/json Decoder.Decode.
    """
    if not _needs_care(text):
        try:
            value, end = _scanner()(text, _end_of_space(text, 0))
        except (ValueError, RecursionError, StopIteration):
            pass
        else:
            if not isinstance(value, float):  # Go looks further behind a number
                return value, end
    decoder = _Decoder(text, whole=False)
    value = decoder.decode()
    if _has_surrogates(text):
        return value, _original_length(text, decoder.position)
    return value, decoder.position


def type_error(value: Value, go_type: str, field: str = "") -> JSONError:
    """Return the error for a JSON value that cannot be stored in a Go variable of ``go_type``.

    field: ``Struct.path`` of the field that was to receive it, empty outside structs.
    Source: encoding/json UnmarshalTypeError.
    """
    kinds = {dict: "object", list: "array", str: "string", bool: "bool"}
    kind = kinds.get(type(value), "number")
    target = f"Go struct field {field} of type" if field else "Go value of type"
    return JSONError(f"json: cannot unmarshal {kind} into {target} {go_type}")


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    """Return Python's C scanner, made once, set to Go's numbers."""
    global _scan_once  # noqa: PLW0603 - importing and building it is put off until it is needed
    if _scan_once is None:
        from json.decoder import JSONDecoder

        decoder = JSONDecoder(
            parse_float=_float, parse_int=_float, parse_constant=_refuse_constant, strict=True
        )
        _scan_once = vars(decoder)["scan_once"]
    return _scan_once


def _float(text: str) -> float:
    number = float(text)
    if number - number != 0.0:  # infinite: Go reports it, after looking for syntax errors
        raise ValueError(text)
    return number


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _needs_care(text: str) -> bool:
    """Tell whether ``text`` may hold something that Python and Go read differently."""
    return (
        ("\\u" in text and re.search(r"\\u[dD][89a-fA-F]", text) is not None)
        or (not text.isascii() and _has_surrogates(text))
        or text.count("[") + text.count("{") > _DEPTH_LIMIT
    )


def _has_surrogates(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _end_of_space(text: str, start: int) -> int:
    found = _SKIP_SPACE(text, start)
    return found.end() if found else start


def _normalised(text: str) -> str:
    """Return ``text`` with escaped bytes that make up a whole character joined."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text


def _original_length(text: str, length: int) -> int:
    """Return how many characters of ``text`` make the first ``length`` normalised ones."""
    if len(_normalised(text)) == len(text):
        return length
    size = len(_normalised(text)[:length].encode("utf-8", "surrogateescape"))
    rest = text.encode("utf-8", "surrogateescape")[size:]
    for start in range(len(text) + 1):
        if text[start:].encode("utf-8", "surrogateescape") == rest:
            return start
    return length


class _Decoder:
    """Go's scanner and decoder over one text.

    ``whole`` is Unmarshal, where nothing but space may follow; else it is Decoder.Decode.
    """

    def __init__(self, text: str, *, whole: bool) -> None:
        self.text = text if text.isascii() else _normalised(text)
        self.whole = whole
        self.position = 0
        self.out_of_range: str | None = None

    def decode(self) -> Value:
        """Return the value at the start of the text; ``position`` is then behind it."""
        value = self._value()
        if self.whole and self._skip_space() < len(self.text):
            self._fail(self.position, "after top-level value")
        if self.out_of_range is not None:
            raise NumberOutOfRangeError(self.out_of_range, value)
        return value

    def _skip_space(self) -> int:
        self.position = _end_of_space(self.text, self.position)
        return self.position

    def _next(self) -> str:
        """Return the next character that is not space; the text must go on."""
        position = self._skip_space()
        if position < len(self.text):
            return self.text[position]
        if self.whole:
            raise JSONError("unexpected end of JSON input")
        raise JSONError("unexpected EOF" if self.text.strip(_SPACE) else "EOF")

    def _fail(self, position: int, context: str) -> NoReturn:
        """Refuse the character at ``position``; the end of the text counts as a blank."""
        if position < len(self.text):
            character = self.text[position]
        elif self.whole:
            character = " "
        else:
            raise JSONError("unexpected EOF")
        message = f"invalid character {_quoted(character)} {context}"
        raise JSONSyntaxError(message, position + 1)

    def _value(self) -> Value:  # noqa: C901, PLR0912 - one loop instead of recursion
        """Read one value, however deep."""
        stack: list[tuple[list[Value] | dict[str, Value], str]] = []
        container: list[Value] | dict[str, Value] | None = None
        key = ""
        value: Value
        while True:
            character = self._next()
            if character in "[{":
                if len(stack) + (container is not None) >= _DEPTH_LIMIT:
                    self._fail(self.position, "exceeded max depth")
                if container is not None:
                    stack.append((container, key))
                self.position += 1
                container = value = [] if character == "[" else {}
                closing = "]" if character == "[" else "}"
                if self._next() != closing:
                    if character == "{":
                        key = self._key()
                    continue
            else:
                if container is None:
                    return self._scalar(character)
                value = self._scalar(character)
                if isinstance(container, dict):
                    container[key] = value
                else:
                    container.append(value)
            while self._at_end_of(container):
                done = container
                if not stack:
                    return done
                container, key = stack.pop()
                if isinstance(container, dict):
                    container[key] = done
                else:
                    container.append(done)
            if isinstance(container, dict):
                key = self._key()

    def _at_end_of(self, container: list[Value] | dict[str, Value]) -> bool:
        """Step over a comma, or over the end of ``container`` and return True."""
        character = self._next()
        is_list = isinstance(container, list)
        if character == ("]" if is_list else "}"):
            self.position += 1
            return True
        if character != ",":
            self._fail(
                self.position, "after array element" if is_list else "after object key:value pair"
            )
        self.position += 1
        return False

    def _key(self) -> str:
        if self._next() != '"':
            self._fail(self.position, "looking for beginning of object key string")
        key = self._string()
        if self._next() != ":":
            self._fail(self.position, "after object key")
        self.position += 1
        return key

    def _scalar(self, character: str) -> Value:
        if character == '"':
            return self._string()
        if character in _LITERALS:
            word, value = _LITERALS[character]
            for expected in word:
                if not self.text.startswith(expected, self.position):
                    self._fail(self.position, f"in literal {word} (expecting '{expected}')")
                self.position += 1
            return value
        if character == "-" or "0" <= character <= "9":
            return self._number()
        return self._fail(self.position, "looking for beginning of value")

    def _number(self) -> float | None:
        found = _NUMBER(self.text, self.position)
        if found is None:
            self._fail(self.position + 1, "in numeric literal")
        literal, end = found[0], found.end()
        following = self.text[end : end + 1]
        if following == "." and literal.lstrip("-").isdigit():
            self._fail(end + 1, "after decimal point in numeric literal")
        if following and following in "eE" and "e" not in literal and "E" not in literal:
            sign = self.text[end + 1 : end + 2]
            self._fail(end + (2 if sign and sign in "+-" else 1), "in exponent of numeric literal")
        self.position = end
        number = float(literal)
        if number - number != 0.0:
            self.out_of_range = self.out_of_range or literal
            return None
        return number

    def _string(self) -> str:
        start = self.position
        found = _STRING(self.text, start)
        end = found.end() if found else start + 1
        if not self.text.startswith('"', end):
            self._fail_string(end)
        self.position = end + 1
        raw = self.text[start + 1 : end]
        if not raw.isascii():
            raw = re.sub("[\ud800-\udfff]", "\ufffd", raw)
        return _ESCAPE.sub(_unescape, raw) if "\\" in raw else raw

    def _fail_string(self, position: int) -> NoReturn:
        """Say why the string stops at ``position`` instead of at a quotation mark."""
        if position >= len(self.text):
            raise JSONError("unexpected end of JSON input" if self.whole else "unexpected EOF")
        if self.text[position] != "\\":
            self._fail(position, "in string literal")
        position += 1
        if not self.text.startswith("u", position):
            self._fail(position, "in string escape code")
        position += 1
        while self.text[position : position + 1] in set("0123456789abcdefABCDEF"):
            position += 1
        self._fail(position, "in \\u hexadecimal character escape")


def _unescape(found: re.Match[str]) -> str:
    """Return what one escape, or a pair of UTF-16 surrogate escapes, stands for."""
    code, low, letter = found.groups()
    if letter is not None:
        return _SHORT_ESCAPES.get(letter, letter)
    unit = int(code, 16)
    if 0xD800 <= unit < 0xDC00 and low is not None:
        return chr(0x10000 + ((unit - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    first = "\ufffd" if 0xD800 <= unit < 0xE000 else chr(unit)
    return first if low is None else first + "\ufffd"


def _quoted(character: str) -> str:
    """Return the first byte of ``character`` as Go's quoteChar shows it."""
    if character == '"':
        return "'\"'"
    if character in _QUOTED:
        return f"'{_QUOTED[character]}'"
    byte = chr(character.encode("utf-8", "surrogateescape")[0])
    if byte < " " or byte == "\x7f":
        return f"'\\x{ord(byte):02x}'"
    if byte in _UNPRINTABLE_LATIN:
        return f"'\\u{ord(byte):04x}'"
    return f"'{byte}'"
