"""The tokens and the tree of gobwas/glob's patterns, with what its lexer makes of odd input.

Source: github.com/gobwas/glob v0.2.3 syntax/lexer/lexer.go, syntax/ast/parser.go
"""

from __future__ import annotations

from typing import NamedTuple

from helmwright.base.errors import GoError

PATTERN, CHOICE, ANY, SUPER, SINGLE, NOTHING, LIST, RANGE, TEXT = range(9)
_NUL = "\0"  # the lexer takes a NUL for the end of the pattern
_IN_TEXT = frozenset("?*[{")
_IN_TERMS = frozenset("?*[{},")


class Node:
    """A node of the tree. ``text``: of a text or a list; ``low`` and ``high``: of a range."""

    __slots__ = ("children", "high", "kind", "low", "negated", "text")

    def __init__(  # noqa: PLR0913 - what a node may hold
        self,
        kind: int,
        text: str = "",
        *,
        low: str = "",
        high: str = "",
        negated: bool = False,
        children: list[Node] | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        self.low = low
        self.high = high
        self.negated = negated
        self.children: list[Node] = [] if children is None else children

    def equals(self, other: Node) -> bool:
        """Tell whether both trees are the same."""
        return (
            (self.kind, self.text, self.low, self.high, self.negated)
            == (other.kind, other.text, other.low, other.high, other.negated)
            and len(self.children) == len(other.children)
            and all(map(Node.equals, self.children, other.children))
        )


class _Token(NamedTuple):
    kind: str
    text: str = ""


class _Lexer:
    """Cuts a pattern into tokens; an error is reported instead of the tokens still waiting."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.error = ""
        self.tokens: list[_Token] = []
        self.level = 0
        self.last = _NUL
        self.last_width = 0
        self.pending = False

    def next(self) -> _Token:
        """Return the next token."""
        while True:
            if self.error:
                return _Token("error", self.error)
            if self.tokens:
                return self.tokens.pop(0)
            self._fetch()

    def _peek(self) -> tuple[str, int]:
        if self.position == len(self.pattern):
            return _NUL, 0
        character = self.pattern[self.position]
        if character == "\ufffd" or "\udc80" <= character <= "\udcff":
            self.error = "could not read rune"
            return _NUL, 0
        return character, 1

    def _read(self) -> str:
        if self.pending:
            self.pending = False
            self.position += self.last_width
            return self.last
        self.last, self.last_width = self._peek()
        self.position += self.last_width
        return self.last

    def _unread(self) -> None:
        if self.pending:
            self.error = "could not unread rune"
            return
        self.position -= self.last_width
        self.pending = True

    def _fetch(self) -> None:
        character = self._read()
        add = self.tokens.append
        if character == _NUL:
            add(_Token("end"))
        elif character == "{":
            self.level += 1
            add(_Token("open"))
        elif character == "," and self.level > 0:
            add(_Token("separator"))
        elif character == "}" and self.level > 0:
            add(_Token("close"))
            self.level -= 1
        elif character == "[":
            add(_Token("range"))
            self._fetch_range()
        elif character == "?":
            add(_Token("single"))
        elif character == "*":
            if self._read() == "*":
                add(_Token("super"))
            else:
                self._unread()
                add(_Token("any"))
        else:
            self._unread()
            self._fetch_text(_IN_TERMS if self.level > 0 else _IN_TEXT)

    def _fetch_range(self) -> None:
        want_high = want_close = seen_not = False
        while True:
            character = self._read()
            if character == _NUL:
                self.error = "unexpected end of input"
                return
            if want_close:
                if character != "]":
                    self.error = "expected close range character"
                else:
                    self.tokens.append(_Token("range end"))
                return
            if want_high:
                self.tokens.append(_Token("high", character))
                want_close = True
            elif not seen_not and character == "!":
                self.tokens.append(_Token("not"))
                seen_not = True
            elif (following := self._peek())[0] == "-":
                self.position += following[1]
                self.tokens.append(_Token("low", character))
                want_high = True
            else:
                self._unread()
                self._fetch_text(frozenset("]"))
                want_close = True

    def _fetch_text(self, breakers: frozenset[str]) -> None:
        text: list[str] = []
        escaped = False
        while (character := self._read()) != _NUL:
            if not escaped:
                if character == "\\":
                    escaped = True
                    continue
                if character in breakers:
                    self._unread()
                    break
            escaped = False
            text.append(character)
        if text:
            self.tokens.append(_Token("text", "".join(text)))


_LEAVES = {"any": ANY, "super": SUPER, "single": SINGLE}


def parse(pattern: str) -> Node:
    """Return the tree of ``pattern``; braces that are not closed end with it.

    Raises ``GoError`` with the original's text.
    """
    lexer = _Lexer(pattern)
    root = Node(PATTERN)
    current = root
    parents: list[tuple[Node, Node]] = []  # (pattern, choice) around the current pattern
    while True:
        kind, text = lexer.next()
        if kind == "end":
            return root
        if kind == "error":
            raise GoError(text)
        if kind == "text":
            current.children.append(Node(TEXT, text))
        elif kind in _LEAVES:
            current.children.append(Node(_LEAVES[kind]))
        elif kind == "range":
            current.children.append(_parse_range(lexer))
        elif kind == "open":
            choice = Node(CHOICE)
            current.children.append(choice)
            parents.append((current, choice))
            current = Node(PATTERN)
            choice.children.append(current)
        elif kind == "separator":
            current = Node(PATTERN)
            parents[-1][1].children.append(current)
        else:  # close
            current = parents.pop()[0]


def _parse_range(lexer: _Lexer) -> Node:
    negated = False
    low = high = text = ""
    while True:
        kind, value = lexer.next()
        if kind == "error":
            raise GoError(value)
        if kind == "not":
            negated = True
        elif kind == "low":
            low = value
        elif kind == "high":
            high = value
            if high < low:
                raise GoError(f"hi character '{high}' should be greater than lo '{low}'")
        elif kind == "text":
            text = value
        else:  # the end of the range
            is_range = bool(low and high)
            if bool(text) == is_range:
                raise GoError("could not parse range")
            if is_range:
                return Node(RANGE, low=low, high=high, negated=negated)
            return Node(LIST, text, negated=negated)
