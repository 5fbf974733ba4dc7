"""Changes to many files of a folder that are all seen at once, or not at all.

The new folder is made beside the old one, of links to the same files, and the two are exchanged in one step
of the system. Whoever looks sees the folder as it was or as it is to be; so does the next run after an end
by force, which removes what that left.

Source: renameat2(2) with RENAME_EXCHANGE, renamex_np(2) with RENAME_SWAP
"""

# ruff: noqa: PTH102, PTH104, PTH112, PTH115, PTH118, PTH119, PTH208, PTH211 - paths are strings

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position
from helmwright.disk.writing import (
    checked_below,
    folder_lock,
    is_left_over,
    temporary_name,
    write_new_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_AT_CWD = -100
_EXCHANGE = 2


def replace_files(
    folder: str, within: str, *, put: Mapping[str, bytes], drop: Callable[[str], Iterable[str]]
) -> None:
    """Put files into a folder and remove others, all at once; the folder is made if it is missing.

    within: the folder above it that the command names. drop: told the folder as nobody else changes it
    any more, returns the names that are to go.
    Raises HelmwrightError if that fails; the folder is then as it was.
    """
    target = checked_below(folder, within)
    try:
        with folder_lock(within):
            _recover(target, within)
            _replace(target, os.path.join(within, temporary_name()), put, drop)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"{folder}: {reason}", Position(folder)) from error


def _replace(
    target: str, made: str, put: Mapping[str, bytes], drop: Callable[[str], Iterable[str]]
) -> None:
    gone = set(drop(target)) if os.path.isdir(target) else set()
    os.mkdir(made, 0o755)
    try:
        if os.path.isdir(target):
            _link(target, made, gone | put.keys())
        for name, data in put.items():
            write_new_file(os.path.join(made, name), data, private=False)
        if os.path.isdir(target):
            _exchange(made, target)
        else:
            os.rename(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _link(source: str, target: str, without: Iterable[str] = ()) -> None:
    """Fill a folder with what another holds: links to its files, folders of its own."""
    left_out = frozenset(without)
    with os.scandir(source) as entries:
        for entry in entries:
            if entry.name in left_out:
                continue
            place = os.path.join(target, entry.name)
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), place)
            elif entry.is_dir(follow_symlinks=False):
                os.mkdir(place)
                _link(entry.path, place)
            else:
                _link_file(entry.path, place)
    shutil.copystat(source, target)


def _link_file(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # a file system without links
        shutil.copy2(source, target, follow_symlinks=False)


def _exchange(first: str, second: str) -> None:
    """Give two folders each other's name, in one step where the system can."""
    if _exchanged(first, second):
        return
    aside = f"{first}.{os.path.basename(second)}"
    os.rename(second, aside)
    try:
        os.rename(first, second)
    except OSError:
        os.rename(aside, second)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _exchanged(first: str, second: str) -> bool:
    """Exchange two names in one step; tell whether the system could."""
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
    except (OSError, TypeError):  # Windows
        return False
    names = os.fsencode(first), os.fsencode(second)
    if sys.platform == "darwin" and hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*names, _EXCHANGE) == 0)
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _EXCHANGE) == 0)
    return False


def _recover(target: str, within: str) -> None:
    """Undo what an end by force left; nobody is at work, as this process has the lock."""
    behind = f".{os.path.basename(target)}"
    for name in os.listdir(within):
        path = os.path.join(within, name)
        if not is_left_over(name.removesuffix(behind)) or not os.path.isdir(path):
            continue
        if name.endswith(behind) and not os.path.lexists(target):
            os.rename(path, target)
        else:
            shutil.rmtree(path, ignore_errors=True)
