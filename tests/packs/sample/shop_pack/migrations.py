"""Keys that a release of the shop calls by another name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.values import OldKey, Rename

if TYPE_CHECKING:
    from collections.abc import Callable

RENAMED = {("broker", "address"): ("queue", "url"), ("workers",): ("worker", "replicas")}


def finder(to: str, origin: str) -> Callable[[dict[str, Any]], list[OldKey]]:
    """Return what finds old keys in values; the releases make no difference so far."""
    return _old_keys


def _old_keys(values: dict[str, Any]) -> list[OldKey]:
    return [
        OldKey(old, f"since 2.0 it is called {'.'.join(new)}", (Rename(old, new),))
        for old, new in RENAMED.items()
        if _has(values, old)
    ]


def _has(values: Any, path: tuple[str, ...]) -> bool:
    for step in path:
        if not isinstance(values, dict) or step not in values:
            return False
        values = values[step]
    return True
