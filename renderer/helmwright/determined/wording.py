"""Words about values and releases that the checks of configurations share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.secrets.places import without_forms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.determined.versions import DeterminedRelease


def shown(value: Any) -> str:
    """Return a value in words, a text without what looks like a secret."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value:g}" if float(value).is_integer() else f"the number {value}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a map"
    text = without_forms(str(value))
    return f'"{text}"' if len(text) <= 40 else f'"{text[:37]}..."'


def known_when(runs: Iterable[tuple[DeterminedRelease, DeterminedRelease]]) -> str:
    """Return in words when something was known; runs: its first and last releases."""
    from helmwright.determined.versions import FIRST, LATEST

    parts = []
    for first, last in runs:
        if last == LATEST:
            parts.append(f"from {first} on")
        elif first == FIRST:
            parts.append(f"until {last}")
        else:
            parts.append(f"from {first} to {last}" if first != last else f"in {first} only")
    return " and ".join(parts)
