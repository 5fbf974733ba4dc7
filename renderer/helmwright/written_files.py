"""Writes a file so that it appears whole or not at all.

Source: helm pkg/action/install.go and pkg/cmd/template.go (writeToFile)
"""

# ruff: noqa: PTH101, PTH102, PTH105, PTH108, PTH110, PTH112, PTH116, PTH120, PTH123 - pathlib is slow to import

from __future__ import annotations

import os
import stat

from helmwright.errors import HelmwrightError, Position
from helmwright.go.filepath import directory


def write_file(name: str, data: bytes, *, keep: bool = False) -> None:
    """Make ``data`` the content of a file, or what follows its content if that is to be kept.

    Directories that are missing are made. Raises HelmwrightError if it cannot be written.
    """
    _make_directories(directory(name))
    target = os.path.realpath(name)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):  # a directory, a pipe, a device
            with open(name, "wb") as file:
                file.write(data)
            return
        if keep and mode is not None:
            with open(target, "rb") as file:
                data = file.read() + data
        try:
            with open(temporary, "wb") as file:
                file.write(data)
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            os.replace(temporary, target)
        except BaseException:
            if os.path.lexists(temporary):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise _failure("open", name, error) from error


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _make_directories(path: str) -> None:
    """Make a directory and those above it; Source: os/path.go, MkdirAll."""
    try:
        os.stat(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _failure("stat", path, error) from error
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for part in reversed(missing):
        try:
            os.mkdir(part, 0o755)
        except FileExistsError as error:
            if os.path.exists(part):
                raise HelmwrightError(f"mkdir {part}: not a directory", Position(part)) from error
            raise _failure("mkdir", part, error) from error
        except OSError as error:
            raise _failure("mkdir", part, error) from error


def _failure(operation: str, path: str, error: OSError) -> HelmwrightError:
    problem = (error.strerror or str(error)).lower()
    return HelmwrightError(f"{operation} {path}: {problem}", Position(path))
