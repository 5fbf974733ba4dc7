"""Writes a parsed Go regular expression for Python's ``re`` and for RE2, and estimates what ``re`` costs.

Both dialects get explicit classes only, so that neither library's own idea of Unicode or of case
matters. Python's engine backtracks; it is right only where the number of ways it may try is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from helmwright.go.regexp_classes import MAX_RUNE, Ranges, contains, negate, orbit
from helmwright.go.regexp_nodes import (
    ALTERNATE,
    ANY,
    ANY_NOT_NEWLINE,
    BEGIN_LINE,
    BEGIN_TEXT,
    CAPTURE,
    CLASS,
    CONCAT,
    EMPTY,
    END_LINE,
    END_TEXT,
    FOLD,
    LITERAL,
    NO_MATCH,
    NO_WORD_BOUNDARY,
    NON_GREEDY,
    PLUS,
    QUEST,
    REPEAT,
    STAR,
    WORD_BOUNDARY,
    Node,
)

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
_ATOM, _SEQUENCE, _CHOICE = range(3)
_INVALID_BYTES = (0xDC80, 0xDCFF)  # how bytes that are not UTF-8 look in a str
_REPLACEMENT = 0xFFFD  # how Go sees them
_SPECIAL = frozenset(r"\.+*?()|[]{}^$-&~#")
_MAX_LENGTH = 8 << 20
_LARGE_CLASS = 40
_PYTHON = {
    NO_MATCH: "(?!)",
    EMPTY: "",
    ANY: "(?s:.)",
    ANY_NOT_NEWLINE: ".",
    BEGIN_LINE: "(?m:^)",
    END_LINE: "(?m:$)",
    BEGIN_TEXT: r"\A",
    END_TEXT: r"\Z",
    WORD_BOUNDARY: r"\b",
    NO_WORD_BOUNDARY: r"(?!\b)",  # before 3.14 Python's own does not match in empty text
}
_RE2 = _PYTHON | {NO_MATCH: r"[^\x00-\x{10FFFF}]", END_TEXT: r"\z", NO_WORD_BOUNDARY: r"\B"}


class TooLongError(Exception):
    """The translation of a pattern would take megabytes."""


def _walk(root: Node, visit: Callable[[Node, list[T]], T]) -> T:
    """Compute from the leaves up, without recursion: Go's trees may be a thousand deep."""
    order: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        order.append(node)
        pending += node.subs
    results: dict[int, T] = {}
    for node in reversed(order):
        results[id(node)] = visit(node, [results[id(sub)] for sub in node.subs])
    return results[id(root)]


def translate(root: Node, *, python: bool, groups: bool) -> str:
    """Return the pattern for Python's ``re`` (with its ASCII flag), or for RE2.

    groups: whether captures are kept; without them both engines are faster.
    Raises ``TooLongError``.
    """
    total = 0

    def visit(node: Node, subs: list[tuple[str, int]]) -> tuple[str, int]:
        nonlocal total
        result = _write(node, subs, python=python, groups=groups)
        total += len(result[0]) - sum(len(sub) for sub, _ in subs)
        if total > _MAX_LENGTH:
            raise TooLongError
        return result

    return _walk(root, visit)[0]


def _write(  # noqa: PLR0911 - one case per kind of operator
    node: Node, subs: list[tuple[str, int]], *, python: bool, groups: bool
) -> tuple[str, int]:
    op = node.op
    if op == LITERAL:
        text = "".join(_write_rune(rune, node.flags, python=python) for rune in node.runes)
        return text, _ATOM if len(node.runes) == 1 else _SEQUENCE
    if op == CLASS:
        return _write_class(node.ranges, python=python), _ATOM
    if op == CONCAT:
        return "".join(_wrap(sub, _SEQUENCE) for sub in subs), _SEQUENCE
    if op == ALTERNATE:
        return "|".join(text for text, _ in subs), _CHOICE
    if op == CAPTURE:
        return (f"({subs[0][0]})", _ATOM) if groups else (_wrap(subs[0], _ATOM), _ATOM)
    if op in {STAR, PLUS, QUEST, REPEAT}:
        lazy = "?" if node.flags & NON_GREEDY else ""
        return _wrap(subs[0], _ATOM) + _quantifier(node) + lazy, _SEQUENCE
    table = _PYTHON if python else _RE2
    return table[op], _SEQUENCE if op == EMPTY else _ATOM


def _wrap(sub: tuple[str, int], allowed: int) -> str:
    text, precedence = sub
    return text if precedence <= allowed else f"(?:{text})"


def _quantifier(node: Node) -> str:
    if node.op != REPEAT:
        return {STAR: "*", PLUS: "+", QUEST: "?"}[node.op]
    if node.low == node.high:
        return f"{{{node.low}}}"
    return f"{{{node.low},{'' if node.high < 0 else node.high}}}"


def _write_rune(rune: int, flags: int, *, python: bool) -> str:
    if flags & FOLD:
        members = orbit(rune)
        if len(members) > 1:
            return _write_class([(member, member) for member in members], python=python)
    if rune == _REPLACEMENT or 0xD800 <= rune <= 0xDFFF:
        return _write_class([(rune, rune)], python=python)
    return _escape(rune)


def _escape(rune: int) -> str:
    character = chr(rune)
    return f"\\{character}" if character in _SPECIAL else character


def _write_class(ranges: Ranges, *, python: bool) -> str:
    if ranges == [(0, MAX_RUNE)]:
        return "(?s:.)"
    others = negate(ranges)
    if others and others[-1][1] < 0xD800:
        return f"[^{''.join(_write_range(low, high) for low, high in others)}]"
    kept = _without_surrogates(ranges)
    if python and contains(ranges, _REPLACEMENT):
        kept.append(_INVALID_BYTES)
    if not kept:
        return (_PYTHON if python else _RE2)[NO_MATCH]
    return f"[{''.join(_write_range(low, high) for low, high in kept)}]"


def _write_range(low: int, high: int) -> str:
    if low == high:
        return _escape(low)
    return f"{_escape(low)}-{_escape(high)}"


def _without_surrogates(ranges: Ranges) -> Ranges:
    """Return ``ranges`` without what no text can hold: Go reads it as invalid bytes."""
    kept: Ranges = []
    for low, high in ranges:
        if high < 0xD800 or low > 0xDFFF:
            kept.append((low, high))
            continue
        if low < 0xD800:
            kept.append((low, 0xD7FF))
        if high > 0xDFFF:
            kept.append((0xE000, high))
    return kept


class Cost:
    """What a backtracking engine may have to try, from one starting position.

    shortest: the shortest match in characters. degree, ways: at most ``ways * n ** degree`` ways
    through the pattern in a text of n characters; ways is 0 where no bound is known. length: the
    characters that parts of fixed length take.
    """

    __slots__ = ("degree", "length", "shortest", "ways")

    def __init__(self, shortest: int, degree: int, ways: int, length: int) -> None:
        self.shortest = shortest
        self.degree = degree
        self.ways = min(ways, _MAX_WAYS)
        self.length = min(length, _MAX_WAYS)


_MAX_WAYS = 1 << 40


def estimate(root: Node) -> Cost:
    """Return what backtracking through ``root`` may cost; ways is 0 where ``re`` must not be used.

    A loop over something that can be matched in more than one way, or in no characters, has no
    bound here: the latter also because Go and Python leave empty iterations differently.
    """
    return _walk(root, _cost)


def _cost(node: Node, subs: list[Cost]) -> Cost:  # noqa: PLR0911 - one case per operator
    op = node.op
    if op == LITERAL:
        return Cost(len(node.runes), 0, 1, len(node.runes))
    if op in {CLASS, ANY, ANY_NOT_NEWLINE}:
        return Cost(1, 0, 1, 1)
    if not subs:
        return Cost(0, 0, 1, 1)
    if op == CONCAT:
        ways = 1
        for sub in subs:
            ways = min(ways * sub.ways, _MAX_WAYS)
        degree = sum(sub.degree for sub in subs)
        length = sum(sub.length for sub in subs)
        return Cost(sum(sub.shortest for sub in subs), degree, ways, length)
    if op == ALTERNATE:
        ways = sum(sub.ways for sub in subs) if all(sub.ways for sub in subs) else 0
        degree = max(sub.degree for sub in subs)
        length = sum(sub.length for sub in subs)
        return Cost(min(sub.shortest for sub in subs), degree, ways, length)
    body = subs[0]
    if op == CAPTURE:
        return body
    if op == QUEST:
        return Cost(0, body.degree, body.ways + 1 if body.ways else 0, body.length)
    return _loop_cost(node, body)


def _loop_cost(node: Node, body: Cost) -> Cost:  # noqa: PLR0911 - one case per shape
    low, high = {STAR: (0, -1), PLUS: (1, -1)}.get(node.op, (node.low, node.high))
    shortest = low * body.shortest
    if high == 0:
        return Cost(0, 0, 1, 0)
    if high == 1:
        extra = 1 if low == 0 else 0
        return Cost(shortest, body.degree, body.ways + extra if body.ways else 0, body.length)
    if not body.shortest or not body.ways:
        return Cost(shortest, 0, 0, 0)
    if body.ways > 1 or body.degree:
        if high < 0:
            return Cost(shortest, 0, 0, 0)
        ways = 1
        for _ in range(high):
            ways = min(ways * (body.ways + 1), _MAX_WAYS)
        return Cost(shortest, body.degree * high, ways, body.length * high)
    if high < 0:
        return Cost(shortest, 1, 1, body.length * max(low, 1))
    return Cost(shortest, 0, high - low + 1, body.length * high)


def captures_are_plain(root: Node) -> bool:
    """Tell whether every capture takes part in every match: then any engine reports the same."""
    pending = [(root, False)]
    while pending:
        node, conditional = pending.pop()
        if node.op == CAPTURE and conditional:
            return False
        conditional = conditional or node.op == ALTERNATE or STAR <= node.op <= REPEAT
        pending += [(sub, conditional) for sub in node.subs]
    return True


def has_large_class(root: Node) -> bool:
    """Tell whether a class has so many ranges that ``re`` takes long to compile it."""
    pending = [root]
    while pending:
        node = pending.pop()
        if len(node.ranges) > _LARGE_CLASS:
            return True
        pending += node.subs
    return False


def is_anchored(root: Node) -> bool:
    """Tell whether every match begins at the beginning of the text."""
    node = root
    while node.op in {CONCAT, CAPTURE} and node.subs:
        node = node.subs[0]
    return node.op == BEGIN_TEXT


def has_operator(root: Node, op: int) -> bool:
    """Tell whether ``op`` is anywhere in the tree."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.op == op:
            return True
        pending += node.subs
    return False
