"""Which values a line of a template looks at that stops a render: its own, and those of conditions around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_ACTION = lazy_pattern(r"\{\{-?\s*(.*?)\s*-?\}\}")
_VALUE = lazy_pattern(r"(?<![\w)])\$?\.Values\.([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*)")
_OPENS = ("if ", "if(", "with ", "range ", "define ", "block ")
_MOST = 3
"""Values that are named."""


def values_around(text: str, line: int) -> list[tuple[str, ...]]:
    """Return the paths of a few values, those of the line itself first.

    text: of the template. line: the one where Helm stops, from 1.
    """
    lines = text.splitlines()
    found: dict[tuple[str, ...], None] = {}
    for action in (lines[line - 1 : line], *_conditions(lines[: line - 1])):
        for path in _VALUE.findall(" ".join(action)):
            found.setdefault(tuple(path.split(".")))
    return list(found)[:_MOST]


def _conditions(lines: list[str]) -> Iterator[list[str]]:
    """Yield the actions that are open behind these lines, the innermost first."""
    depth = 0
    for line in reversed(lines):
        for action in reversed(_ACTION.findall(line)):
            if action == "end":
                depth += 1
            elif action.startswith(_OPENS):
                if depth == 0:
                    yield [action]
                depth = max(depth - 1, 0)
            elif action.startswith("else if") and depth == 0:
                yield [action]
