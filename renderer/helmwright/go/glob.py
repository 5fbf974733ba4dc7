"""gobwas/glob, which chart authors meet in ``.Files.Glob``: compiling patterns as it does.

The original turns a pattern into specialised matchers and some of them are wrong in corners; the
same choices are made here, so that the same files are found.

Source: github.com/gobwas/glob v0.2.3 compiler/compiler.go
"""

from __future__ import annotations

from helmwright.base.errors import GoError
from helmwright.go.glob_composites import AnyOf, EveryOf, Row, Tree
from helmwright.go.glob_matchers import (
    Any,
    AtLeast,
    AtMost,
    Characters,
    Contains,
    Matcher,
    Nothing,
    Prefix,
    PrefixAny,
    PrefixSuffix,
    Single,
    Suffix,
    SuffixAny,
    Super,
    Text,
)
from helmwright.go.glob_syntax import (
    ANY,
    CHOICE,
    LIST,
    NOTHING,
    PATTERN,
    RANGE,
    SINGLE,
    SUPER,
    TEXT,
    Node,
    parse,
)

_MAX_PARTS = 400


class Glob:
    """A compiled pattern of gobwas/glob.

    separator: the characters that ``*`` and ``?`` do not match.
    Raises ``GoError`` with the original's text for a pattern that it refuses.
    """

    __slots__ = ("_matcher",)

    def __init__(self, pattern: str, separator: str = "/") -> None:
        try:
            self._matcher = _compile(parse(pattern), separator)
        except RecursionError:
            raise GoError("glob pattern nests too deeply") from None

    def match(self, text: str) -> bool:
        """Tell whether all of ``text`` matches; raise ``FunctionError`` where the original panics."""
        return self._matcher.match(text.encode("utf-8", "surrogateescape"))


def _compile(node: Node, separators: str) -> Matcher:
    if node.kind == CHOICE:
        simpler = _factor(node)
        if simpler is not None:
            return _compile(simpler, separators)
        # A choice is not optimised here, but where it is part of a pattern.
        return AnyOf([_optimize(_compile(child, separators)) for child in node.children])
    if node.kind == PATTERN:
        if not node.children:
            return Nothing()
        if len(node.children) > _MAX_PARTS:
            raise GoError("glob pattern has too many parts")
        parts = [_optimize(_compile(child, separators)) for child in node.children]
        return _optimize(_join(_minimize(parts)))
    return _optimize(_leaf(node, separators))


def _leaf(node: Node, separators: str) -> Matcher:
    matcher: Matcher
    if node.kind == TEXT:
        matcher = Text(node.text.encode())
    elif node.kind == LIST:
        matcher = Characters(node.text, negated=node.negated)
    elif node.kind == RANGE:
        matcher = Characters(node.low + node.high, negated=node.negated, is_range=True)
    elif node.kind == SINGLE:
        matcher = Single(separators, negated=True)
    else:
        matcher = {ANY: Any(separators), SUPER: Super(), NOTHING: Nothing()}[node.kind]
    return matcher


def _optimize(matcher: Matcher) -> Matcher:
    """Return a simpler matcher for the same, or nearly the same."""
    if isinstance(matcher, Any) and not matcher.separators:
        return Super()
    if isinstance(matcher, AnyOf) and len(matcher.matchers) == 1:
        return matcher.matchers[0]
    if isinstance(matcher, Characters) and type(matcher) is not Single:
        if not matcher.negated and not matcher.is_range and len(matcher.members) == 1:
            return Text(matcher.members.encode())
    elif isinstance(matcher, Tree):
        return _optimize_tree(matcher)
    return matcher


def _optimize_tree(tree: Tree) -> Matcher:
    left = tree.left = None if tree.left is None else _optimize(tree.left)
    right = tree.right = None if tree.right is None else _optimize(tree.right)
    if not isinstance(tree.value, Text):
        return tree
    text = tree.value.text
    result: Matcher = tree
    if left is None and right is None:
        result = Text(text)
    elif isinstance(left, Super) and isinstance(right, Super):
        result = Contains(text, negated=False)
    elif right is None and isinstance(left, Super):
        result = Suffix(text)
    elif left is None and isinstance(right, Super):
        result = Prefix(text)
    elif left is None and isinstance(right, Suffix):
        result = PrefixSuffix(text, right.text)
    elif right is None and isinstance(left, Prefix):
        result = PrefixSuffix(left.text, text)
    elif right is None and isinstance(left, Any):
        result = SuffixAny(text, left.separators)
    elif left is None and isinstance(right, Any):
        result = PrefixAny(text, right.separators)
    return result


def _join(parts: list[Matcher]) -> Matcher:
    """Return one matcher for ``parts`` in sequence: a tree around the longest of fixed length."""
    if len(parts) == 1:
        return parts[0]
    glued = _glue(parts)
    if glued is not None:
        return glued
    longest = max(part.length for part in parts)
    if longest < 0:
        return Tree(parts[0], None, _join(parts[1:]))
    index = max(number for number, part in enumerate(parts) if part.length == longest)
    left, right = parts[:index], parts[index + 1 :]
    return Tree(parts[index], _join(left) if left else None, _join(right) if right else None)


def _glue(parts: list[Matcher]) -> Matcher | None:
    """Return one matcher for all of ``parts`` (two or more), if there is one."""
    if len(parts) < 2:
        return None
    every = _glue_every(parts)
    if every is not None:
        return every
    if any(part.length == -1 for part in parts):
        return None
    return Row(sum(part.length for part in parts), list(parts))


def _separators(part: Matcher) -> str | None:
    """Return what the wildcard ``part`` does not match, or None for what is no wildcard."""
    if isinstance(part, Super):
        return ""
    if isinstance(part, Any):
        return part.separators
    if isinstance(part, Characters) and part.negated and not part.is_range:
        return part.members
    return None


def _glue_every(parts: list[Matcher]) -> Matcher | None:
    """Return one matcher for wildcards in sequence that all exclude the same characters."""
    separators = _separators(parts[0])
    if separators is None or any(_separators(part) != separators for part in parts):
        return None
    has_super = any(isinstance(part, Super) for part in parts)
    has_any = any(isinstance(part, Any) for part in parts)
    singles = sum(isinstance(part, Characters) for part in parts)
    if not singles:
        if has_super and not has_any:
            return Super()
        if has_any and not has_super:
            return Any(separators)
    if (has_any or has_super) and singles and not separators:
        return AtLeast(singles)
    limits: list[Matcher] = []
    if singles:
        limits.append(AtLeast(singles))
        if not has_any and not has_super:
            limits.append(AtMost(singles))
    if separators:
        limits.append(Contains(separators.encode(), negated=True))
    return EveryOf(limits)


def _minimize(parts: list[Matcher]) -> list[Matcher]:
    """Glue the best run of ``parts`` together, again and again."""
    while True:
        done: Matcher | None = None
        start = stop = 0
        for left in range(len(parts)):
            end = _run_end(parts, left)
            for right in range(end, left + 1, -1):
                longer = stop - start < right - left
                if done is not None and not longer and done.length == -1:
                    break  # nothing shorter can win
                glued = _glue(parts[left:right])
                if glued is None:
                    continue
                wider = done is not None and -1 < done.length < glued.length
                if done is None or wider or longer:
                    done, start, stop = glued, left, right
        if done is None:
            return parts
        parts = [*parts[:start], done, *parts[stop:]]


def _run_end(parts: list[Matcher], left: int) -> int:
    """Return an upper bound of where a run that begins at ``left`` and can be glued ends."""
    fixed = left
    while fixed < len(parts) and parts[fixed].length != -1:
        fixed += 1
    separators = _separators(parts[left])
    wild = left
    if separators is not None:
        while wild < len(parts) and _separators(parts[wild]) == separators:
            wild += 1
    return max(fixed, wild)


def _factor(choice: Node) -> Node | None:
    """Return ``choice`` with what all alternatives begin and end with in front of and behind it."""
    patterns = choice.children
    if len(patterns) < 2 or any(pattern.kind != PATTERN for pattern in patterns):
        return None
    left, right = _common_children(patterns)
    if not left and not right:
        return None
    alternatives: list[Node] = []
    for pattern in patterns:
        rest = pattern.children[len(left) : len(pattern.children) - len(right)]
        node = Node(PATTERN, children=rest) if rest else Node(NOTHING)
        if not any(node.equals(other) for other in alternatives):
            alternatives.append(node)
    result = [Node(PATTERN, children=left)] if left else []
    if len(alternatives) > 1:
        result.append(Node(CHOICE, children=alternatives))
    elif alternatives[0].kind != NOTHING:
        result.append(alternatives[0])
    if right:
        result.append(Node(PATTERN, children=right))
    return Node(PATTERN, children=result)


def _common_children(patterns: list[Node]) -> tuple[list[Node], list[Node]]:
    """Return the nodes that all ``patterns`` begin with, and those they end with.

    The two flags live on from one alternative to the next, as in the original.
    """
    shortest = min(patterns, key=lambda pattern: len(pattern.children))
    total = len(shortest.children)
    left: list[Node] = []
    right: list[Node] = []
    left_ended = right_ended = False
    i, j = 0, total - 1
    while len(left) + len(right) < total and j >= 0 and not (left_ended and right_ended):
        for pattern in patterns:
            if left_ended and right_ended:
                break
            if pattern is shortest:
                continue
            others = pattern.children
            left_ended = left_ended or not shortest.children[i].equals(others[i])
            right_ended = right_ended or (not left_ended and j <= i)
            right_ended = right_ended or not shortest.children[j].equals(
                others[j + len(others) - total]
            )
        if not left_ended:
            left.append(shortest.children[i])
        if not right_ended:
            right.insert(0, shortest.children[j])
        i += 1
        j -= 1
    return left, right
