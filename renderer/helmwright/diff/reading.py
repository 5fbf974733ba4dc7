"""Fields of objects whose shape nobody has checked."""

from __future__ import annotations

from typing import Any

from helmwright.diff.model import ABSENT


def at(value: Any, *path: str) -> dict[str, Any]:
    """Return the map at ``path``, an empty one if there is none."""
    for step in path:
        value = value.get(step) if type(value) is dict else None
    return value if type(value) is dict else {}


def maps_at(value: Any, *path: str) -> list[dict[str, Any]]:
    """Return the maps in the list at ``path``."""
    return [one for one in list_at(value, *path) if type(one) is dict]


def list_at(value: Any, *path: str) -> list[Any]:
    """Return the list at ``path``, an empty one if there is none."""
    found = at(value, *path[:-1]).get(path[-1])
    return found if type(found) is list else []


def texts_at(value: Any, *path: str) -> list[str]:
    """Return the texts in the list at ``path``."""
    return [one for one in list_at(value, *path) if type(one) is str]


def shown(value: Any) -> str:
    """Return a scalar as YAML writes it."""
    if value is ABSENT or value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
