"""Go's byte strings as ``str``: bytes that are not UTF-8 travel as surrogate escapes.

Source: unicode/utf8/utf8.go (what counts as an invalid byte).
"""

from __future__ import annotations

_REPLACEMENT = dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")


def encode(text: str) -> bytes:
    """Return the bytes that ``text`` stands for."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """Return ``data`` as a string; bytes that are not UTF-8 become surrogate escapes."""
    return data.decode("utf-8", "surrogateescape")


def byte_length(text: str) -> int:
    """Return Go's ``len(text)``."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def joined(text: str) -> str:
    """Return ``text`` with neighbouring escapes united that together are valid UTF-8."""
    return decode(encode(text))


def runes(text: str) -> str:
    """Return ``text`` as a Go loop over its runes sees it: every invalid byte is U+FFFD."""
    if text.isascii():
        return text
    return joined(text).translate(_REPLACEMENT)
