"""The parser of Go's regular expressions, with its exact refusals.

Source: regexp/syntax/parse.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.regexp_classes import (
    MAX_RUNE,
    PERL_CLASSES,
    POSIX_CLASSES,
    Ranges,
    clean,
    fold,
    negate,
    orbit,
    unicode_class,
)
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
    Stack,
    clean_class,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_INVALID_ESCAPE = "invalid escape sequence"
_INVALID_RANGE = "invalid character class range"
_INVALID_REPEAT = "invalid repeat count"
_CONTROLS = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_PERL_OPERATORS = {
    "A": BEGIN_TEXT,
    "b": WORD_BOUNDARY,
    "B": NO_WORD_BOUNDARY,
    "z": END_TEXT,
}
_NAME_CHARACTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_MAX_REPEAT = 1000


def parse(text: str) -> tuple[Node, list[str]]:
    """Return the tree of the pattern ``text`` and the names of its groups, the whole match first.

    Raises ``GoError`` with Go's text. Source: Parse with the flags of regexp.Compile
    """
    parser = _Parser(text)
    try:
        return parser.parse(), parser.names
    except RecursionError:
        return _parse_deep(text)


def _parse_deep(text: str) -> tuple[Node, list[str]]:
    """Parse hundreds of alternatives that are prefixes of each other: factoring them recurses."""
    import sys

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 20_000)
    try:
        parser = _Parser(text)
        return parser.parse(), parser.names
    except RecursionError:
        return refuse("expression nests too deeply", text)
    finally:
        sys.setrecursionlimit(limit)


class _Parser:
    """Reads a pattern from left to right; ``position`` counts characters of ``text``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.flags = ONE_LINE
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
                self._literal(self._next())
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

    def _next(self) -> int:
        """Return the next character, or 0xFFFD at the end, and move behind it."""
        if self.position >= len(self.text):
            return 0xFFFD
        rune = ord(self.text[self.position])
        if 0xDC80 <= rune <= 0xDCFF:
            refuse("invalid UTF-8", self.text[self.position :])
        self.position += 1
        return rune

    def _check_encoding(self, start: int, end: int) -> None:
        for index in range(start, end):
            if "\udc80" <= self.text[index] <= "\udcff":
                refuse("invalid UTF-8", self.text[index:end])

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
            character = chr(self._next())
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
            self._check_encoding(start, len(self.text))
            refuse("invalid named capture", self.text[start:])
        self._check_encoding(name_start, end)
        name = self.text[name_start:end]
        if not name or not _NAME_CHARACTERS.issuperset(name):
            refuse("invalid named capture", self.text[start : end + 1])
        self._open_capture(name)
        self.position = end + 1

    # Repetition

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
            refuse(_INVALID_ESCAPE, "\\C")
        if following == "Q":
            self._quoted()
            return
        node = self.stack.new(CLASS, self.flags)
        ranges = self._class_escape()
        if ranges is not None:
            self._push_class(node, ranges)
            return
        self.stack.discard()
        self._literal(self._escape())

    def _quoted(self) -> None:
        r"""Parse ``\Q...\E``; the end of the pattern ends it as well."""
        self.position += 2
        end = self.text.find("\\E", self.position)
        stop = len(self.text) if end < 0 else end
        while self.position < stop:
            if "\udc80" <= self.text[self.position] <= "\udcff":
                refuse("invalid UTF-8", self.text[self.position : stop])
            self._literal(self._next())
        if end >= 0:
            self.position = end + 2

    def _class_escape(self) -> Ranges | None:
        r"""Parse ``\pN``, ``\d`` and their like, or return None."""
        text, start = self.text, self.position
        if not text.startswith("\\", start):
            return None
        letter = text[start + 1 : start + 2]
        if letter in {"p", "P"}:
            return self._unicode_class(negative=letter == "P")
        if not letter or letter not in "dDsSwW":
            return None
        self.position += 2
        ranges = PERL_CLASSES[letter.lower()]
        if self.flags & FOLD:
            ranges = fold(ranges)
        return negate(ranges) if letter.isupper() else ranges

    def _unicode_class(self, *, negative: bool) -> Ranges:
        text, start = self.text, self.position
        self.position += 2
        if self._next() == 0x7B:  # a brace
            end = text.find("}", start)
            if end < 0:
                self._check_encoding(start, len(text))
                refuse(_INVALID_RANGE, text[start:])
            self._check_encoding(start + 3, end)
            self.position = end + 1
            name = text[start + 3 : end]
        else:
            name = text[start + 2 : self.position]
        if name.startswith("^"):
            negative = not negative
            name = name[1:]
        ranges = unicode_class(name, folded=bool(self.flags & FOLD))
        if ranges is None:
            refuse(_INVALID_RANGE, text[start : self.position])
        return negate(ranges) if negative else ranges

    def _named_class(self) -> Ranges | None:
        """Parse ``[:alpha:]`` or ``[:^alpha:]``, or return None if it does not end."""
        text, start = self.text, self.position
        end = text.find(":]", start + 2)
        if end < 0:
            return None
        name = text[start + 2 : end]
        ranges = POSIX_CLASSES.get(name.removeprefix("^"))
        if ranges is None:
            refuse(_INVALID_RANGE, text[start : end + 2])
        self.position = end + 2
        if self.flags & FOLD:
            ranges = fold(ranges)
        return negate(ranges) if name.startswith("^") else ranges

    def _class(self) -> None:
        text, start = self.text, self.position
        node = self.stack.new(CLASS, self.flags)
        self.position += 1
        negative = text.startswith("^", self.position)
        if negative:
            self.position += 1
        ranges: Ranges = []
        first = True
        while first or not text.startswith("]", self.position):
            first = False
            found = None
            if text.startswith("[:", self.position) and len(text) > self.position + 2:
                found = self._named_class()
            if found is None:
                found = self._class_escape()
            ranges += self._class_range(start) if found is None else found
        self.position += 1
        ranges = clean(ranges)
        self._push_class(node, negate(ranges) if negative else ranges)

    def _class_range(self, start: int) -> Ranges:
        """Parse one character, or a range; ``start`` is where the class begins."""
        text, begin = self.text, self.position
        low = high = self._class_character(start)
        if (
            text.startswith("-", self.position)
            and len(text) >= self.position + 2
            and text[self.position + 1] != "]"
        ):
            self.position += 1
            high = self._class_character(start)
            if high < low:
                refuse(_INVALID_RANGE, text[begin : self.position])
        if not self.flags & FOLD or (low <= 0x41 and high >= MAX_RUNE):
            return [(low, high)]
        return fold([(low, high)])

    def _class_character(self, start: int) -> int:
        if self.position >= len(self.text):
            refuse("missing closing ]", self.text[start:])
        return self._escape() if self.text[self.position] == "\\" else self._next()

    def _escape(self) -> int:
        """Parse an escape that stands for one character."""
        text, start = self.text, self.position
        self.position += 1
        if self.position >= len(text):
            refuse("trailing backslash at end of expression", "")
        rune = self._next()
        letter = chr(rune)
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if rune < 128 and not letter.isalnum():
            return rune
        following = text[self.position : self.position + 1]
        if letter == "0" or ("1" <= letter <= "7" and "0" <= following <= "7"):
            return self._octal(rune - 48)
        if letter == "x" and following:
            value = self._hexadecimal()
            if value is not None:
                return value
        return refuse(_INVALID_ESCAPE, text[start : self.position])

    def _octal(self, value: int) -> int:
        for _ in range(2):
            digit = self.text[self.position : self.position + 1]
            if not digit or not "0" <= digit <= "7":
                break
            value = value * 8 + int(digit)
            self.position += 1
        return value

    def _hexadecimal(self) -> int | None:
        r"""Parse what follows ``\x``: two digits, or any number of them in braces."""
        first = chr(self._next())
        if first != "{":
            second = chr(self._next())
            if first in _HEXADECIMAL and second in _HEXADECIMAL:
                return int(first + second, 16)
            return None
        value = -1
        while self.position < len(self.text):
            digit = chr(self._next())
            if digit == "}":
                return value if value >= 0 else None
            if digit not in _HEXADECIMAL:
                return None
            value = max(value, 0) * 16 + int(digit, 16)
            if value > MAX_RUNE:
                return None
        return None


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
