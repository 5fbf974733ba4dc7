"""gobwas/glob's matchers that are made of others: choices, sequences and trees.

Source: github.com/gobwas/glob v0.2.3 match/any_of.go, every_of.go, row.go, btree.go
"""

# ruff: noqa: D102 - the base class says what its methods do

from __future__ import annotations

from helmwright.base.errors import FunctionError
from helmwright.go.glob_matchers import NOWHERE, Found, Matcher, runes

_MAX_ANSWERS = 10_000


class AnyOf(Matcher):
    """``{a,b}``: one of several."""

    __slots__ = ("matchers",)

    def __init__(self, matchers: list[Matcher]) -> None:
        super().__init__(_common_length(matchers))
        self.matchers = matchers

    def match(self, data: bytes) -> bool:
        return any(matcher.match(data) for matcher in self.matchers)

    def index(self, data: bytes) -> Found:
        best = -1
        lengths: list[int] = []
        for matcher in self.matchers:
            index, found = matcher.index(data)
            if index < 0 or 0 <= best < index:
                continue
            lengths = list(found) if index != best else sorted({*lengths, *found})
            best = index
        return (best, lengths) if best >= 0 else NOWHERE


def _common_length(matchers: list[Matcher]) -> int:
    """Return the length that all share; the original forgets an unknown one before a known one."""
    length = -1
    for matcher in matchers:
        if length == -1:
            length = matcher.length
        elif matcher.length != length:
            return -1
    return length


class EveryOf(Matcher):
    """All of several at once."""

    __slots__ = ("matchers",)

    def __init__(self, matchers: list[Matcher]) -> None:
        super().__init__(-1 if matchers else 0)
        self.matchers = matchers

    def match(self, data: bytes) -> bool:
        return all(matcher.match(data) for matcher in self.matchers)

    def index(self, data: bytes) -> Found:
        index = offset = 0
        rest = data
        current: list[int] = []
        for number, matcher in enumerate(self.matchers):
            found, lengths = matcher.index(rest)
            if found < 0:
                return NOWHERE
            if number == 0:
                current = list(lengths)
            else:
                delta = index - (found + offset)
                current = [length for old in current for length in lengths if old + delta == length]
                if not current:
                    return NOWHERE
            index = found + offset
            rest = data[index:]
            offset += found
        return index, current


class Row(Matcher):
    """Several of fixed length, one after the other."""

    __slots__ = ("matchers",)

    def __init__(self, length: int, matchers: list[Matcher]) -> None:
        super().__init__(length)
        self.matchers = matchers

    def _match_start(self, data: bytes) -> bool:
        """Tell whether ``data`` begins with the row; the last character counts as one byte."""
        start = 0
        for matcher in self.matchers:
            found = runes(data[start:])
            taken = found[: matcher.length] if matcher.length else found
            stop = start + (taken[-1][0] if taken else 0) + 1
            if len(taken) < matcher.length:
                return False
            if stop > len(data):
                # Behind something that takes no character, the original slices too far.
                raise FunctionError(
                    f"runtime error: slice bounds out of range [:{stop}] with length {len(data)}"
                )
            if not matcher.match(data[start:stop]):
                return False
            start = stop
        return True

    def match(self, data: bytes) -> bool:
        return len(runes(data)) == self.length and self._match_start(data)

    def index(self, data: bytes) -> Found:
        for position, _ in runes(data):
            if len(data) - position < self.length:
                break
            if self._match_start(data[position:]):
                return position, (self.length,)
        return NOWHERE


class Tree(Matcher):
    """A matcher with what must come before it and after it; None is the empty text."""

    __slots__ = ("left", "right", "seen", "value")

    def __init__(self, value: Matcher, left: Matcher | None, right: Matcher | None) -> None:
        lengths = [part.length for part in (value, left, right) if part is not None]
        super().__init__(-1 if -1 in lengths else sum(lengths))
        self.value = value
        self.left = left
        self.right = right
        self.seen: dict[bytes, bool] = {}

    def index(self, data: bytes) -> Found:  # noqa: ARG002 - the original never finds a tree
        return NOWHERE

    def match(self, data: bytes) -> bool:
        """Tell whether all of ``data`` matches; answers are kept, for nested trees ask again."""
        answer = self.seen.get(data)
        if answer is None:
            if len(self.seen) > _MAX_ANSWERS:
                self.seen.clear()
            answer = self.seen[data] = self._match(data)
        return answer

    def _match(self, data: bytes) -> bool:
        if self.length > len(data):
            return False
        # Lengths are in characters, but used as bytes here.
        offset = max(self.left.length, 0) if self.left else 0
        limit = len(data) - (max(self.right.length, 0) if self.right else 0)
        while offset < limit:
            index, lengths = self.value.index(data[offset:limit])
            if index < 0:
                return False
            start = offset + index
            before = data[:start]
            if self.left.match(before) if self.left else not before:
                for length in reversed(lengths):
                    after = data[start + length :]
                    if self.right.match(after) if self.right else not after:
                        return True
            first = runes(data[start : start + 4])
            step = first[1][0] if len(first) > 1 else len(data[start : start + 4])
            offset = start + step
        return False
