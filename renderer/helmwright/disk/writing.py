"""Writes files: each appears whole or not at all, and nowhere but where the user asked for it.

What comes with a checkout decides nothing about where is written: below a folder that a command
names no link is followed, and a link that the user names may not lead out of its repository. What
an end by force leaves behind is a file ``.helmwright-*.tmp``, which nothing reads and the next
write to that folder removes.

Source: helm pkg/action/install.go and pkg/cmd/template.go (writeToFile)
"""

# ruff: noqa: PTH100, PTH102, PTH105, PTH108, PTH109, PTH110, PTH112, PTH114, PTH115, PTH116, PTH118, PTH120, PTH123, PTH208 - pathlib is slow to import

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from helmwright.base.errors import FileChangedError, HelmwrightError, Position
from helmwright.disk.places import is_inside, repository_around
from helmwright.go.filepath import directory

if TYPE_CHECKING:
    from collections.abc import Iterator

_PREFIX, _SUFFIX = ".helmwright-", ".tmp"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_SECONDS = 30.0
"""How long a write waits for another in the same folder."""


def is_left_over(name: str) -> bool:
    """Tell whether a file's name, without its folder, is one that only a write in progress has."""
    return name.startswith(_PREFIX) and name.endswith(_SUFFIX)


def temporary_name() -> str:
    """Return a name that nothing has, and that ``is_left_over`` knows."""
    return f"{_PREFIX}{os.urandom(12).hex()}{_SUFFIX}"


def write_file(  # noqa: PLR0913 - keywords
    name: str,
    data: bytes,
    *,
    keep: bool = False,
    within: str | None = None,
    before: bytes | None = None,
    private: bool = False,
) -> None:
    """Make ``data`` the content of a file, or what follows its content if that is to be kept.

    within: the folder that the command names, below which no link is followed; None for a file
    that the user names, which may be a link inside of one repository.
    before: what the file must still hold. private: nobody else may read the file, nor look into
    directories that are made for it. Directories that are missing are made.

    Raises HelmwrightError if it cannot be written, FileChangedError if it holds something else.
    """
    target = checked_below(name, within) if within is not None else _checked(name)
    _make_directories(directory(name), 0o700 if private else 0o755)
    try:
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):  # a directory, a pipe, a device
            _write_into(name, data, within)
            return
        with folder_lock(os.path.dirname(target) or "."):
            if keep or before is not None:
                found = _content(target)  # asked under the lock: another may just have made it
                if before is not None and found != before:
                    raise FileChangedError(
                        f"{name} was changed by another program meanwhile; nothing was written",
                        Position(name),
                    )
                data = found + data if keep else data
            _replace(target, data, private=private)
    except OSError as error:
        raise _failure("open", name, error) from error


def write_new_file(path: str, data: bytes, *, private: bool = True) -> None:
    """Write a file that must not be there yet, for this program alone unless it is to be shared."""
    with os.fdopen(os.open(path, _FLAGS, 0o600 if private else 0o666), "wb") as file:
        file.write(data)


def remove_file(path: str, within: str) -> None:
    """Remove a file below a folder that the command names; raises HelmwrightError."""
    checked_below(path, within)
    try:
        os.unlink(path)
    except OSError as error:
        raise _failure("remove", path, error) from None


def _write_into(name: str, data: bytes, within: str | None) -> None:
    if within is not None:
        raise HelmwrightError(f"{name} is no regular file; nothing was written", Position(name))
    with open(name, "wb") as file:
        file.write(data)


def _replace(target: str, data: bytes, *, private: bool) -> None:
    """Put a file with this content in the place of another; the caller has locked the folder."""
    folder = os.path.dirname(target) or "."
    _remove_left_over(folder)
    temporary = os.path.join(folder, temporary_name())
    known = os.stat(target) if os.path.lexists(target) else None
    # Nobody who may not read the file sees any of it meanwhile.
    descriptor = os.open(temporary, _FLAGS, 0o666 if known is None and not private else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if known is not None:
                _take_over(file.fileno(), known, private=private)
            file.write(data)
        os.replace(temporary, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _take_over(descriptor: int, known: os.stat_result, *, private: bool) -> None:
    """Give a new file the owner, where that is allowed, and the mode of the one it replaces."""
    if hasattr(os, "fchown"):
        own = os.fstat(descriptor)
        if (own.st_uid, own.st_gid) != (known.st_uid, known.st_gid):
            with suppress(OSError):
                os.fchown(descriptor, known.st_uid, known.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, 0o600 if private else stat.S_IMODE(known.st_mode))


def _remove_left_over(folder: str) -> None:
    """Remove what writes left that were ended by force; none is at work, as this one has the lock."""
    with suppress(PermissionError):  # a folder that may be written and not read
        for name in os.listdir(folder):
            if is_left_over(name):
                with suppress(OSError):
                    os.unlink(os.path.join(folder, name))


@contextmanager
def folder_lock(folder: str) -> Iterator[None]:
    """Let one process at a time write to a folder; where that cannot be asked for, all may."""
    try:
        import fcntl
        from time import monotonic, sleep
    except ImportError:  # Windows
        yield
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        yield
        return
    try:
        end = monotonic() + _SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > end:
                    raise HelmwrightError(
                        f"{folder}: another process has been writing there for {_SECONDS:g} seconds",
                        Position(folder),
                    ) from None
                sleep(0.01)
                continue
            except OSError:  # a file system without locks
                pass
            break
        yield
    finally:
        os.close(descriptor)


def checked_below(path: str, folder: str) -> str:
    """Return a path below a folder; raises HelmwrightError if a link or ``..`` leads elsewhere."""
    top, target = os.path.abspath(folder), os.path.abspath(path)
    inside = target[len(top.rstrip("/")) + 1 :]
    if not is_inside(target, top) or not inside:
        raise HelmwrightError(f"{path} is outside of {folder}; nothing was written", Position(path))
    current = top
    for part in inside.split("/"):
        current = os.path.join(current, part)
        if os.path.islink(current):
            shown = path if current == target else os.path.relpath(current)
            raise HelmwrightError(
                f"{shown} is a link to {os.readlink(current)}; nothing is written through it",
                Position(shown),
            )
    return os.path.join(_checked(folder), inside)


def _checked(path: str) -> str:
    """Return where a path leads that the user named; raises HelmwrightError if out of a checkout."""
    absolute = os.path.abspath(path)
    target = os.path.realpath(path)
    if not os.path.lexists(target) and os.path.exists(path):
        target = absolute  # /dev/fd/3 of a pipe: the system follows it, to a name that is no path
    checkout = _checkout(absolute)
    if checkout is None or not _has_link(absolute, checkout):
        return target
    if not f"{target}/".startswith(f"{os.path.realpath(checkout)}/"):
        raise HelmwrightError(
            f"{path} leads through a link to {target}, outside of {checkout}; "
            "nothing was written: name that file itself",
            Position(path),
        )
    return target


def _has_link(path: str, top: str) -> bool:
    """Tell whether a part of a path below a folder is a link."""
    while len(path) > len(top):
        if os.path.islink(path):
            return True
        path = os.path.dirname(path)
    return False


def _checkout(path: str) -> str | None:
    """Return the folder with a repository around a path, else the current one if it is below."""
    found = repository_around(os.path.dirname(path))
    if found is not None:
        return found
    current = os.getcwd()
    return current if path != current and is_inside(path, current) else None


def _content(path: str) -> bytes:
    """Return what a file holds; nothing if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _make_directories(path: str, mode: int = 0o755) -> None:
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
            os.mkdir(part, mode)
        except FileExistsError as error:
            if os.path.isdir(part):
                continue  # another thread or process was faster
            if os.path.exists(part):
                raise HelmwrightError(f"mkdir {part}: not a directory", Position(part)) from error
            raise _failure("mkdir", part, error) from error
        except OSError as error:
            raise _failure("mkdir", part, error) from error


def _failure(operation: str, path: str, error: OSError) -> HelmwrightError:
    problem = (error.strerror or str(error)).lower()
    return HelmwrightError(f"{operation} {path}: {problem}", Position(path))
