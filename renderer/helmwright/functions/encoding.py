"""sprig's encodings and checksums. A text that cannot be decoded gives Go's error as the result.

Source: sprig v3.3.0, strings.go and crypto.go; encoding/base64, encoding/base32.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from importlib import import_module
from typing import TYPE_CHECKING, Any

from helmwright.go.function import Family
from helmwright.go.limits import check_text
from helmwright.go.utf8 import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

ENCODING = Family()

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


@ENCODING.function("b64enc")
def b64enc(text: str) -> str:
    """Return ``text`` in base64."""
    check_text("b64enc", len(text))
    return b2a_base64(encode(text), newline=False).decode("ascii")


@ENCODING.function("b64dec")
def b64dec(text: str) -> str:
    """Return what a base64 text stands for; line breaks in it do not count."""
    source = encode(text)
    clean = source.translate(None, b"\r\n") if b"\n" in source or b"\r" in source else source
    body = clean.rstrip(b"=")
    padding = len(clean) - len(body)
    if len(clean) % 4 == 0 and padding <= 2 and not body.translate(None, _BASE64):
        return decode(a2b_base64(clean))
    return f"illegal base64 data at input byte {_base64_fault(source)}"


def _base64_fault(source: bytes) -> int:
    """Return the offset that Go reports for a bad base64 text."""
    size = len(source)
    position = 0
    digits = 0  # in the group of four at hand
    while position < size:
        byte = source[position]
        position += 1
        if byte in b"\r\n":
            continue
        if byte in _BASE64:
            digits = (digits + 1) % 4
            continue
        if byte != 0x3D or digits < 2:
            return position - 1
        return _padding_fault(source, position, digits)
    # The text ends inside a group; Go's reader counts back to that group's start.
    return position - digits


def _padding_fault(source: bytes, position: int, digits: int) -> int:
    """Return the offset of the fault at or behind the first ``=``, which is before ``position``."""
    position = _skip_breaks(source, position)
    if digits == 2:
        if position == len(source):
            return len(source)
        if source[position] != 0x3D:
            return position - 1
        position += 1
    return _skip_breaks(source, position)


def _skip_breaks(source: bytes, position: int) -> int:
    while position < len(source) and source[position] in b"\r\n":
        position += 1
    return position


@ENCODING.function("b32enc")
def b32enc(text: str) -> str:
    """Return ``text`` in base32."""
    from base64 import b32encode

    check_text("b32enc", len(text), weight=4)  # it is slow
    return b32encode(encode(text)).decode("ascii")


@ENCODING.function("b32dec")
def b32dec(text: str) -> str:
    """Return what a base32 text stands for; line breaks in it do not count."""
    source = encode(text).translate(None, b"\r\n")
    body, fault = _base32_body(source)
    if fault is not None:
        return f"illegal base32 data at input byte {fault}"
    from base64 import b32decode

    full, digits = divmod(len(body), 8)
    size = full * 5 + digits * 5 // 8
    return decode(b32decode(body + b"A" * (-len(body) % 8))[:size])


def _base32_body(source: bytes) -> tuple[bytes, int | None]:
    """Return the text up to its padding, and the offset that Go reports if the text is bad.

    Go looks at the padding of the last group only; what stands behind it is ignored.
    """
    size = len(source)
    bad = source.translate(None, _BASE32)
    if not bad:
        return source, size - size % 8 if size % 8 else None
    position = next(index for index, byte in enumerate(source) if byte not in _BASE32)
    digits = position % 8
    left = size - position - 1
    if source[position] != 0x3D or digits < 2 or left >= 8:
        return b"", position
    if left + digits < 7:
        return b"", size
    for ahead in range(7 - digits):
        if left > ahead and source[position + 1 + ahead] != 0x3D:
            return b"", position + ahead
    return source[:position], position if digits in {3, 6} else None


@ENCODING.function("sha1sum")
def sha1sum(text: str) -> str:
    """Return the SHA-1 of ``text`` in hexadecimal."""
    from hashlib import sha1

    return sha1(encode(text), usedforsecurity=False).hexdigest()


@ENCODING.function("sha256sum")
def sha256sum(text: str) -> str:
    """Return the SHA-256 of ``text`` in hexadecimal."""
    return str(_sha256()(encode(text)).hexdigest())


def _sha256() -> Callable[[bytes], Any]:
    """Return the interpreter's own SHA-256.

    Almost every chart takes a checksum of its configuration, and importing hashlib, which loads
    OpenSSL, costs a twentieth of rendering a small chart.
    """
    for module in ("_sha2", "_sha256"):  # the name since Python 3.12, and the one before
        try:
            found: Callable[[bytes], Any] = import_module(module).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256

    return sha256


@ENCODING.function("sha512sum")
def sha512sum(text: str) -> str:
    """Return the SHA-512 of ``text`` in hexadecimal."""
    from hashlib import sha512

    return sha512(encode(text)).hexdigest()


@ENCODING.function("adler32sum")
def adler32sum(text: str) -> str:
    """Return the Adler-32 checksum of ``text`` as a decimal number."""
    from zlib import adler32

    return str(adler32(encode(text)))
