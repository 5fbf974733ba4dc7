"""Factoring of common prefixes out of alternations: ``abc|abd`` becomes ``ab[cd]``.

It changes no match; it is here because Go's limits on size and depth hold for its result.

Source: regexp/syntax/parse.go (factor)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.regexp_nodes import (
    ALTERNATE,
    CLASS,
    CONCAT,
    EMPTY,
    FOLD,
    LITERAL,
    NON_GREEDY,
    REPEAT,
    Node,
    clean_class,
    is_single,
    merge_class,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Stack(Protocol):
        """What makes nodes and counts them, as ``regexp_stack.Stack`` does."""

        def new(self, op: int, flags: int = 0) -> Node:
            """Return a new node."""
            ...

        def discard(self) -> None:
            """Take note that a node is not used any more."""
            ...

        def check_limits(self, node: Node) -> None:
            """Raise GoError if a tree is too large."""
            ...

        def collapse(self, subs: list[Node], op: int) -> Node:
            """Return trees under one node."""
            ...


def factor(stack: Stack, subs: list[Node]) -> list[Node]:
    """Return the alternatives ``subs`` with common prefixes factored out and classes merged."""
    if len(subs) < 2:
        return subs
    subs = _factor_strings(stack, subs)
    subs = _factor_leading(stack, subs)
    subs = _merge_singles(stack, subs)
    return [
        sub
        for index, sub in enumerate(subs)
        if not (sub.op == EMPTY and index + 1 < len(subs) and subs[index + 1].op == EMPTY)
    ]


def _factored(
    stack: Stack, prefix: Node, run: list[Node], remove: Callable[[Node, int], Node]
) -> Node:
    """Return ``prefix`` followed by what ``remove`` leaves of the alternatives in ``run``."""
    rest = []
    for index, sub in enumerate(run):
        shorter = remove(sub, index)
        stack.check_limits(shorter)
        rest.append(shorter)
    suffix = stack.collapse(rest, ALTERNATE)
    node = stack.new(CONCAT)
    node.subs = [prefix, suffix]
    node.measure_height()
    return node


def _factor_strings(stack: Stack, subs: list[Node]) -> list[Node]:
    """Factor out common leading literals."""
    result: list[Node] = []
    start = 0
    common: list[int] = []
    common_flags = 0
    for index in range(len(subs) + 1):
        runes: list[int] = []
        flags = 0
        if index < len(subs):
            runes, flags = _leading_string(subs[index])
            if flags == common_flags:
                same = _common_length(common, runes)
                if same:
                    common = common[:same]
                    continue
        if index == start + 1:
            result.append(subs[start])
        elif index > start:
            prefix = stack.new(LITERAL, common_flags)
            prefix.runes = common
            length = len(common)
            result.append(
                _factored(
                    stack,
                    prefix,
                    subs[start:index],
                    lambda sub, _, length=length: _remove_string(stack, sub, length),  # type: ignore[misc]
                )
            )
        start, common, common_flags = index, runes, flags
    return result


def _common_length(left: list[int], right: list[int]) -> int:
    for index, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return index
    return min(len(left), len(right))


def _factor_leading(stack: Stack, subs: list[Node]) -> list[Node]:
    """Factor out common leading classes."""
    result: list[Node] = []
    start = 0
    first: Node | None = None
    for index in range(len(subs) + 1):
        leading = None
        if index < len(subs):
            leading = _leading_node(subs[index])
            if first is not None and leading is not None and _simple_and_equal(first, leading):
                continue
        if index == start + 1:
            result.append(subs[start])
        elif index > start and first is not None:
            result.append(
                _factored(
                    stack,
                    first,
                    subs[start:index],
                    lambda sub, position: _remove_leading(stack, sub, reuse=position > 0),
                )
            )
        start, first = index, leading
    return result


def _merge_singles(stack: Stack, subs: list[Node]) -> list[Node]:
    """Merge neighbouring alternatives of one character each into a class."""
    result: list[Node] = []
    run: list[Node] = []
    for sub in subs:
        if is_single(sub):
            run.append(sub)
            continue
        result += _merged(stack, run)
        result.append(sub)
        run = []
    return result + _merged(stack, run)


def _merged(stack: Stack, run: list[Node]) -> list[Node]:
    if len(run) < 2:
        return run
    best = max(run, key=lambda node: (node.op, len(node.runes) + 2 * len(node.ranges)))
    for node in run:
        if node is not best:
            merge_class(best, node)
            stack.discard()
    clean_class(best)
    return [best]


def _leading_string(node: Node) -> tuple[list[int], int]:
    if node.op == CONCAT and node.subs:
        node = node.subs[0]
    return (node.runes, node.flags & FOLD) if node.op == LITERAL else ([], 0)


def _remove_string(stack: Stack, node: Node, length: int) -> Node:
    if node.op == CONCAT and node.subs:
        first = _remove_string(stack, node.subs[0], length)
        if first.op != EMPTY:
            node.subs[0] = first
            return node
        stack.discard()
        if len(node.subs) > 2:
            node.subs = node.subs[1:]
            return node
        stack.discard()
        return node.subs[1]
    if node.op == LITERAL:
        node.runes = node.runes[length:]
        if not node.runes:
            node.op = EMPTY
    return node


def _leading_node(node: Node) -> Node | None:
    if node.op == CONCAT and node.subs:
        node = node.subs[0]
    return None if node.op == EMPTY else node


def _simple_and_equal(first: Node, other: Node) -> bool:
    """Tell whether both are the same class, or the same fixed repetition of the same class."""
    if first.op != other.op:
        return False
    if first.op == REPEAT:
        same = (first.low, first.high) == (other.low, other.high)
        return (
            same
            and first.low == first.high
            and not (first.flags ^ other.flags) & NON_GREEDY
            and _simple_and_equal(first.subs[0], other.subs[0])
        )
    return (
        is_single(first)
        and first.runes == other.runes
        and first.ranges == other.ranges
        and not (first.op <= CLASS and (first.flags ^ other.flags) & FOLD)
    )


def _remove_leading(stack: Stack, node: Node, *, reuse: bool) -> Node:
    if node.op == CONCAT and node.subs:
        if reuse:
            stack.discard()
        node.subs = node.subs[1:]
        if len(node.subs) == 1:
            stack.discard()
            return node.subs[0]
        return node
    if reuse:
        stack.discard()
    return stack.new(EMPTY)
