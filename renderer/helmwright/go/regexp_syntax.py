"""The parser of Go's regular expressions, with its exact refusals.

Source: regexp/syntax/parse.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.regexp_classes import Ranges, orbit
from helmwright.go.regexp_escapes import INVALID_ESCAPE, Reader
from helmwright.go.regexp_nodes import (
    ALTERNATE,
    ANY,
    ANY_NOT_NEWLINE,
    BEGIN_LINE,
    BEGIN_TEXT,
    CAPTURE,
    CLASS,
    CONCAT,
    DOT_NEWLINE,
    EMPTY,
    END_LINE,
    END_TEXT,
    FOLD,
    LEFT_PAREN,
    LITERAL,
    NO_MATCH,
    NO_WORD_BOUNDARY,
    NON_GREEDY,
    ONE_LINE,
    PLUS,
    QUEST,
    REPEAT,
    STAR,
    VERTICAL_BAR,
    WORD_BOUNDARY,
    Node,
    clean_class,
    refuse,
)
from helmwright.go.regexp_stack import Stack

if TYPE_CHECKING:
    from collections.abc import Callable

_INVALID_REPEAT = "invalid repeat count"
_PERL_OPERATORS = {
    "A": BEGIN_TEXT,
    "b": WORD_BOUNDARY,
    "B": NO_WORD_BOUNDARY,
    "z": END_TEXT,
}
_NAME_CHARACTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_MAX_REPEAT = 1000


def parse(text: str) -> tuple[Node, list[str]]:
    """Return the tree of the pattern ``text`` and the names of its groups, the whole match first.

    Raises ``GoError`` with Go's text. Source: Parse with the flags of regexp.Compile
    """
    parser = _Parser(text)
    try:
        return parser.parse(), parser.names
    except RecursionError:  # where even another stack is refused
        return refuse("expression nests too deeply", text)


class _Parser(Reader):
    """Reads a pattern from left to right and builds its tree on a stack."""

    def __init__(self, text: str) -> None:
        super().__init__(text, ONE_LINE)
        self.stack = Stack(text)
        self.names = [""]
        self.last_repeat = -1

    def parse(self) -> Node:
        text = self.text
        special: dict[str, Callable[[], None]] = {
            "(": self._left_paren,
            "|": self._vertical_bar,
            ")": self._right_paren,
            "^": self._begin,
            "$": self._end,
            ".": self._dot,
            "[": self._class,
            "*": self._repeat_operator,
            "+": self._repeat_operator,
            "?": self._repeat_operator,
            "{": self._counted_repeat,
            "\\": self._backslash,
        }
        while self.position < len(text):
            start = self.position
            handler = special.get(text[start])
            if handler is None:
                self._literal(self.next())
                self.last_repeat = -1
                continue
            repeated = handler in (self._repeat_operator, self._counted_repeat)
            handler()
            # A brace that is no counted repetition has moved on by one as a literal.
            if not repeated or (text[start] == "{" and self.position == start + 1):
                self.last_repeat = -1
            else:
                self.last_repeat = start
        self._finish_alternation()
        if len(self.stack.items) != 1:
            refuse("missing closing )", text)
        return self.stack.items[0]

    # The stack

    def _operator(self, op: int) -> Node:
        node = self.stack.new(op, self.flags)
        self.stack.push(node, self.flags)
        return node

    def _literal(self, rune: int) -> None:
        node = self.stack.new(LITERAL, self.flags)
        if self.flags & FOLD:
            rune = orbit(rune)[0]
        node.runes = [rune]
        self.stack.push(node, self.flags)

    def _push_class(self, node: Node, ranges: Ranges) -> None:
        node.ranges = ranges
        self.stack.push(node, self.flags)

    def _concatenate(self) -> None:
        self.stack.join_literals()
        subs = self.stack.take()
        node = self.stack.collapse(subs, CONCAT) if subs else self.stack.new(EMPTY)
        self.stack.push(node, self.flags)

    def _vertical_bar(self) -> None:
        self._concatenate()
        if not self.stack.swap_vertical_bar():
            self._operator(VERTICAL_BAR)
        self.position += 1

    def _finish_alternation(self) -> None:
        self._concatenate()
        if self.stack.swap_vertical_bar():
            self.stack.items.pop()
        subs = self.stack.take()
        if subs:
            clean_class(subs[-1])
        node = self.stack.collapse(subs, ALTERNATE) if subs else self.stack.new(NO_MATCH)
        self.stack.push(node, self.flags)

    # Single operators

    def _begin(self) -> None:
        self._operator(BEGIN_TEXT if self.flags & ONE_LINE else BEGIN_LINE)
        self.position += 1

    def _end(self) -> None:
        self._operator(END_TEXT if self.flags & ONE_LINE else END_LINE)
        self.position += 1

    def _dot(self) -> None:
        self._operator(ANY if self.flags & DOT_NEWLINE else ANY_NOT_NEWLINE)
        self.position += 1

    # Groups

    def _left_paren(self) -> None:
        if self.text.startswith("(?", self.position):
            self._perl_group()
            return
        self._open_capture("")
        self.position += 1

    def _open_capture(self, name: str) -> None:
        self.names.append(name)
        node = self._operator(LEFT_PAREN)
        node.index = len(self.names) - 1
        node.name = name

    def _right_paren(self) -> None:
        self._finish_alternation()
        items = self.stack.items
        if len(items) < 2 or items[-2].op != LEFT_PAREN:
            refuse("unexpected )", self.text)
        body = items.pop()
        node = items.pop()
        self.flags = node.flags
        self.position += 1
        if node.index:
            node.op = CAPTURE
            node.subs = [body]
            self.stack.push(node, self.flags)
        else:
            self.stack.push(body, self.flags)

    def _perl_group(self) -> None:  # noqa: C901 - one branch per flag
        """Parse ``(?P<name>``, ``(?<name>``, ``(?flags)`` or ``(?flags:``."""
        start = self.position
        text = self.text
        head = 4 if text.startswith("P<", start + 2) and len(text) > start + 4 else 0
        if not head and text.startswith("<", start + 2) and len(text) > start + 3:
            head = 3
        if head:
            self._named_group(start, start + head)
            return
        self.position += 2
        flags = self.flags
        negative = seen = False
        while self.position < len(text):
            character = chr(self.next())
            if character == "i":
                flags |= FOLD
            elif character == "m":
                flags &= ~ONE_LINE
            elif character == "s":
                flags |= DOT_NEWLINE
            elif character == "U":
                flags |= NON_GREEDY
            elif character == "-" and not negative:
                # While negated, the lines above clear what they set and set what they clear.
                negative, seen, flags = True, False, ~flags
                continue
            elif character in ":)" and (seen or not negative):
                if character == ":":
                    self._operator(LEFT_PAREN)
                self.flags = ~flags if negative else flags
                return
            else:
                break
            seen = True
        refuse("invalid or unsupported Perl syntax", text[start : self.position])

    def _named_group(self, start: int, name_start: int) -> None:
        end = self.text.find(">", start)
        if end < 0:
            self.check_encoding(start, len(self.text))
            refuse("invalid named capture", self.text[start:])
        self.check_encoding(name_start, end)
        name = self.text[name_start:end]
        if not name or not _NAME_CHARACTERS.issuperset(name):
            refuse("invalid named capture", self.text[start : end + 1])
        self._open_capture(name)
        self.position = end + 1

    # Repetition

    def _class(self) -> None:
        node = self.stack.new(CLASS, self.flags)
        self._push_class(node, self.read_class())

    def _repeat_operator(self) -> None:
        start = self.position
        self.position += 1
        self._repeat({"*": STAR, "+": PLUS, "?": QUEST}[self.text[start]], 0, 0, start)

    def _counted_repeat(self) -> None:
        start = self.position
        counts = self._counts(start)
        if counts is None:
            self._literal(ord("{"))
            self.position = start + 1
            return
        low, high = counts
        if low < 0 or low > _MAX_REPEAT or high > _MAX_REPEAT or 0 <= high < low:
            refuse(_INVALID_REPEAT, self.text[start : self.position])
        self._repeat(REPEAT, low, high, start)

    def _counts(self, start: int) -> tuple[int, int] | None:
        """Parse ``{n}``, ``{n,}`` (-1 is no limit) or ``{n,m}``; low is -1 for what is too big."""
        end = self.text.find("}", start)
        if end < 0:
            return None
        first, comma, second = self.text[start + 1 : end].partition(",")
        low = _count(first)
        if low is None:
            return None
        high = low
        if comma:
            limit = _count(second) if second else -1
            if limit is None:
                return None
            if second and limit < 0:
                low = -1
            high = limit
        self.position = end + 1
        return low, high

    def _repeat(self, op: int, low: int, high: int, start: int) -> None:
        flags = self.flags
        if self.text.startswith("?", self.position):
            self.position += 1
            flags ^= NON_GREEDY
        if self.last_repeat >= 0:
            refuse(
                "invalid nested repetition operator", self.text[self.last_repeat : self.position]
            )
        items = self.stack.items
        if not items or items[-1].op >= LEFT_PAREN:
            refuse("missing argument to repetition operator", self.text[start : self.position])
        node = self.stack.new(op, flags)
        node.low, node.high = low, high
        node.subs = [items[-1]]
        items[-1] = node
        self.stack.check_limits(node)
        if op == REPEAT and (low >= 2 or high >= 2) and not _repeat_is_valid(node):
            refuse(_INVALID_REPEAT, self.text[start : self.position])

    # Escapes and classes

    def _backslash(self) -> None:
        start = self.position
        following = self.text[start + 1 : start + 2]
        if following in _PERL_OPERATORS:
            self._operator(_PERL_OPERATORS[following])
            self.position += 2
            return
        if following == "C":
            refuse(INVALID_ESCAPE, "\\C")
        if following == "Q":
            self._quoted()
            return
        node = self.stack.new(CLASS, self.flags)
        ranges = self.read_class_escape()
        if ranges is not None:
            self._push_class(node, ranges)
            return
        self.stack.discard()
        self._literal(self.read_escape())

    def _quoted(self) -> None:
        r"""Parse ``\Q...\E``; the end of the pattern ends it as well."""
        self.position += 2
        end = self.text.find("\\E", self.position)
        stop = len(self.text) if end < 0 else end
        while self.position < stop:
            if "\udc80" <= self.text[self.position] <= "\udcff":
                refuse("invalid UTF-8", self.text[self.position : stop])
            self._literal(self.next())
        if end >= 0:
            self.position = end + 2


def _count(digits: str) -> int | None:
    """Return the number ``digits``, -1 if it is huge, or None for what is no plain number."""
    if not digits.isascii() or not digits.isdigit() or (len(digits) > 1 and digits[0] == "0"):
        return None
    return int(digits) if len(digits) <= 9 else -1


def _repeat_is_valid(root: Node) -> bool:
    """Tell whether nested repetitions make at most a thousand copies of the innermost thing."""
    pending = [(root, _MAX_REPEAT)]
    while pending:
        node, budget = pending.pop()
        if node.op == REPEAT:
            if node.high == 0:
                continue
            count = node.low if node.high < 0 else node.high
            if count > budget:
                return False
            if count > 0:
                budget //= count
        pending += [(sub, budget) for sub in node.subs]
    return True
