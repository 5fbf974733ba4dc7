"""PEM blocks as Go reads and writes them.

Source: encoding/pem/pem.go
"""

from __future__ import annotations

from typing import NamedTuple

from helmwright.base.errors import GoError
from helmwright.go.base64 import decode_standard, encode_standard

_BEGIN, _END, _DASHES = b"-----BEGIN ", b"\n-----END ", b"-----"
_LINE = 64


class Block(NamedTuple):
    """What stands between one pair of BEGIN and END lines; headers are dropped."""

    kind: str
    data: bytes


def encode(kind: str, data: bytes) -> str:
    """Return ``data`` as a PEM block of type ``kind``, ending with a newline."""
    digits = encode_standard(data)
    lines = [digits[start : start + _LINE] for start in range(0, len(digits), _LINE)]
    return "\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----", ""))


def decode(text: bytes) -> Block | None:
    """Return the first block of ``text`` that can be read, None if there is none."""
    rest = text
    while (end := rest.find(_END)) >= 0:
        begin = rest.rfind(_BEGIN, 0, end)
        if begin >= 0 and (begin == 0 or rest[begin - 1] == 0x0A):
            block, exhausted = _block(rest, begin + len(_BEGIN), end)
            if block is not None:
                return block
            if exhausted:
                return None
        rest = rest[end + len(_END) :]
    return None


def _block(  # noqa: PLR0911 - one return for each way to be wrong
    text: bytes, start: int, end: int
) -> tuple[Block | None, bool]:
    """Read the block whose type starts at ``start`` and whose END line is at ``end``.

    The second result tells that the text is over, so that no further block can follow.
    """
    line, start = _line(text, start)
    if not line.endswith(_DASHES):
        return None, False
    kind = line[: -len(_DASHES)]
    headers = False
    while True:
        if start >= len(text):
            return None, True
        line, following = _line(text, start)
        if b":" not in line:
            break
        headers = True
        start = following
    if headers and end < start:
        return None, False
    trailer = text[end + len(_END) :]
    size = len(kind) + len(_DASHES)
    if len(trailer) < size or not trailer.startswith(kind) or trailer[size - 5 : size] != _DASHES:
        return None, False
    if _line(trailer, size)[0]:
        return None, False
    try:
        data = decode_standard(text[start:end].translate(None, b" \t")) if end > start else b""
    except GoError:
        return None, False
    return Block(kind.decode("utf-8", "surrogateescape"), data), False


def _line(text: bytes, start: int) -> tuple[bytes, int]:
    """Return the line at ``start`` without its end, and where the next one starts."""
    end = text.find(b"\n", start)
    following = end + 1
    if end < 0:
        end = following = len(text)
    elif end > start and text[end - 1] == 0x0D:
        end -= 1
    return text[start:end].rstrip(b" \t"), following
