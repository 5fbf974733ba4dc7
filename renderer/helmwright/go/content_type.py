"""What net/http takes the first bytes of a file for.

Source: net/http/sniff.go (DetectContentType)
"""

from __future__ import annotations

_SNIFFED = 512
_SPACE = b"\t\n\x0c\r "
_TEXT = "text/plain; charset=utf-8"
_HTML_TAGS = (
    b"<!DOCTYPE HTML",
    b"<HTML",
    b"<HEAD",
    b"<SCRIPT",
    b"<IFRAME",
    b"<H1",
    b"<DIV",
    b"<FONT",
    b"<TABLE",
    b"<A",
    b"<STYLE",
    b"<TITLE",
    b"<B",
    b"<BODY",
    b"<BR",
    b"<P",
    b"<!--",
)
_BEFORE_MP4: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\xfe\xff..", "text/plain; charset=utf-16be"),
    (b"\xff\xfe..", "text/plain; charset=utf-16le"),
    (b"\xef\xbb\xbf.", _TEXT),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x00\x00\x02\x00", "image/x-icon"),
    (b"BM", "image/bmp"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"RIFF....WEBPVP", "image/webp"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"FORM....AIFF", "audio/aiff"),
    (b"ID3", "audio/mpeg"),
    (b"OggS\x00", "application/ogg"),
    (b"MThd\x00\x00\x00\x06", "audio/midi"),
    (b"RIFF....AVI ", "video/avi"),
    (b"RIFF....WAVE", "audio/wave"),
)
"""A dot stands for any byte; no signature has a dot of its own."""
_AFTER_MP4: tuple[tuple[bytes, str], ...] = (
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"." * 34 + b"LP", "application/vnd.ms-fontobject"),
    (b"\x00\x01\x00\x00", "font/ttf"),
    (b"OTTO", "font/otf"),
    (b"ttcf", "font/collection"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"\x1f\x8b\x08", "application/x-gzip"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1a\x07\x00", "application/x-rar-compressed"),
    (b"Rar!\x1a\x07\x01\x00", "application/x-rar-compressed"),
    (b"\x00asm", "application/wasm"),
)
_BINARY = frozenset((*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)))


def detect_content_type(data: bytes) -> str:
    """Return the MIME type of ``data``, of which only the first 512 bytes matter."""
    data = data[:_SNIFFED]
    text = data.lstrip(_SPACE)
    if _is_html(text):
        return "text/html; charset=utf-8"
    if text.startswith(b"<?xml"):
        return "text/xml; charset=utf-8"
    found = _signature(data, _BEFORE_MP4) or _mp4(data) or _signature(data, _AFTER_MP4)
    if found:
        return found
    return "application/octet-stream" if not _BINARY.isdisjoint(text) else _TEXT


def _is_html(text: bytes) -> bool:
    upper = text[:16].upper()
    return any(
        upper.startswith(tag) and text[len(tag) : len(tag) + 1] in (b" ", b">")
        for tag in _HTML_TAGS
    )


def _signature(data: bytes, table: tuple[tuple[bytes, str], ...]) -> str:
    for pattern, found in table:
        if data.startswith(pattern):
            return found
        if b"." in pattern and len(data) >= len(pattern):
            pairs = zip(pattern, data, strict=False)
            if all(wanted in (0x2E, byte) for wanted, byte in pairs):
                return found
    return ""


def _mp4(data: bytes) -> str:
    if len(data) < 12 or data[4:8] != b"ftyp":
        return ""
    size = int.from_bytes(data[:4], "big")
    if len(data) < size or size % 4:
        return ""
    brands = (data[start : start + 3] for start in range(8, size, 4) if start != 12)
    return "video/mp4" if b"mp4" in brands else ""
