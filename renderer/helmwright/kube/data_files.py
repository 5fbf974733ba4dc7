"""The data files of this package: what the API knows, with its source."""

from __future__ import annotations

import os


def read_data(name: str) -> str:
    """Return the text of a file below ``data/``; importlib.resources would be slow to import."""
    path = os.path.join(os.path.dirname(__file__), "data", name)  # noqa: PTH118, PTH120 - quick
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()
