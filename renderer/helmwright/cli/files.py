"""Writes documents to the files of ``--output-dir``; a file appears whole or not at all.

Source: helm pkg/action/install.go and pkg/cmd/template.go (writeToFile)
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from helmwright.cli.output import document
from helmwright.errors import HelmwrightError, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Tree:
    """The files below a directory.

    say: told of each document that was written.
    """

    def __init__(self, directory: str, say: Callable[[str], object]) -> None:
        self._directory = directory
        self._say = say

    def write(self, documents: Sequence[tuple[str, str]]) -> None:
        """Write files anew; documents of one path go into one file."""
        self._write(documents, keep=False)

    def append(self, documents: Sequence[tuple[str, str]]) -> None:
        """Write files, behind what they hold: hooks stand behind other manifests of their template.

        Helm does not tell those of this run from those of an earlier one.
        """
        self._write(documents, keep=True)

    def _write(self, documents: Sequence[tuple[str, str]], *, keep: bool) -> None:
        written: set[str] = set()
        for path, _ in documents:
            name = f"{self._directory}/{path}"
            if name not in written:
                written.add(name)
                text = "".join(document(*one) for one in documents if one[0] == path)
                _replace(name, text.encode("utf-8", "surrogateescape"), keep=keep)
            self._say(f"wrote {name}\n")


def _replace(name: str, data: bytes, *, keep: bool) -> None:
    """Make ``data`` the content of a file, or what follows its content."""
    _make_directories(os.path.dirname(name))
    target = os.path.realpath(name)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):  # a directory, a pipe, a device
            with open(name, "wb") as file:  # noqa: PTH123 - pathlib is slow to import
                file.write(data)
            return
        if keep and mode is not None:
            with open(target, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
                data = file.read() + data
        try:
            with open(temporary, "wb") as file:  # noqa: PTH123 - pathlib is slow to import
                file.write(data)
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))  # noqa: PTH101 - as above
            os.replace(temporary, target)  # noqa: PTH105 - as above
        except BaseException:
            if os.path.lexists(temporary):
                os.unlink(temporary)  # noqa: PTH108 - as above
            raise
    except OSError as error:
        raise _failure("open", name, error) from error


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - pathlib is slow to import
    except FileNotFoundError:
        return None


def _make_directories(directory: str) -> None:
    try:
        os.stat(directory)  # noqa: PTH116 - pathlib is slow to import
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _failure("stat", directory, error) from error
    missing = []
    while directory and not os.path.isdir(directory):
        missing.append(directory)
        if os.path.lexists(directory):
            break
        directory = os.path.dirname(directory.rstrip("/"))
    for path in reversed(missing):
        try:
            os.mkdir(path, 0o755)  # noqa: PTH102 - pathlib is slow to import
        except FileExistsError as error:
            if not os.path.isdir(path):
                error.errno, error.strerror = 20, "not a directory"
                raise _failure("mkdir", path, error) from error
        except OSError as error:
            raise _failure("mkdir", path, error) from error


def _failure(operation: str, path: str, error: OSError) -> HelmwrightError:
    problem = (error.strerror or str(error)).lower()
    return HelmwrightError(f"{operation} {path}: {problem}", Position(path))
