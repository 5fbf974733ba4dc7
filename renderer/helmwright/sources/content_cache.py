"""Archives and their provenance by digest, in Helm's layout: ``XX/SHA256.chart``.

Helm believes what a name says. Here nothing is stored under a digest that is not its own, and what
is found is hashed before it is used: a cache that somebody has poisoned does no harm.

Source: helm pkg/downloader/cache.go
"""

# ruff: noqa: PTH118 - paths are strings
from __future__ import annotations

import os
from functools import cache
from hashlib import sha256

from helmwright.base.errors import SourceError
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file

CHART, PROVENANCE = ".chart", ".prov"
_LARGEST = 100 << 20
_DECODING = "unable to decode digest: "


class ContentCache:
    """The cache below a folder. digest: lower-case hex of sha256, without its name."""

    def __init__(self, root: str) -> None:
        self.root = root

    def path(self, digest: str, kind: str = CHART) -> str:
        """Return the file of a digest."""
        return os.path.join(self.root, digest[:2], digest + kind)

    def get(self, digest: str) -> str | None:
        """Return the file of an archive if it is there and what its name says."""
        path = self.path(digest)
        try:
            data = read_regular(path, largest=_LARGEST)
        except OSError:
            return None
        return path if data and sha256(data).hexdigest() == digest else None

    def put(self, data: bytes) -> str:
        """Store an archive and return its file; raises HelmwrightError if it cannot be written."""
        path = self.path(sha256(data).hexdigest())
        write_file(path, data, within=self.root)
        return path

    def get_provenance(self, digest: str) -> bytes | None:
        """Return the provenance of an archive; its signature says whether it is true."""
        try:
            return read_regular(self.path(digest, PROVENANCE)) or None
        except OSError:
            return None

    def put_provenance(self, digest: str, data: bytes) -> str:
        """Store the provenance of an archive and return its file; raises HelmwrightError."""
        path = self.path(digest, PROVENANCE)
        write_file(path, data, within=self.root)
        return path


@cache
def passing_folder() -> str:
    """Return a folder of this process that goes with it, for archives where no cache can be written."""
    import atexit
    from shutil import rmtree
    from tempfile import mkdtemp

    folder = mkdtemp(prefix="helmwright-")
    atexit.register(rmtree, folder, ignore_errors=True)
    return folder


def plain_digest(text: str) -> str:
    """Return the hex of a digest as an index writes it, blank for a blank one.

    Raises SourceError with Go's text. Source: helm pkg/downloader (stripDigestAlgorithm), encoding/hex
    """
    _, colon, behind = text.partition(":")
    digits = behind if colon else text
    for character in digits:
        if character not in "0123456789abcdefABCDEF":
            raise SourceError(f"{_DECODING}encoding/hex: invalid byte: {_byte(character)}")
    if len(digits) % 2:
        raise SourceError(f"{_DECODING}encoding/hex: odd length hex string")
    if text and len(digits) != 64:
        raise SourceError(f"invalid digest length: {len(digits) // 2}")
    return digits.lower()


def _byte(character: str) -> str:
    """Return the first byte of a character as ``%#U`` prints it."""
    from helmwright.go.fmt import sprintf
    from helmwright.go.kinds import Int64

    first = character.encode("utf-8", "surrogateescape")[0]
    return sprintf("%#U", Int64(first))
