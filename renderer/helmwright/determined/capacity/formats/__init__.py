"""The formats of what ``helmwright capacity`` is told: nodes and jobs, each with its JSON Schema."""

from __future__ import annotations

import os

from helmwright.disk.reading import LARGEST
from helmwright.settings.formats import Format

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - quick
NODES = Format("nodes", _HERE, LARGEST)
JOBS = Format("jobs", _HERE)


def formats() -> tuple[Format, ...]:
    """Return both."""
    return NODES, JOBS
