"""The language of ``--jsonpath``: a template of text and of paths in braces, as a tree.

Source: k8s.io/client-go util/jsonpath/parser.go, node.go (v0.36.1)
"""

from __future__ import annotations

from typing import NamedTuple

from helmwright.base.errors import GoError
from helmwright.base.patterns import lazy_pattern
from helmwright.go.strconv import NumberError, atoi, join_bytes, parse_float, unquote_char

_END = ""
_TERMINATORS = frozenset((_END, " ", "\t", "\r", "\n", ".", ",", "[", "]", "$", "@", "{", "}"))
_DICT_KEY = lazy_pattern(r"'([^']*)'")
_SLICE = lazy_pattern(r"(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?")
_COMPARISON = lazy_pattern(r"([^!<>=]+)([!<>=]+)(.+?)")


class Text(NamedTuple):
    """Text outside of braces, or in quotes."""

    text: str


class Field(NamedTuple):
    """The key of a map."""

    name: str


class Identifier(NamedTuple):
    """``range``, ``end``, or a word that is none."""

    name: str


class Number(NamedTuple):
    """An int, a float or a bool."""

    value: float | bool


class Wildcard(NamedTuple):
    """All that a map or a list holds."""


class Recursive(NamedTuple):
    """What is there, and all below it."""


class Bound(NamedTuple):
    """One number of ``[start:end:step]``. is_derived: the end, where only a start is written."""

    value: int = 0
    is_known: bool = False
    is_derived: bool = False


class Slice(NamedTuple):
    """Items of a list."""

    start: Bound
    end: Bound
    step: Bound


class Path(NamedTuple):
    """Steps, each on what the one before has found."""

    nodes: list[Node]


class Union(NamedTuple):
    """What several paths find, one after the other."""

    paths: list[Path]


class Filter(NamedTuple):
    """The items of a list for which a comparison holds; operator ``exists`` has no right side."""

    left: Path
    right: Path
    operator: str


Node = Text | Field | Identifier | Number | Wildcard | Recursive | Slice | Path | Union | Filter


def parse(text: str) -> list[Node]:
    """Return the nodes of a template; raises GoError with client-go's text."""
    return _Parser(text).parse()


def _action(text: str) -> Path:
    """Return what is between braces."""
    first = _Parser(f"{{{text}}}").parse()[0]
    if not isinstance(first, Path):
        raise AssertionError(f"{first} is no path")  # noqa: TRY004 - the braces are ours
    return first


class _Parser:
    """Reads a template. start: where the text begins that is not consumed yet."""

    def __init__(self, text: str) -> None:
        self._input = text
        self._position = self._start = 0
        self._root: list[Node] = []

    def parse(self) -> list[Node]:
        """Return the nodes of the template."""
        while self._text():
            nodes: list[Node] = []
            self._root.append(Path(nodes))
            while self._inside(nodes):
                pass
        return self._root

    def _text(self) -> bool:
        """Read text until a brace, which is read, too; tell whether there is one."""
        found = self._input.find("{", self._position)
        self._position = len(self._input) if found < 0 else found
        if self._position > self._start:
            self._root.append(Text(self._consume()))
        if found < 0:
            return False
        self._position += 1
        self._consume()
        return True

    def _inside(self, nodes: list[Node]) -> bool:
        """Read one part of an action; tell whether more of it comes."""
        if self._input.startswith("}", self._position):
            self._position += 1
            self._consume()
            return False
        if self._input.startswith("[?(", self._position):
            self._filter(nodes)
        elif self._input.startswith("..", self._position):
            self._recursive(nodes)
        else:
            self._part(nodes)
        return True

    def _part(self, nodes: list[Node]) -> None:
        char = self._next()
        if char in (_END, "\r", "\n"):
            raise GoError("unclosed action")
        if char in " @$":
            self._consume()
        elif char == "[":
            self._array(nodes)
        elif char in "\"'":
            self._quote(nodes, char)
        elif char == ".":
            self._field(nodes)
        elif char in "+-" or char.isdecimal():
            self._position -= 1
            self._number(nodes)
        elif _is_alphanumeric(char):
            self._position -= 1
            self._identifier(nodes)
        else:
            raise GoError(f"unrecognized character in action: {_described(char)}")

    def _consume(self) -> str:
        value = self._input[self._start : self._position]
        self._start = self._position
        return value

    def _next(self) -> str:
        """Return the next character and go on, nothing at the end."""
        char = self._input[self._position : self._position + 1]
        self._position += len(char)
        return char

    def _peek(self) -> str:
        return self._input[self._position : self._position + 1]

    def _identifier(self, nodes: list[Node]) -> None:
        while self._peek() not in _TERMINATORS:
            self._position += 1
        value = self._consume()
        is_bool = value in ("true", "false")
        nodes.append(Number(value == "true") if is_bool else Identifier(value))

    def _recursive(self, nodes: list[Node]) -> None:
        if nodes and isinstance(nodes[-1], Recursive):
            raise GoError("invalid multiple recursive descent")
        self._position += 2
        self._consume()
        nodes.append(Recursive())
        if _is_alphanumeric(self._peek()):
            self._field(nodes)

    def _number(self, nodes: list[Node]) -> None:
        if self._peek() in ("+", "-"):
            self._position += 1
        while (char := self._peek()) == "." or char.isdecimal():
            self._position += 1
        value = self._consume()
        try:
            nodes.append(Number(atoi(value)))
        except NumberError:
            try:
                nodes.append(Number(parse_float(value)))
            except NumberError:
                raise GoError(f"cannot parse number {value}") from None

    def _array(self, nodes: list[Node]) -> None:
        while (char := self._next()) != "]":
            if char in (_END, "\n"):
                raise GoError("unterminated array")
        text = self._consume()[1:-1]
        parts = text.split(",")
        if len(parts) > 1:
            nodes.append(Union([_action(f"[{part.strip(' ')}]") for part in parts]))
        elif key := _DICT_KEY.fullmatch(text):
            nodes.extend(_action(f".{key[1]}").nodes)
        else:
            nodes.append(_slice(":" if text == "*" else text))

    def _filter(self, nodes: list[Node]) -> None:
        self._position += len("[?(")
        self._consume()
        self._filtered()
        if self._next() != "]":
            raise GoError("unclosed array expect ]")
        text = self._consume()[:-2]
        found = _COMPARISON.fullmatch(text)
        if found is None:
            nodes.append(Filter(_action(text), Path([]), "exists"))
        else:
            nodes.append(Filter(_action(found[1]), _action(found[3]), found[2]))

    def _filtered(self) -> None:
        """Read until the bracket that ends a filter; one in quotes does not."""
        pair, is_closed = "", False
        while True:
            char = self._next()
            if char in (_END, "\n"):
                raise GoError("unterminated filter")
            if char in "\"'":
                if not pair:
                    pair = char
                elif self._input[self._position - 2] != "\\" and char == pair:
                    is_closed = True
            elif char == ")" and bool(pair) == is_closed:
                return

    def _quote(self, nodes: list[Node], end: str) -> None:
        while True:
            char = self._next()
            if char in (_END, "\n"):
                raise GoError("unterminated quoted string")
            if char == end and self._input[self._position - 2] != "\\":
                break
        value = self._consume()
        try:
            nodes.append(Text(_unquoted(value)))
        except GoError as error:
            raise GoError(f"unquote string {value} error {error.message}") from None

    def _field(self, nodes: list[Node]) -> None:
        self._consume()
        while (char := self._peek()) not in _TERMINATORS:
            self._position += 2 if char == "\\" else 1
        self._position = min(self._position, len(self._input))
        value = self._consume()
        nodes.append(Wildcard() if value == "*" else Field(value.replace("\\", "")))


def _slice(text: str) -> Slice:
    """Return what is between brackets as a part of a list."""
    found = _SLICE.fullmatch(text)
    if found is None:
        raise GoError(f"invalid array index {text}")
    first, second, third = (found[number] or "" for number in (1, 2, 3))
    start = _bound(first)
    if not second:
        return Slice(
            start, Bound(start.value + 1, is_known=True, is_derived=True), _bound(third[1:])
        )
    return Slice(start, _bound(second[1:]), _bound(third[1:]))


def _bound(text: str) -> Bound:
    if not text:
        return Bound()
    try:
        return Bound(atoi(text), is_known=True)
    except NumberError:
        raise GoError(f"array index {text} is not a number") from None


def _unquoted(literal: str) -> str:
    """Return what a text in quotes of either kind stands for (client-go: UnquoteExtend)."""
    quote, body = literal[0], literal[1:-1]
    if "\\" not in body and quote not in body:
        return body
    chars = []
    while body:
        char, rest = unquote_char(body, quote)
        if body[0] == "\\" and body[1] in "x01234567" and ord(char) > 0x7F:
            char = chr(0xDC00 + ord(char))  # a byte, as Go has it
        chars.append(char)
        body = rest
    return join_bytes("".join(chars))


def _is_alphanumeric(char: str) -> bool:
    return char == "_" or char.isalpha() or char.isdecimal()


def _described(char: str) -> str:
    """Return a character as ``%#U`` prints it; a stray byte is U+FFFD."""
    from helmwright.go.fmt import sprintf
    from helmwright.go.kinds import Int64

    code = ord(char)
    return sprintf("%#U", Int64(0xFFFD if 0xDC80 <= code <= 0xDCFF else code))
