"""Writes files, and says so; a file appears whole or not at all."""

# ruff: noqa: PTH113 - pathlib is slow to import

from __future__ import annotations

import os
from errno import EINVAL
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file

if TYPE_CHECKING:
    from helmwright.commands import Context

__all__ = ["content", "say_written", "write_file", "write_if_changed"]


def say_written(context: Context, path: str) -> None:
    """Say that a file was written; of a pipe or a device, such as ``/dev/fd/3``, nothing is said."""
    if os.path.isfile(path):
        context.say(f"wrote {path}")


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
