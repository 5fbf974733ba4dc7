"""What go-yaml's reader makes of bytes: characters, or the error at the first bad one.

go-yaml decodes its input in chunks of 512 bytes, so that a bad character is reported as soon as
its chunk is decoded, before errors that stand earlier in the same chunk.

Source: go-yaml v2 readerc.go.
"""

from __future__ import annotations

import re
import sys

_CHUNK = 512
forbidden = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]").search
"""Finds the first character that go-yaml refuses in a text."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Input:
    """Decoded text that ends in NULs, which is what go-yaml sees behind the end.

    readable: how many characters can be looked at before ``problem`` is reported.
    problem: the text of the error, empty when all of the input is good.
    """

    __slots__ = ("problem", "readable", "text")

    def __init__(self, text: str, readable: int, problem: str) -> None:
        self.text = text + "\0\0\0\0"
        self.readable = readable
        self.problem = problem


def read_input(source: str | bytes) -> Input:
    """Return the characters of ``source`` up to the chunk with the first bad one."""
    if isinstance(source, str):
        if source[:1] not in ("\ufeff", "\udcff", "\udcfe") and forbidden(source) is None:
            return Input(source, sys.maxsize, "")
        source = _as_bytes(source)
    if source[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _read_utf16(source)
    start = 3 if source.startswith(_BYTE_ORDER_MARK) else 0
    bad, problem = _first_problem(source, start)
    if not problem:
        return Input(source[start:].decode(), sys.maxsize, "")
    end = _decoded_before(source, start, bad)
    text = source[start:end].decode()
    return Input(text, len(text), problem)


def _as_bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a pair: as bytes it is no UTF-8 either
        return text.encode("utf-8", "surrogatepass")


def _first_problem(data: bytes, start: int) -> tuple[int, str]:
    """Return the offset of the first character that go-yaml refuses, and what it says."""
    try:
        text, broken = data[start:].decode(), -1
    except UnicodeDecodeError as error:
        broken = start + error.start
        text = data[start:broken].decode()
    control = forbidden(text)
    if control is not None:
        offset = start + len(text[: control.start()].encode())
        return offset, "control characters are not allowed"
    return (broken, _utf8_problem(data, broken)) if broken >= 0 else (-1, "")


def _width(octet: int) -> int:
    """Return the length of the sequence that ``octet`` begins, 0 if it cannot begin one."""
    if octet < 0x80:
        return 1
    if octet & 0xE0 == 0xC0:
        return 2
    if octet & 0xF0 == 0xE0:
        return 3
    return 4 if octet & 0xF8 == 0xF0 else 0


def _utf8_problem(data: bytes, offset: int) -> str:
    width = _width(data[offset])
    if width == 0:
        return "invalid leading UTF-8 octet"
    if offset + width > len(data):
        return "incomplete UTF-8 octet sequence"
    value = data[offset] & (0x7F >> width)
    for octet in data[offset + 1 : offset + width]:
        if octet & 0xC0 != 0x80:
            return "invalid trailing UTF-8 octet"
        value = value << 6 | octet & 0x3F
    if value < (0, 0, 0x80, 0x800, 0x10000)[width]:
        return "invalid length of a UTF-8 sequence"
    return "invalid Unicode character"


def _decoded_before(data: bytes, start: int, bad: int) -> int:
    """Return the end of what is decoded when the character at ``bad`` is still unread."""
    decoded, end = start, _CHUNK
    bad_end = bad + max(_width(data[bad]), 1)
    while end < bad_end and end < len(data):
        decoded = end
        if end > bad:
            return bad
        while data[decoded] & 0xC0 == 0x80:
            decoded -= 1
        end = decoded + _CHUNK
    return bad if bad_end > len(data) else decoded


def _read_utf16(data: bytes) -> Input:
    order = "le" if data[:1] == b"\xff" else "be"
    bad, problem = _utf16_problem(data, order)
    if not problem:
        return Input(data[2:].decode(f"utf-16-{order}"), sys.maxsize, "")
    if not problem.startswith("incomplete"):  # that is noticed only when the end is reached
        bad = max(bad // _CHUNK * _CHUNK, 2)
    text = data[2:bad].decode(f"utf-16-{order}", "ignore")
    return Input(text, len(text), problem)


def _utf16_problem(data: bytes, order: str) -> tuple[int, str]:
    """Return the offset of the first character that go-yaml refuses, and what it says."""
    low, high = (0, 1) if order == "le" else (1, 0)
    pending = False
    for at in range(2, len(data) - 1, 2):
        unit = data[at + low] | data[at + high] << 8
        if pending:
            if unit & 0xFC00 != 0xDC00:
                return at - 2, "expected low surrogate area"
            pending = False
        elif unit & 0xFC00 == 0xD800:
            pending = True
        elif unit & 0xFC00 == 0xDC00:
            return at, "unexpected low surrogate area"
        elif forbidden(chr(unit)):
            return at, "control characters are not allowed"
    if pending:
        return len(data) - len(data) % 2 - 2, "incomplete UTF-16 surrogate pair"
    return (len(data) - 1, "incomplete UTF-16 character") if len(data) % 2 else (-1, "")
