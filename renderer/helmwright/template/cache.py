"""Keeps compiled templates on disk between runs, one file per set of templates.

An entry is reused when the template's text has the same digest; the file as a whole belongs to one
Python, one version of the code generator and one table of function signatures. Loading code from
a file is as dangerous as running it, so the directory and the file must belong to the user and be
closed to others; there is no cache for a user without a home. Nothing that depends on values is ever written.
"""

# Paths are plain strings: importing pathlib takes longer than reading the cache.
# ruff: noqa: PTH103, PTH111, PTH116, PTH117, PTH118, PTH120, PTH123
from __future__ import annotations

import marshal
import os
import stat
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAGIC = b"helmwright templates 1\n"


def digest(data: bytes) -> bytes:
    """Return a digest of ``data`` that no two texts share in practice."""
    from _blake2 import blake2b

    return blake2b(data, digest_size=16).digest()


def directory() -> str | None:
    """Return the cache directory, created if need be, or None if it must not be used."""
    if os.environ.get("HELMWRIGHT_CACHE") == "off":
        return None
    base = os.environ.get("HELMWRIGHT_CACHE_DIR") or _usual_directory()
    if base is None:
        return None
    try:
        os.makedirs(base, mode=0o700, exist_ok=True)
        status = os.stat(base)
    except OSError:
        return None
    if status.st_uid != os.geteuid() or status.st_mode & 0o077:
        return None
    return base


def _usual_directory() -> str | None:
    """Return the directory in the user's cache; None for a user without a home."""
    for home in (os.environ.get("XDG_CACHE_HOME"), os.path.expanduser("~/.cache")):
        # Without a home the second stays "~/.cache", and an empty HOME makes it "/.cache".
        if home and os.path.isabs(home) and home != "/.cache":
            return os.path.join(home, "helmwright")
    return None


def _read_own(path: str) -> bytes:
    """Return what a file holds that belongs to the user and that nobody else may write; or nothing."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o022:
            return b""
        return file.read() if status.st_uid == os.geteuid() else b""


class Cache:
    """A file of marshalled payloads by key; broken or foreign files count as empty.

    identity: what must be equal for a payload to be usable: generator version, signatures.
    name: which set of templates this is; equal names share a file.
    """

    def __init__(self, name: str, identity: str) -> None:
        self._path: str | None = None
        self._entries: dict[str, tuple[bytes, Any]] = {}
        self._changed = False
        base = directory()
        if base is None:
            return
        self._identity = digest(f"{identity}\0{sys.version}".encode())
        key = digest(name.encode("utf-8", "surrogateescape") + self._identity).hex()
        self._path = os.path.join(base, f"{key}.templates")
        self._read()

    def _read(self) -> None:
        try:
            data = _read_own(str(self._path))
            if data.startswith(_MAGIC + self._identity):
                self._entries = marshal.loads(data[len(_MAGIC) + 16 :])  # noqa: S302 - the user's own
        except (OSError, ValueError, EOFError, TypeError):
            self._entries = {}

    def get(self, name: str, text_digest: bytes) -> Any:
        """Return the payload stored for a template of this digest, or None."""
        entry = self._entries.get(name)
        return entry[1] if entry is not None and entry[0] == text_digest else None

    def put(self, name: str, text_digest: bytes, payload: Any) -> None:
        """Remember a payload of plain data."""
        self._entries[name] = (text_digest, payload)
        self._changed = True

    def save(self, used: Mapping[str, object]) -> None:
        """Write the file if anything changed, keeping only the templates in ``used``.

        The file is replaced as a whole, so that another process never sees half of it.
        """
        if self._path is None or not self._changed:
            return
        entries = {name: entry for name, entry in self._entries.items() if name in used}
        from helmwright.base.errors import HelmwrightError
        from helmwright.disk.writing import write_file

        data = _MAGIC + self._identity + marshal.dumps(entries)
        try:
            write_file(self._path, data, within=os.path.dirname(self._path), private=True)
        except HelmwrightError:  # the next run compiles again
            return
        self._changed = False
