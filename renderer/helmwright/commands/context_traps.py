"""Says what in a file of ``--context`` is not what its author sees: numbers and names of YAML 1.1.

The linter knows these traps in values files; what a context loses on the way is not in the YAML that
its template makes.
"""

# ruff: noqa: PTH113 - pathlib is slow to import

from __future__ import annotations

import os
from math import isfinite
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.errors import Position
    from helmwright.commands import Context
    from helmwright.go.yaml_nodes import Node


def say_traps(context: Context, names: Iterable[str]) -> None:
    """Name the keys and numbers of context files that templates see as something else.

    What cannot be read is told by whoever needs it. Values are not shown: they may be secret.
    """
    for name in dict.fromkeys(names):
        if not os.path.isfile(name):
            continue
        try:
            for place, text in _traps(name):
                context.say(f"{place}: {text}")
        except (HelmwrightError, OSError, RecursionError):
            continue


def _traps(name: str) -> Iterator[tuple[Position, str]]:
    from helmwright.base.paths import dotted
    from helmwright.disk.reading import read_regular
    from helmwright.go.yaml_positions import positions

    data = read_regular(name)
    for path, place in positions(data, name).items():
        key = place.key_node
        if path and isinstance(path[-1], str) and _is_plain(key):
            text = _of_key(key.value)
            if text:
                yield (
                    place.key,
                    f"{text}, and no variable is called {key.value}: write it in quotes",
                )
        if _is_plain(place.node) and path:
            text = _of_number(path, place.node.value)
            if text:
                start = place.value if place.value is not None else place.key
                yield start, f"{dotted(path)} {text}: write it in quotes"


def _is_plain(node: Node | None) -> bool:
    return node is not None and node.kind == "scalar" and bool(node.implicit and node.value)


def _of_key(text: str) -> str:
    """Return what YAML 1.1 makes of a key that looks like a word, blank if it is one."""
    from helmwright.go.yaml_resolve import resolve_plain

    value = resolve_plain(text)
    if type(value) is bool and text.lower() not in ("true", "false"):
        return f"the key {text} is {value} in YAML 1.1"
    return ""


def _of_number(path: tuple[str | int, ...], text: str) -> str:
    """Return how a number changes before a template sees it; blank if it does not, or as meant."""
    from helmwright.go.yaml_resolve import resolve_plain
    from helmwright.values.trailing_zeros import is_of_version, loses_zero

    value = resolve_plain(text)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    if not isfinite(value) or _printed(float(value)) == text.removeprefix("+"):
        return ""
    named = next((step for step in reversed(path) if isinstance(step, str)), "")
    if loses_zero(text):
        return "is a number and loses its last zero" if is_of_version(named) else ""
    if text.lstrip("+-").startswith("0") and text.lstrip("+-")[1:2].isalnum():
        return "is a number, and with a zero in front another one"
    return "is a number that templates do not print as it is written"


def _printed(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)  # 8.0 is printed as 8
