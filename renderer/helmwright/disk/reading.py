"""Reads files without waiting for ever: pipes and devices that a checkout holds are refused.

What the user names may be a pipe, such as ``<(sops -d prod.yaml)``; it is waited for, as long as a
render may take, while nothing comes.
"""

# ruff: noqa: PTH123 - pathlib is slow to import

from __future__ import annotations

import errno
import os
import stat

LARGEST = 16 << 20
"""The most bytes of a file that is no chart's; those of charts are read by charts/files.py."""
_PIECE = 1 << 16
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


def read_regular(path: str, *, largest: int = LARGEST) -> bytes:
    """Return what a file holds that was found in a folder; links to files are followed.

    Raises OSError, also for what is no regular file, and for a file that is too large.
    """
    descriptor = open_regular(path)
    with open(descriptor, "rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, f"larger than the maximum file size {largest}", path)
    return data


def _opened(path: str) -> int:
    try:
        return os.open(path, _FLAGS)
    except ValueError:  # a NUL in the path, or what is no character
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path) from None


def open_regular(path: str) -> int:
    """Return a descriptor of a regular file; raises OSError for anything else."""
    descriptor = _opened(path)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    raise OSError(errno.EINVAL, "no regular file", path)


def read_named(path: str, *, largest: int = LARGEST) -> bytes:
    """Return what a file, a pipe or a device holds that the user names.

    Raises OSError, also for more than ``largest`` bytes, and for a pipe from which nothing comes.
    """
    descriptor = _opened(path)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        waits = not stat.S_ISREG(mode) and not os.isatty(descriptor)
        if os.isatty(descriptor):
            os.set_blocking(descriptor, True)
        pieces: list[bytes] = []
        left = largest
        while piece := _read(descriptor, path) if waits else os.read(descriptor, _PIECE):
            pieces.append(piece)
            left -= len(piece)
            if left < 0:
                raise OSError(errno.EFBIG, f"larger than the maximum file size {largest}", path)
        return b"".join(pieces)
    finally:
        os.close(descriptor)


def _read(descriptor: int, path: str) -> bytes:
    """Return what comes next from a pipe or a device, nothing at its end."""
    from select import select

    from helmwright.go.limits import SECONDS_VARIABLE, Limits

    seconds = Limits.chosen().seconds
    while True:
        if not select([descriptor], [], [], seconds)[0]:
            reason = (
                f"nothing came for {seconds:g} seconds "
                f"(--max-seconds or {SECONDS_VARIABLE} sets another limit)"
            )
            raise OSError(errno.ETIMEDOUT, reason, path)
        try:
            return os.read(descriptor, _PIECE)
        except BlockingIOError:  # another process was faster
            continue
