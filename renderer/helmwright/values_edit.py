"""Changes of values files that keep comments, order and quoting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Path = tuple["str | int", ...]


@dataclass(frozen=True, slots=True)
class Put:
    """Set the value at ``path``, making the maps above it."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Quote:
    """Write the scalar at ``path`` as a quoted string that holds what is written there now."""

    path: Path


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove the key or item at ``path``."""

    path: Path


@dataclass(frozen=True, slots=True)
class Rename:
    """Move the value at ``path`` to ``new``; under the same parent it stays where it is."""

    path: Path
    new: Path


Edit = Put | Quote | Remove | Rename
