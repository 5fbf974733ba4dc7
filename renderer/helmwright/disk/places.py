"""Where a path is: inside of a folder, inside of a repository."""

# ruff: noqa: PTH110, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os


def is_inside(path: str, folder: str) -> bool:
    """Tell whether a path is a folder or something below it; both begin at the same place."""
    return f"{path}/".startswith(f"{folder.rstrip('/')}/")


def repository_around(folder: str) -> str | None:
    """Return the nearest folder, from an absolute one upwards, that a repository begins in."""
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
