"""A clear-signed text: what its signature covers, and the signature.

Only what comes out of here is read of a ``.prov``: the text before and after the block is nobody's.

Source: go-crypto openpgp/clearsign/clearsign.go (Decode)
"""

from __future__ import annotations

from typing import NamedTuple

_BEGIN = b"-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = b"-----BEGIN PGP SIGNATURE-----"
_END = b"\n-----END PGP SIGNATURE-----"
_ESCAPE = b"- "
_BLANK = b" \t\r\n\v\f"
_HASHES = frozenset(b"MD5 SHA1 RIPEMD160 SHA224 SHA256 SHA384 SHA512 SHA3-256 SHA3-512".split(b" "))


class ClearSigned(NamedTuple):
    """A block. text: what was signed. signed: the bytes that the signature is made over, armored is the signature."""

    text: bytes
    signed: bytes
    armored: bytes


class _Lines:
    """The lines of bytes from a place on, without their ends."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at

    @property
    def is_at_end(self) -> bool:
        """Tell whether there is nothing more."""
        return self.at >= len(self._data)

    def next(self) -> bytes:
        """Return the next line, a blank one at the end."""
        end = self._data.find(b"\n", self.at)
        if end < 0:
            line, self.at = self._data[self.at :], len(self._data)
            return line
        line, self.at = self._data[self.at : end], end + 1
        return line.removesuffix(b"\r")


def decode(data: bytes) -> ClearSigned | None:
    """Return the first clear-signed block, None if there is none, or it is broken."""
    if data.startswith(_BEGIN):
        at = len(_BEGIN)
    else:
        at = data.find(b"\n" + _BEGIN)
        if at < 0:
            return None
        at += 1 + len(_BEGIN)
    lines = _Lines(data, at)
    if lines.next() or not _headers(lines):
        return None
    found = _text(lines)
    if found is None:
        return None
    text, start = found
    end = data.find(_END, start)
    if end < 0:
        return None
    armored = data[start : end + len(_END)]
    return ClearSigned(b"\n".join(text), b"\r\n".join(text), armored)


def _headers(lines: _Lines) -> bool:
    """Read the headers up to the blank line behind them; tell whether they are as they must be."""
    while not lines.is_at_end:
        line = lines.next()
        if not line.strip(_BLANK):
            return True
        if any(byte < 0x20 or byte > 0x7E for byte in line):
            return False
        key, _, value = line.partition(b":")
        names = [name.strip().upper() for name in value.split(b",")]
        if key.strip() != b"Hash" or not _HASHES.issuperset(names):
            return False
    return False


def _text(lines: _Lines) -> tuple[list[bytes], int] | None:
    """Return the lines of the text as they were signed, and where the signature begins."""
    text: list[bytes] = []
    while True:
        start = lines.at
        line = lines.next()
        if not line and lines.is_at_end:
            return None
        if line == _SIGNATURE:
            return text, start
        if b"\r" in line:  # what ends a line there is not the same for all that read it
            return None
        text.append(line.removeprefix(_ESCAPE).rstrip(b" \t"))
