"""Which item of a list is which where nothing tells them apart: an insertion stays an insertion.

Equal items are paired first, in an order both lists have (the longest that there is). What is left
between two of them is paired by how alike it is, or by position if it is equally many.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from helmwright.diff.equality import ordered_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    Places = tuple["int | None", "int | None"]

_ALIKE = 0.3
_LONG = 1000
"""In longer lists, items that are there very often do not help to pair others: that would take long."""
_MOST = 2500
"""How many pairs of items are looked at; beyond, position decides."""


def align(before: list[Any], after: list[Any]) -> Iterator[Places]:
    """Yield the places of items in both lists; one is ``None`` for what is on one side only.

    Both rise from pair to pair. Equal items at both ends are left out.
    """
    old, new = [ordered_text(item) for item in before], [ordered_text(item) for item in after]
    start, most = 0, min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    left, right = old[start : len(old) - end], new[start : len(new) - end]
    long = max(len(left), len(right)) > _LONG
    matcher = SequenceMatcher(None, left, right, autojunk=long)
    for tag, *places in matcher.get_opcodes():
        first, last, other, other_last = (place + start for place in places)
        if tag != "equal":
            yield from _between(before, after, (first, last), (other, other_last))


def _between(
    before: list[Any], after: list[Any], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Places]:
    count, others = old[1] - old[0], new[1] - new[0]
    if count == others or count * others > _MOST:
        shared = min(count, others)
        pairs = [(old[0] + at, new[0] + at) for at in range(shared)]
    else:
        pairs = _alike(before[old[0] : old[1]], after[new[0] : new[1]])
        pairs = [(left + old[0], right + new[0]) for left, right in pairs]
    left, right = old[0], new[0]
    for one, other in [*pairs, (old[1], new[1])]:
        yield from ((place, None) for place in range(left, one))
        yield from ((None, place) for place in range(right, other))
        if one < old[1] and other < new[1]:
            yield one, other
        left, right = one + 1, other + 1


def _alike(before: list[Any], after: list[Any]) -> list[tuple[int, int]]:
    """Return the pairs, rising, whose likeness is the greatest in all."""
    lefts, rights = (
        [Counter(_fields(item)) for item in before],
        [Counter(_fields(item)) for item in after],
    )
    best = [[0.0] * (len(rights) + 1) for _ in range(len(lefts) + 1)]
    likeness = [[_likeness(left, right) for right in rights] for left in lefts]
    for row in reversed(range(len(lefts))):
        for column in reversed(range(len(rights))):
            both = likeness[row][column]
            paired = both + best[row + 1][column + 1] if both >= _ALIKE else 0.0
            best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
    pairs = []
    row = column = 0
    while row < len(lefts) and column < len(rights):
        both = likeness[row][column]
        if both >= _ALIKE and best[row][column] == both + best[row + 1][column + 1]:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * sum((one & other).values()) / total if total else 0.0


def _fields(value: Any, path: str = "") -> Iterator[str]:
    if type(value) is dict:
        for key, member in value.items():
            yield from _fields(member, f"{path}.{key}")
    elif type(value) is list:
        for member in value:
            yield from _fields(member, f"{path}[]")
    elif path:
        yield f"{path}={value!r}"
