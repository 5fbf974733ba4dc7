"""The name that somebody may have meant who wrote another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ALIKE = 0.8
_SHORTEST = 3


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like ``name``; blank if none is."""
    from difflib import get_close_matches

    names = list(known)
    plain = {_plain(one): one for one in names}
    if _plain(name) in plain:
        return plain[_plain(name)]
    close = get_close_matches(name, names, 1, _ALIKE)
    if not close and len(name) >= _SHORTEST:
        close = [one for one in names if abs(len(name) - len(one)) < 2 and distance(name, one) == 1]
    return close[0] if close else ""


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def distance(first: str, second: str) -> int:
    """Return how many letters are to be added, dropped, changed or swapped with their neighbour."""
    before: list[int] = []
    above = list(range(len(second) + 1))
    for row, letter in enumerate(first, 1):
        here = [row]
        for column, other in enumerate(second, 1):
            cost = min(
                above[column] + 1, here[column - 1] + 1, above[column - 1] + (letter != other)
            )
            swapped = row > 1 and column > 1 and first[row - 2] == other
            if swapped and letter == second[column - 2]:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]
