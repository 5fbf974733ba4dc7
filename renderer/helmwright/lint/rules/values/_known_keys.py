"""Keys that a schema knows: here, and anywhere else."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.lint.expectations import parsed_schema
from helmwright.reference.schema_facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEPTH = 8
_PLACES = 4000
_ALIKE = 0.8


def plain(key: str) -> str:
    """Return a key without what people get wrong: upper case, hyphens and underscores."""
    return key.lower().replace("_", "").replace("-", "")


def nearest(key: str, known: Iterable[str]) -> tuple[str, bool]:
    """Return the known key that is most like ``key``, and whether it is surely the one meant.

    Blank if none is like it.
    """
    from difflib import SequenceMatcher

    best, ratio = "", 0.0
    for name in known:
        if plain(name) == plain(key):
            return name, True
        found = SequenceMatcher(None, plain(key), plain(name)).ratio()
        if len(key) > 2 and _is_slip(plain(key), plain(name)):
            found = max(found, _ALIKE)
        if found > ratio:
            best, ratio = name, found
    if ratio < _ALIKE:
        return "", False
    return best, len(best) >= 5 and _is_slip(plain(key), plain(best))


def _is_slip(key: str, name: str) -> bool:
    """Tell whether one letter is missing, too many, another, or two are exchanged."""
    shorter, longer = sorted((key, name), key=len)
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    rest, other = shorter[start:], longer[start:]
    if len(rest) == len(other):
        return rest[1:] == other[1:] or (rest[:2] == other[:2][::-1] and rest[2:] == other[2:])
    return rest == other[1:]


@lru_cache(maxsize=16)
def places(schema: bytes) -> dict[str, tuple[str, ...]]:
    """Return where a schema knows each key: ``{"port": ("db",)}``; blank is the top."""
    root = parsed_schema(schema)
    found: dict[str, list[str]] = defaultdict(list)
    pending: list[tuple[Any, str, int]] = [(root, "", 0)]
    count = 0
    while pending and count < _PLACES:
        part, path, depth = pending.pop(0)
        count += 1
        known = facts(part, root)
        for name, below in (known.properties or {}).items():
            found[name].append(path)
            if depth < _DEPTH:
                pending.append((below, f"{path}.{name}" if path else name, depth + 1))
        if isinstance(known.items, dict) and depth < _DEPTH:
            pending.append((known.items, f"{path}[]", depth + 1))
    return {name: tuple(paths) for name, paths in found.items()}
