"""Writes files, as those of ``--output-dir``; a file appears whole or not at all.

Source: helm pkg/action/install.go and pkg/cmd/template.go (writeToFile)
"""

# ruff: noqa: PTH113 - pathlib is slow to import

from __future__ import annotations

import os
from errno import EINVAL
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position
from helmwright.cli.documents import document
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.cli import Context

__all__ = ["Tree", "content", "say_written", "write_file", "write_if_changed"]


def say_written(context: Context, path: str) -> None:
    """Say that a file was written; of a pipe or a device, such as ``/dev/fd/3``, nothing is said."""
    if os.path.isfile(path):
        context.say(f"wrote {path}")


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
                data = text.encode("utf-8", "surrogateescape")
                write_file(name, data, keep=keep, within=self._directory)
            self._say(f"wrote {name}\n")


def write_if_changed(
    context: Context,
    path: str,
    data: bytes,
    *,
    within: str | None = None,
    before: bytes | None = None,
) -> None:
    """Make ``data`` what a file holds, and say whether it has been before.

    within, before: see ``write_file``.
    """
    if (content(path) if before is None else before) == data:
        context.say(f"{path} is up to date")
        return
    write_file(path, data, within=within, before=before)
    say_written(context, path)


def content(path: str) -> bytes | None:
    """Return what a file holds, None if there is none."""
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == EINVAL:  # /dev/stdout, or another pipe: it holds nothing to compare
            return None
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {path}: {reason}", Position(path)) from None
