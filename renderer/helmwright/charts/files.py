"""The files of a chart directory, in the order in which Helm reads them.

Source: helm pkg/chart/v2/loader/directory.go, internal/sympath/walk.go
"""

# Paths are plain strings: importing pathlib takes longer than loading a small chart.
# ruff: noqa: PTH110, PTH112, PTH113, PTH119
from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.ignore import IgnoreRules


MAX_FILE_SIZE = 5 * 1024 * 1024
MAX_ENTRIES = 200_000
"""Our own bound: symbolic links can make a small directory look endless to Helm."""
MAX_TOTAL_SIZE = 512 << 20
"""Our own bound: of all files of a chart with the charts inside of it."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_LINK_MESSAGE = "found symbolic link in path. Contents of linked file included and used"


class ChartFile:
    """A file of a chart: its path relative to the chart, with ``/``, and its bytes.

    modified: when it was changed, in nanoseconds since 1970; None if nobody knows.
    """

    __slots__ = ("data", "modified", "name")

    def __init__(self, name: str, data: bytes, modified: int | None = None) -> None:
        self.name = name
        self.data = data
        self.modified = modified

    def __repr__(self) -> str:
        return f"ChartFile({self.name!r}, {len(self.data)} bytes)"


def read_directory(top: str, *, log: Log) -> list[ChartFile]:
    """Read the files below the absolute path ``top``, without those that ``.helmignore`` names.

    Raises ChartError with Helm's text.
    """
    from helmwright.charts.ignore import IGNORE_FILE, IgnoreRules, parse_rules

    ignore_file = f"{top}/{IGNORE_FILE}"
    if os.path.exists(ignore_file):
        rules = parse_rules(_contents(ignore_file, "")[0], log=log)
    else:
        rules = IgnoreRules([])
    walk = _Walk(top, rules, log)
    walk.directory(top, "", (os.path.realpath(top),))
    return walk.files


class _Walk:
    """One pass over a directory tree: what it has read, and what it needs on the way."""

    def __init__(self, top: str, rules: IgnoreRules, log: Log) -> None:
        self.prefix = len(top) + 1
        self.rules = rules
        self.log = log
        self.files: list[ChartFile] = []
        self.seen = 0
        self.size = 0

    def directory(self, path: str, name: str, ancestors: tuple[str, ...]) -> None:
        """Read one directory.

        path, name: absolute, and relative to the chart (empty for its root).
        ancestors: the real directories that this walk is inside of.
        """
        try:
            with os.scandir(path) as scan:
                entries = list(scan)
        except OSError as error:
            if not name:
                return  # Helm looks at no error of the root, and finds no Chart.yaml then
            raise ChartError(_go_error("open", path, error)) from None
        self.seen += len(entries)
        if self.seen > MAX_ENTRIES:
            raise ChartError(f"chart directory has more than {MAX_ENTRIES} entries")
        entries.sort(key=_byte_order)
        prefix = f"{name}/" if name else ""
        for entry in entries:
            self._entry(entry, f"{path}/{entry.name}", prefix + entry.name, ancestors)

    def _entry(
        self, entry: os.DirEntry[str], path: str, name: str, ancestors: tuple[str, ...]
    ) -> None:
        if entry.is_symlink():
            self._link(path, name, ancestors)
        elif entry.is_dir(follow_symlinks=False):
            if not self.rules.ignores(name, is_directory=True):
                self.directory(path, name, (*ancestors, f"{ancestors[-1]}/{entry.name}"))
        elif not self.rules.ignores(name, is_directory=False):
            if not entry.is_file(follow_symlinks=False):
                raise ChartError(_irregular(path))
            self._add(name, *_contents(path, name))

    def _link(self, path: str, name: str, ancestors: tuple[str, ...]) -> None:
        resolved = _resolve_link(path)
        self.log("INFO", _LINK_MESSAGE, path=path, resolved=resolved)
        if os.path.isdir(resolved):
            if self.rules.ignores(name, is_directory=True):
                return
            if resolved in ancestors:
                raise ChartError(_endless(path, len(ancestors) - ancestors.index(resolved)))
            self.directory(path, name, (*ancestors, resolved))
        elif not self.rules.ignores(name, is_directory=False):
            if not os.path.isfile(resolved):
                raise ChartError(_irregular(path))
            base = os.path.basename(resolved)
            self._add(name, *_contents(path, name, base))

    def _add(self, name: str, data: bytes, modified: int) -> None:
        self.size += len(data)
        if self.size > MAX_TOTAL_SIZE:
            raise ChartError(f"chart directory has more than {MAX_TOTAL_SIZE} bytes")
        self.files.append(ChartFile(name, data, modified))


def _byte_order(entry: os.DirEntry[str]) -> str | bytes:
    return os.fsencode(entry.name)


def _irregular(path: str) -> str:
    return f"cannot load irregular file {path} as it has file mode type bits set"


def _go_error(operation: str, path: str, error: OSError) -> str:
    """Return the text of Go's ``*fs.PathError``."""
    reason = (error.strerror or str(error)).lower()
    return f"{operation} {path}: {reason}"


def _contents(path: str, name: str, base: str = "") -> tuple[bytes, int]:
    """Return the bytes of a file and when it was changed, refusing one that is too large.

    name: the path to name in errors, empty for ``.helmignore``.
    base: the last part of the path of a link's target.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise ChartError(_reading(name, _go_error("open", path, error))) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):  # .helmignore, or what has just been a file
            raise ChartError(_irregular(path))
        size = status.st_size
        if size > MAX_FILE_SIZE:
            from helmwright.go.strconv import quote

            base = base or path[path.rfind("/") + 1 :]
            raise ChartError(
                f"chart file {quote(base)} is larger than the maximum file size {MAX_FILE_SIZE}"
            )
        data = os.read(descriptor, size + 1)
        if len(data) != size:
            # It changed while we looked, or its size is made up (/proc).
            while len(data) <= MAX_FILE_SIZE and (more := os.read(descriptor, 65536)):
                data += more
    except OSError as error:
        raise ChartError(_reading(name, _go_error("read", path, error))) from None
    finally:
        os.close(descriptor)
    return data.removeprefix(BYTE_ORDER_MARK), status.st_mtime_ns


def _reading(name: str, reason: str) -> str:
    return f"error reading {name}: {reason}" if name else reason


def _resolve_link(path: str) -> str:
    """Return the real path of a link as filepath.EvalSymlinks does.

    Raises ChartError if it leads nowhere.
    """
    try:
        return os.path.realpath(path, strict=True)
    except OSError as error:
        missing = error.filename or path
        reason = _go_error("lstat", missing, error)
        if error.errno == errno.ELOOP:
            reason = "EvalSymlinks: too many links"
        elif error.errno == errno.ENOTDIR:
            reason = "not a directory"
        raise ChartError(f"error evaluating symlink {path}: {reason}") from None


def _endless(path: str, depth: int) -> str:
    """Return the error that Helm ends with when the link at ``path`` leads into itself.

    Helm follows the link until the operating system refuses the path.
    depth: how many directories the link goes back, the one it is in being 1.
    """
    steps = path.rsplit("/", depth)[1:]
    while True:
        for step in steps:
            path = f"{path}/{step}"
            try:
                os.lstat(path)
            except OSError as error:
                return _go_error("lstat", path, error)
            try:
                os.scandir(path).close()
            except OSError as error:
                return _go_error("open", path, error)
