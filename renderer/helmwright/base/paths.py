"""Paths into values, documents and objects: the keys and indexes that lead to a part."""

from __future__ import annotations

Path = tuple["str | int", ...]


def dotted(path: Path) -> str:
    """Return a path as ``--set`` writes it: ``ports[0].name``."""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(parts).removeprefix(".")
