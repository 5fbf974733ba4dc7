"""Where the files that come with the package are."""

# ruff: noqa: PTH100, PTH112, PTH113, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os


def chart_directory() -> str:
    """Return the path of the bundled chart: inside the package, or beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = os.path.join(package, "_data", "chart")
    if os.path.isdir(installed):
        return installed
    return os.path.join(os.path.dirname(os.path.dirname(package)), "chart")


def is_installed(path: str) -> bool:
    """Tell whether a path is inside the installed package, where nothing is to be written."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.abspath(path).startswith(os.path.join(package, "_data") + os.sep)


def schema_directory() -> str | None:
    """Return the path of the sources of the bundled chart's schema; only a checkout has them."""
    path = os.path.join(os.path.dirname(chart_directory()), "values-schema")
    return path if os.path.isfile(os.path.join(path, "root.json")) else None
