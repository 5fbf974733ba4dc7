"""Percent-encoding: which part of a URL may hold which character as it is.

Source: net/url/url.go, net/url/gen_encoding_table.go
"""

from __future__ import annotations

from functools import cache

from helmwright.base.errors import GoError

PATH, SEGMENT, HOST, ZONE, USER, QUERY, FRAGMENT = range(7)
_PLAIN = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.~"
_IN_HOST = "!$&'()*+,;=:[]<>\""
_EXTRA = {
    PATH: "$&+,/:;=@",
    SEGMENT: "$&+:=@",
    HOST: _IN_HOST,
    ZONE: _IN_HOST,
    USER: "$&+,;=",
    QUERY: "",
    FRAGMENT: "$&+,/:;=?@!()*",
}
_HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")
_PERCENT = 0x25


@cache
def _safe(mode: int) -> frozenset[str]:
    return frozenset(_PLAIN + _EXTRA[mode])


@cache
def _table(mode: int) -> list[str]:
    """Return what each byte becomes."""
    safe = _safe(mode)
    table = [chr(byte) if chr(byte) in safe else f"%{byte:02X}" for byte in range(256)]
    if mode == QUERY:
        table[0x20] = "+"
    return table


def is_safe(character: str, mode: int) -> bool:
    """Tell whether ``character`` stands for itself."""
    return character in _safe(mode)


def escape(text: str, mode: int) -> str:
    """Return ``text`` with every byte that is not safe in this part as ``%XX``."""
    if _safe(mode).issuperset(text):
        return text
    table = _table(mode)
    return "".join([table[byte] for byte in text.encode("utf-8", "surrogateescape")])


def unescape(text: str, mode: int) -> str:
    """Return ``text`` with ``%XX`` decoded; in a query ``+`` is a space.

    Raises ``GoError`` for malformed escapes and, in a host, for what may not be there.
    """
    if mode not in {HOST, ZONE} and "%" not in text:
        return text.replace("+", " ") if mode == QUERY else text
    data = text.encode("utf-8", "surrogateescape")
    output = bytearray()
    index = 0
    while index < len(data):
        byte = data[index]
        if byte == _PERCENT:
            output.append(_decode(data[index : index + 3], mode))
            index += 3
            continue
        if byte < 0x80 and mode in {HOST, ZONE} and not is_safe(chr(byte), mode):
            raise GoError(f"invalid character {_quote(data[index : index + 1])} in host name")
        output.append(0x20 if byte == 0x2B and mode == QUERY else byte)
        index += 1
    return output.decode("utf-8", "surrogateescape")


def _decode(triple: bytes, mode: int) -> int:
    """Return the byte that ``%XX`` stands for."""
    if len(triple) < 3 or not _HEXADECIMAL.issuperset(triple[1:]):
        raise GoError(f"invalid URL escape {_quote(triple)}")
    value = int(triple[1:], 16)
    if triple != b"%25":
        # A host may escape only what is not ASCII; a zone only what it could write as it is.
        bad_host = mode == HOST and value < 0x80
        bad_zone = mode == ZONE and value != 0x20 and not is_safe(chr(value), HOST)
        if bad_host or bad_zone:
            raise GoError(f"invalid URL escape {_quote(triple)}")
    return value


def _quote(data: bytes) -> str:
    from helmwright.go.strconv import quote

    return quote(data.decode("utf-8", "surrogateescape"))
