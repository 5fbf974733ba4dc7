"""The keys that a values.yaml has as comments: ``# nodePort: 30080`` shows what may be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.abstract_values import ANY

if TYPE_CHECKING:
    from helmwright.lint.abstract_values import Names

_LINE = lazy_pattern(
    r"""(?P<lead>[ ]*)(?P<mark>\#+[ ]?)?(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)"""
    r"""(?P<quote>["']?)(?P<key>[\w./-]+)(?P=quote):(?=\s|$)"""
)
_BLANK = lazy_pattern(r"\s*(?:#+\s*)?")


class _Step(NamedTuple):
    """A key, or the items of a list, with the column in which it stands."""

    column: float
    name: str


def commented_keys(text: str) -> dict[Names, frozenset[str]]:
    """Return the keys in comments by the path of the map that would have them, as indentation says.

    Items of lists are ``*``. Of prose, a word with a colon is taken for a key as well.
    """
    found: dict[Names, set[str]] = {}
    real: list[_Step] = []
    shown: list[_Step] = []
    """What a comment stands below: what is there, or a comment right above."""
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is None:
            if not _BLANK.fullmatch(line) and not line.lstrip().startswith("#"):
                shown = list(real)
            continue
        column = len(match["lead"]) + len(match["indent"])
        if match["mark"] is None:
            real = shown = _entered(real, column, match["dashes"], match["key"])
            continue
        shown = _entered(shown, column, match["dashes"], match["key"])
        path = tuple(step.name for step in shown[:-1])
        found.setdefault(path, set()).add(match["key"])
    return {path: frozenset(keys) for path, keys in found.items()}


def _entered(steps: list[_Step], column: int, dashes: str, key: str) -> list[_Step]:
    """Return the steps to a key in a line, which stands in a column behind so many dashes."""
    around = [step for step in steps if step.column < column]
    if dashes:
        around = [step for step in steps if step.column <= column and step.name != ANY]
        around += [step for step in steps if step.name == ANY and step.column < column]
        around.sort(key=lambda step: step.column)
        for at, letter in enumerate(dashes):
            if letter == "-":
                around.append(_Step(column + at + 0.5, ANY))
    return [*around, _Step(column + len(dashes), key)]
