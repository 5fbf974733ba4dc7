"""The name that somebody may have meant who wrote another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

_ALIKE = 0.8
_WORD = lazy_pattern(r"[A-Z]*[a-z]+|[A-Z]+|\d+")
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


def misspelt(name: str, known: Iterable[str]) -> str:
    """Return the known name of which ``name`` is a slip of the fingers; blank if it is of none.

    That is stricter than ``nearest``: there may be more than one right name, and users have their
    own. A slip is one letter dropped, added, changed or swapped, or another way to join words; in
    a long word two letters. The shorter the name, the more a slip has to look like one. Digits are
    no slip: ``web2`` is another than ``web``.
    """
    found = [one for one in known if one != name and _is_slip(name, one)]
    if len(found) < 2:
        return found[0] if found else ""
    from difflib import SequenceMatcher

    def alike(one: str) -> tuple[bool, float, str]:
        return _plain(one) == _plain(name), SequenceMatcher(None, name, one).ratio(), one

    return max(found, key=alike)


def _is_slip(name: str, right: str) -> bool:
    wrong, meant = _plain(name), _plain(right)
    if wrong == meant or (meant.endswith("s") and wrong == f"{meant}es"):
        return True
    if abs(len(wrong) - len(meant)) > 2 or _digits(wrong) != _digits(meant):
        return False
    if {wrong, meant} in _BOTH_RIGHT or len(meant) < _SHORTEST:
        return False
    letters = distance(wrong, meant)
    if letters == 1:
        return len(meant) >= _LONG or _is_likely(wrong, meant)
    return letters == 2 and _is_two_slips(name, right)


_LONG = 6
"""Letters of a name that another one is seldom near by chance."""
_TWO_SLIPS = 8
"""Letters of a word in which two may be wrong."""
_BOTH_RIGHT = (
    {"http", "https"},
    {"grpc", "grpcs"},
    {"cpu", "gpu"},
    {"test", "text"},
    {"cert", "cent"},
    {"allow", "allows"},
)
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _is_likely(wrong: str, meant: str) -> bool:
    """Tell whether one wrong letter in a short name looks like a slip, and not like another name."""
    if len(wrong) == len(meant):
        changed = [(a, b) for a, b in zip(wrong, meant, strict=True) if a != b]
        return len(changed) == 2 or _are_neighbours(*changed[0])
    if len(wrong) < len(meant):
        return len(meant) > _SHORTEST or meant == wrong + "s"
    at = next((at for at, (a, b) in enumerate(zip(wrong, meant, strict=False)) if a != b), -1)
    added = wrong[at]
    beside = (wrong[at - 1] if at else "") + wrong[at + 1 : at + 2]
    if at == -1:
        return added == "s" or added == wrong[-2] or _are_neighbours(added, wrong[-2])
    return any(added == one or _are_neighbours(added, one) for one in beside)


def _are_neighbours(first: str, second: str) -> bool:
    return any(first + second in row or second + first in row for row in _ROWS)


def _is_two_slips(name: str, right: str) -> bool:
    """Tell whether names differ by two letters of one long word that begins and ends alike."""
    words, others = _WORD.findall(name), _WORD.findall(right)
    if len(words) != len(others):
        return False
    pairs = zip(words, others, strict=True)
    wrong = [(one.lower(), two.lower()) for one, two in pairs if one.lower() != two.lower()]
    return len(wrong) == 1 and all(
        len(two) >= _TWO_SLIPS and one[0] == two[0] and one[-1] == two[-1] for one, two in wrong
    )


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


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
