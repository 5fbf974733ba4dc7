"""The data files of this package: what the API knows, with its source."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import Any


def read_data(name: str) -> str:
    """Return the text of a file below ``data/``; importlib.resources would be slow to import."""
    path = os.path.join(os.path.dirname(__file__), "data", name)  # noqa: PTH118, PTH120 - quick
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()


@lru_cache(maxsize=1)
def kinds_document() -> dict[str, Any]:
    """Return what Kubernetes' JSON schemas say of every kind (``data/kinds.json``); do not change it."""
    document: dict[str, Any] = json.loads(read_data("kinds.json"))
    return document
