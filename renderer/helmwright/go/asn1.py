"""ASN.1 in its distinguished encoding: just what certificates and keys need.

Source: encoding/asn1 marshal.go, asn1.go
"""

from __future__ import annotations

from helmwright.base.errors import GoError

INTEGER, BIT_STRING, OCTET_STRING, NULL, OBJECT = 0x02, 0x03, 0x04, 0x05, 0x06
UTF8_STRING, PRINTABLE_STRING, UTC_TIME, GENERALIZED_TIME = 0x0C, 0x13, 0x17, 0x18
SEQUENCE, SET = 0x30, 0x31
_PRINTABLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'()+,-./ :=?")


def encode(tag: int, *contents: bytes) -> bytes:
    """Return one element: tag, length, and the contents joined."""
    content = b"".join(contents)
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def integer(number: int) -> bytes:
    """Return an INTEGER with as few bytes as its sign allows."""
    bits = (number if number >= 0 else ~number).bit_length()
    return encode(INTEGER, number.to_bytes(bits // 8 + 1, "big", signed=True))


def object_identifier(dotted: str) -> bytes:
    """Return an OBJECT IDENTIFIER."""
    first, second, *rest = map(int, dotted.split("."))
    content = bytearray()
    for number in (40 * first + second, *rest):
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        content += bytes(reversed(groups))
    return encode(OBJECT, bytes(content))


def bit_string(content: bytes, unused: int = 0) -> bytes:
    """Return a BIT STRING; unused: how many bits at the end do not count."""
    return encode(BIT_STRING, bytes((unused,)), content)


def text(value: str) -> bytes:
    """Return ``value`` as a PrintableString if that can hold it, else as a UTF8String.

    Raises GoError for text that is not UTF-8.
    """
    if _PRINTABLE.issuperset(value):
        return encode(PRINTABLE_STRING, value.encode())
    try:
        return encode(UTF8_STRING, value.encode())
    except UnicodeEncodeError:
        raise GoError("asn1: string not valid UTF-8") from None


def time(seconds: int) -> bytes:
    """Return a time, given in seconds since 1970: UTCTime up to 2049, GeneralizedTime otherwise."""
    from datetime import UTC, datetime, timedelta

    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    digits = f"{moment.year:04d}{moment:%m%d%H%M%S}Z"
    if 1950 <= moment.year < 2050:
        return encode(UTC_TIME, digits[2:].encode())
    return encode(GENERALIZED_TIME, digits.encode())


def read(data: bytes, start: int = 0) -> tuple[int, bytes, int]:
    """Return tag, content and end of the element at ``start``.

    Raises GoError with the text of encoding/asn1.
    """
    if start + 2 > len(data):
        raise GoError("asn1: syntax error: data truncated")
    tag, size = data[start], data[start + 1]
    start += 2
    if size & 0x80:
        width = size & 0x7F
        size = int.from_bytes(data[start : start + width], "big")
        start += width
    if not start <= start + size <= len(data):
        raise GoError("asn1: syntax error: data truncated")
    return tag, data[start : start + size], start + size


def read_integers(data: bytes, count: int) -> list[int]:
    """Return the first ``count`` numbers of the sequence that ``data`` begins with.

    Raises GoError with the text of encoding/asn1.
    """
    tag, content, _ = read(data)
    if tag != SEQUENCE:
        raise GoError("asn1: structural error: sequence tag mismatch")
    numbers = []
    end = 0
    for _ in range(count):
        if end >= len(content):
            raise GoError("asn1: syntax error: sequence truncated")
        tag, number, end = read(content, end)
        if tag != INTEGER or not number:
            raise GoError("asn1: structural error: integer expected")
        numbers.append(int.from_bytes(number, "big", signed=True))
    return numbers
