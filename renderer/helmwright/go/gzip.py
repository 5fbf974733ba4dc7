"""Reading gzip as Go's compress/gzip does: in pieces, with Go's errors.

Source: compress/gzip/gunzip.go
"""

from __future__ import annotations

import zlib
from typing import IO

from helmwright.base.errors import GoError

_CHUNK = 16384
_HEADER_CHECKSUM, _EXTRA, _NAME, _COMMENT = 2, 4, 8, 16
_LONGEST_STRING = 512


class GzipError(GoError):
    """Compressed data that is broken or ends too early."""


class GzipHeaderError(GzipError):
    """The beginning of the data, or of a later member of it, is not gzip."""

    def __init__(self) -> None:
        super().__init__("gzip: invalid header")


class GzipTooLargeError(GzipError):
    """Data that is larger than what the caller takes."""


def unpacked(data: bytes, limit: int) -> bytes:
    """Return what compressed data holds, all its members.

    Raises GzipTooLargeError if that is more than ``limit`` bytes, and GzipError with Go's text.
    """
    from io import BytesIO

    text = GzipReader(BytesIO(data)).read(limit + 1)
    if len(text) > limit:
        raise GzipTooLargeError(f"it is larger than {limit} bytes")
    return text


class GzipReader:
    """A stream of decompressed bytes that never decompresses more than it is asked for."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self._pending = b""
        self._consumed = 0
        self._ended = False
        self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)
        self._checksum = 0
        self._size = 0
        if not self._read_header():
            raise GzipError("EOF")

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end of the data."""
        pieces = []
        while size > 0 and not self._ended:
            piece = self._read_some(size)
            size -= len(piece)
            pieces.append(piece)
        return b"".join(pieces)

    def _read_some(self, limit: int) -> bytes:
        if self._decoder.eof:
            self._finish_member()
            return b""
        if not self._pending and not self._fill():
            raise GzipError("unexpected EOF")
        try:
            piece = self._decoder.decompress(self._pending, limit)
        except zlib.error:
            raise GzipError(f"flate: corrupt input before offset {self._consumed}") from None
        rest = self._decoder.unused_data if self._decoder.eof else self._decoder.unconsumed_tail
        self._consumed += len(self._pending) - len(rest)
        self._pending = rest
        self._checksum = zlib.crc32(piece, self._checksum)
        self._size += len(piece)
        return piece

    def _finish_member(self) -> None:
        trailer = self._take(8)
        found = int.from_bytes(trailer[:4], "little"), int.from_bytes(trailer[4:], "little")
        if found != (self._checksum, self._size & 0xFFFFFFFF):
            raise GzipError("gzip: invalid checksum")
        self._ended = not self._read_header()

    def _read_header(self) -> bool:
        """Read the header of the next member; return whether there is one."""
        if not self._pending and not self._fill():
            return False
        header = self._take(10)
        if header[:3] != b"\x1f\x8b\x08":
            raise GzipHeaderError
        flags = header[3]
        if flags & _EXTRA:
            length = self._take(2)
            header += length + self._take(int.from_bytes(length, "little"))
        if flags & _NAME:
            header += self._take_string()
        if flags & _COMMENT:
            header += self._take_string()
        if flags & _HEADER_CHECKSUM:
            checksum = self._take(2)
            if int.from_bytes(checksum, "little") != zlib.crc32(header) & 0xFFFF:
                raise GzipHeaderError
        self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)
        self._checksum = 0
        self._size = 0
        return True

    def _fill(self) -> bool:
        more = self._source.read(_CHUNK)
        self._pending += more
        return bool(more)

    def _take(self, size: int) -> bytes:
        while len(self._pending) < size:
            if not self._fill():
                raise GzipError("unexpected EOF")
        taken, self._pending = self._pending[:size], self._pending[size:]
        return taken

    def _take_string(self) -> bytes:
        taken = bytearray()
        while not taken.endswith(b"\0"):
            if len(taken) >= _LONGEST_STRING:
                raise GzipHeaderError
            taken += self._take(1)
        return bytes(taken)
