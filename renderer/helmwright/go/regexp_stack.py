"""The stack of trees of the parser of regular expressions, with the size limits of Go.

Source: regexp/syntax/parse.go
"""

from __future__ import annotations

from helmwright.go.regexp_classes import orbit
from helmwright.go.regexp_factor import factor
from helmwright.go.regexp_nodes import (
    ALTERNATE,
    CAPTURE,
    CLASS,
    FOLD,
    LITERAL,
    PLUS,
    PSEUDO,
    QUEST,
    REPEAT,
    STAR,
    VERTICAL_BAR,
    Node,
    clean_class,
    is_single,
    merge_class,
    refuse,
)
from helmwright.go.stacks import descend

_MAX_HEIGHT = 1000


_MAX_SIZE = (128 << 20) // 40


_MAX_RUNES = (128 << 20) // 4


class Stack:
    """The parser's stack. Allocations are counted as Go counts them, for its size limits."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.items: list[Node] = []
        self._allocated = 0
        self._free = 0
        self._runes = 0
        self._repeats = 1
        self._tracking = False

    def new(self, op: int, flags: int = 0) -> Node:
        """Return a new node and count it."""
        if self._free:
            self._free -= 1
        else:
            self._allocated += 1
        return Node(op, flags)

    def discard(self) -> None:
        """Count a node as free for reuse."""
        self._free += 1

    def check_limits(self, node: Node) -> None:
        """Refuse a tree that is too large or too deep, as Go does."""
        if self._runes > _MAX_RUNES:
            refuse("expression too large", self.expression)
        self._check_size(node)
        if node.subs:
            node.measure_height()
            if node.height > _MAX_HEIGHT:
                refuse("expression nests too deeply", self.expression)

    def _check_size(self, node: Node) -> None:
        if not self._tracking:
            if node.op == REPEAT:
                count = max(node.low if node.high == -1 else node.high, 1)
                if count > _MAX_SIZE // self._repeats:
                    self._repeats = _MAX_SIZE
                else:
                    self._repeats *= count
            if self._allocated < _MAX_SIZE // self._repeats:
                return
            self._tracking = True
            for item in self.items:
                self._check_size(item)
        node.size = None
        if _measure(node) > _MAX_SIZE:
            refuse("expression too large", self.expression)

    def push(self, node: Node, flags: int) -> None:
        """Push ``node``; classes of one character become literals, literals grow together."""
        self._runes += len(node.runes) + 2 * len(node.ranges)
        rune = _as_literal(node)
        if rune is None:
            self.join_literals()
        else:
            folded = len(node.ranges) == 2 or node.ranges[0][0] != node.ranges[0][1]
            flags = flags | FOLD if folded else flags & ~FOLD
            if self._push_rune(rune, flags):
                return
            node.op = LITERAL
            node.runes = [rune]
            node.ranges = []
            node.flags = flags
        self.items.append(node)
        self.check_limits(node)

    def join_literals(self) -> bool:
        """Join the two topmost literals, which no operator can reach any more."""
        if len(self.items) < 2:
            return False
        top, below = self.items[-1], self.items[-2]
        if top.op != LITERAL or below.op != LITERAL or (top.flags ^ below.flags) & FOLD:
            return False
        below.runes += top.runes
        self.items.pop()
        self.discard()
        return True

    def _push_rune(self, rune: int, flags: int) -> bool:
        """Push ``rune`` in the node that joining two literals sets free, if there are two."""
        if not self.join_literals():
            return False
        node = self.new(LITERAL, flags)
        node.runes = [rune]
        self.items.append(node)
        return True

    def take(self) -> list[Node]:
        """Take what lies above the topmost ``|`` or ``(`` off the stack."""
        start = len(self.items)
        while start and self.items[start - 1].op < PSEUDO:
            start -= 1
        taken = self.items[start:]
        del self.items[start:]
        return taken

    def collapse(self, subs: list[Node], op: int) -> Node:
        """Return ``subs`` under one node, without a concatenation directly in another."""
        if len(subs) == 1:
            return subs[0]
        node = self.new(op)
        for sub in subs:
            if sub.op == op:
                node.subs += sub.subs
                self.discard()
            else:
                node.subs.append(sub)
        if op == ALTERNATE:
            node.subs = descend(factor, self, node.subs)
            if len(node.subs) == 1:
                self.discard()
                return node.subs[0]
        node.measure_height()
        return node

    def swap_vertical_bar(self) -> bool:
        """Move the top below the ``|`` under it, or merge it into a class there."""
        items = self.items
        if len(items) >= 3 and items[-2].op == VERTICAL_BAR:
            top, below = items[-1], items[-3]
            if is_single(top) and is_single(below):
                if top.op > below.op:
                    top, below = below, top
                    items[-3] = below
                merge_class(below, top)
                self.discard()
                items.pop()
                return True
        if len(items) >= 2 and items[-2].op == VERTICAL_BAR:
            if len(items) >= 3:
                clean_class(items[-3])
            items[-1], items[-2] = items[-2], items[-1]
            return True
        return False


def _as_literal(node: Node) -> int | None:
    """Return the only character of a class, if letter case is all that it leaves open."""
    if node.op != CLASS or not 1 <= len(node.ranges) <= 2:
        return None
    low, high = node.ranges[0]
    if len(node.ranges) == 1 and low == high:
        return low
    members = (low, node.ranges[-1][1])
    if len(node.ranges) == 2:
        one_each = low == high and node.ranges[1][0] == node.ranges[1][1]
    else:
        one_each = low + 1 == high
    return low if one_each and orbit(low) == members else None


def _measure(root: Node) -> int:
    """Return the number of instructions ``root`` compiles to, at most."""
    pending = [root]
    while pending:
        node = pending[-1]
        missing = [sub for sub in node.subs if sub.size is None]
        if missing:
            pending += missing
            continue
        pending.pop()
        if node.size is None:
            node.size = max(1, _instructions(node, [sub.size or 0 for sub in node.subs]))
    return root.size or 0


def _instructions(node: Node, sizes: list[int]) -> int:
    if node.op == LITERAL:
        return len(node.runes)
    if node.op == REPEAT:
        if node.high == -1:
            return 1 + node.low * sizes[0] if node.low else 2 + sizes[0]
        return node.high * sizes[0] + node.high - node.low
    extra = {CAPTURE: 2, STAR: 2, PLUS: 1, QUEST: 1, ALTERNATE: len(sizes) - 1}
    return sum(sizes) + extra.get(node.op, 0)
