"""Where settings are looked for: in ``.helmwright.yaml``, up to the root of the repository."""

# ruff: noqa: PTH100, PTH109, PTH110, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os

FILE = ".helmwright.yaml"
SECTIONS = ("lint", "golden", "diff", "chart")
"""What may stand in ``.helmwright.yaml``: maps for commands, and the chart that is meant."""


def repository_of(path: str) -> str:
    """Return the nearest folder above ``path`` that a repository begins in; else the current one."""
    folder = os.path.abspath(path)
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return os.getcwd()
        folder = above
