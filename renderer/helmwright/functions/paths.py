"""Slash-separated paths: Go's path package; on Linux the ``os…`` functions are the same."""

from __future__ import annotations

from helmwright.go import filepath
from helmwright.go.function import Family

PATHS = Family()


@PATHS.function("base", "osBase")
def base(path: str) -> str:
    """Return the last element of a path."""
    return filepath.base(path)


@PATHS.function("dir", "osDir")
def directory(path: str) -> str:
    """Return all but the last element of a path, cleaned."""
    return filepath.directory(path)


@PATHS.function("clean", "osClean")
def clean(path: str) -> str:
    """Return the shortest equivalent path."""
    return filepath.clean(path)


@PATHS.function("ext", "osExt")
def extension(path: str) -> str:
    """Return the suffix beginning at the last dot of the last element."""
    return filepath.extension(path)


@PATHS.function("isAbs", "osIsAbs")
def is_absolute(path: str) -> bool:
    """Tell whether a path begins at the root."""
    return filepath.is_absolute(path)
