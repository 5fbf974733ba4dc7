"""Slash paths: sprig's path and path/filepath functions, which are the same on Unix."""

from __future__ import annotations

from helmwright.go import filepath
from helmwright.go.function import Family

PATHS = Family()


@PATHS.function("base", "osBase")
def base(path: str) -> str:
    """Return the last element of ``path``."""
    return filepath.base(path)


@PATHS.function("dir", "osDir")
def directory(path: str) -> str:
    """Return all but the last element of ``path``."""
    return filepath.directory(path)


@PATHS.function("ext", "osExt")
def extension(path: str) -> str:
    """Return the suffix of ``path`` with its dot, or nothing."""
    return filepath.extension(path)


@PATHS.function("clean", "osClean")
def clean(path: str) -> str:
    """Return the shortest path that means the same."""
    return filepath.clean(path)


@PATHS.function("isAbs", "osIsAbs")
def is_absolute(path: str) -> bool:
    """Tell whether ``path`` begins with a slash."""
    return filepath.is_absolute(path)
