"""Names of files that fit a pattern, as filepath.Glob finds them.

Source: path/filepath/match.go (Glob)
"""

# ruff: noqa: PTH112, PTH118, PTH208 - patterns are strings
from __future__ import annotations

import os

from helmwright.go.filepath import clean, match

_SPECIAL = frozenset("*?[\\")


def glob(pattern: str) -> list[str]:
    """Return the paths that fit a pattern, sorted by their bytes in each folder.

    A star is never more than one folder deep. Raises GoError for a broken pattern.
    """
    match(pattern, "")
    return _matches(pattern)


def _matches(pattern: str) -> list[str]:
    if _SPECIAL.isdisjoint(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    folder, _, name = pattern.rpartition("/")
    if not folder:
        folder = "/" if pattern.startswith("/") else "."
    if _SPECIAL.isdisjoint(folder):
        return _in_folder(folder, name)
    return [path for one in _matches(folder) for path in _in_folder(one, name)]


def _in_folder(folder: str, pattern: str) -> list[str]:
    if not os.path.isdir(folder):
        return []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [
        clean(os.path.join(folder, name))
        for name in sorted(names, key=os.fsencode)
        if match(pattern, name)
    ]
