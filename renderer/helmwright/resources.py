"""Where the files that come with the package are."""

# ruff: noqa: PTH100, PTH112, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os


def chart_directory() -> str:
    """Return the path of the bundled chart: inside the package, or beside it in a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(package, "_data", "chart")
    if os.path.isdir(installed):
        return installed
    return os.path.join(os.path.dirname(os.path.dirname(package)), "chart")
