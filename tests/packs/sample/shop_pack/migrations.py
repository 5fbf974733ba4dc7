"""Keys that a release of the shop calls by another name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.values import OldKey, Rename

if TYPE_CHECKING:
    from collections.abc import Callable

RENAMED = {("broker", "address"): ("queue", "url"), ("workers",): ("worker", "replicas")}


def finder(to: str, _origin: str) -> Callable[[dict[str, Any]], list[OldKey]]:
    """Return what finds old keys in values for a release; a blank one is the newest."""

    def find(values: dict[str, Any]) -> list[OldKey]:
        return [
            OldKey(old, f"since 2.0 it is called {'.'.join(new)}", (Rename(old, new),))
            for old, new in RENAMED.items()
            if has(values, old) and not to.startswith("1.")
        ]

    return find


def has(values: Any, path: tuple[str, ...]) -> bool:
    """Tell whether there is something at a path of values."""
    for step in path:
        if not isinstance(values, dict) or step not in values:
            return False
        values = values[step]
    return True
