"""Go's standard base64: strict about padding, deaf to line breaks.

Source: encoding/base64/base64.go
"""

from __future__ import annotations

import binascii

from helmwright.base.errors import GoError

_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BREAKS = frozenset(b"\r\n")
_PAD = ord("=")


def encode_standard(data: bytes) -> str:
    """Return ``data`` in base64, in one line, padded."""
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def decode_standard(text: bytes) -> bytes:
    """Return what ``text`` stands for.

    Raises GoError ``illegal base64 data at input byte N``.
    """
    kept = text.translate(None, b"\r\n")
    body = kept.rstrip(b"=")
    if len(kept) % 4 == 0 and len(kept) - len(body) < 3 and _ALPHABET.issuperset(body):
        return binascii.a2b_base64(kept)
    raise GoError(f"illegal base64 data at input byte {_broken_at(text)}")


def _broken_at(text: bytes) -> int:
    """Return the offset at which Go notices the error."""
    index = 0
    while True:
        in_group = 0
        while in_group < 4:
            if index >= len(text):
                return index - in_group
            byte = text[index]
            index += 1
            if byte in _BREAKS:
                continue
            if byte not in _ALPHABET:
                return _padding_broken_at(text, index, in_group, byte)
            in_group += 1


def _padding_broken_at(text: bytes, index: int, in_group: int, byte: int) -> int:
    if byte != _PAD or in_group < 2:
        return index - 1
    if in_group == 2:
        index = _skip_breaks(text, index)
        if index >= len(text):
            return len(text)
        if text[index] != _PAD:
            return index - 1
        index += 1
    return _skip_breaks(text, index)  # something follows the padding


def _skip_breaks(text: bytes, index: int) -> int:
    while index < len(text) and text[index] in _BREAKS:
        index += 1
    return index
