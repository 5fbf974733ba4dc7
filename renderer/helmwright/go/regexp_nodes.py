"""The parse tree of regular expressions, and the parser's stack of trees with Go's size limits.

Source: regexp/syntax/regexp.go, regexp/syntax/parse.go
"""

from __future__ import annotations

from typing import NoReturn

from helmwright.base.errors import GoError
from helmwright.go.regexp_classes import MAX_RUNE, Ranges, clean, contains, orbit

# The operators, in Go's order, which decides which class absorbs another.
NO_MATCH, EMPTY, LITERAL, CLASS, ANY_NOT_NEWLINE, ANY = range(1, 7)
BEGIN_LINE, END_LINE, BEGIN_TEXT, END_TEXT, WORD_BOUNDARY, NO_WORD_BOUNDARY = range(7, 13)
CAPTURE, STAR, PLUS, QUEST, REPEAT, CONCAT, ALTERNATE = range(13, 20)
LEFT_PAREN, VERTICAL_BAR = 128, 129
PSEUDO = 128

FOLD, DOT_NEWLINE, ONE_LINE, NON_GREEDY = 1, 2, 4, 8


class Node:
    """One node. ``runes`` belong to literals, ``ranges`` to classes, low and high to repeats."""

    __slots__ = (
        "flags",
        "height",
        "high",
        "index",
        "low",
        "name",
        "op",
        "ranges",
        "runes",
        "size",
        "subs",
    )

    def __init__(self, op: int, flags: int = 0) -> None:
        self.op = op
        self.flags = flags
        self.subs: list[Node] = []
        self.runes: list[int] = []
        self.ranges: Ranges = []
        self.low = 0
        self.high = 0
        self.index = 0
        self.name = ""
        self.height = 1
        self.size: int | None = None

    def measure_height(self) -> None:
        """Set ``height`` from the heights of ``subs``."""
        self.height = 1 + max(sub.height for sub in self.subs)


def refuse(code: str, expression: str) -> NoReturn:
    """Raise the error that Go's parser returns for ``expression``."""
    raise GoError(f"error parsing regexp: {code}: `{expression}`")


def is_single(node: Node) -> bool:
    """Tell whether ``node`` matches exactly one character."""
    return CLASS <= node.op <= ANY or (node.op == LITERAL and len(node.runes) == 1)


def _literal_ranges(node: Node) -> Ranges:
    if node.flags & FOLD:
        return [(rune, rune) for rune in orbit(node.runes[0])]
    return [(node.runes[0], node.runes[0])]


def merge_class(target: Node, source: Node) -> None:
    """Make ``target``, the later of the two operators, match what ``source`` matches as well."""
    if target.op == ANY_NOT_NEWLINE:
        if (
            source.op == ANY
            or (source.op == CLASS and contains(source.ranges, 10))
            or (source.op == LITERAL and source.runes[0] == 10)
        ):
            target.op = ANY
    elif target.op == CLASS:
        extra = _literal_ranges(source) if source.op == LITERAL else source.ranges
        target.ranges = clean(target.ranges + extra)
    elif target.op == LITERAL and (source.runes != target.runes or source.flags != target.flags):
        target.ranges = clean(_literal_ranges(target) + _literal_ranges(source))
        target.op = CLASS
        target.runes = []


def clean_class(node: Node) -> None:
    """Turn a class of everything, or of everything but the newline, into its own operator."""
    if node.op == CLASS:
        if node.ranges == [(0, MAX_RUNE)]:
            node.op = ANY
        elif node.ranges == [(0, 9), (11, MAX_RUNE)]:
            node.op = ANY_NOT_NEWLINE
        else:
            return
        node.ranges = []
