"""Where settings are looked for: in ``.helmwright.yaml``, up to the root of the repository."""

# ruff: noqa: PTH100, PTH109 - pathlib is slow to import

from __future__ import annotations

import os

FILE = ".helmwright.yaml"


def repository_of(path: str) -> str:
    """Return the nearest folder above ``path`` that a repository begins in; else the current one."""
    from helmwright.disk.places import repository_around

    return repository_around(os.path.abspath(path)) or os.getcwd()
