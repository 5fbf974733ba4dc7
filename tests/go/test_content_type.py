"""Content types, with results of Go's net/http."""

from __future__ import annotations

import pytest

from helmwright.go.content_type import detect_content_type


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "text/plain; charset=utf-8"),
        (b"name: c\n", "text/plain; charset=utf-8"),
        (b"\x00a", "application/octet-stream"),
        (b"\n <html>", "text/html; charset=utf-8"),
        (b"<htmlx", "text/plain; charset=utf-8"),
        (b"<!DOCTYPE html ", "text/html; charset=utf-8"),
        (b" <?xml", "text/xml; charset=utf-8"),
        (b"\xfe\xffab", "text/plain; charset=utf-16be"),
        (b"\x00\x00\x01\x00", "image/x-icon"),
        (b"RIFF1234WEBPVP", "image/webp"),
        (b"RIFF1234WAVE", "audio/wave"),
        (b"\x00\x00\x00\x10ftypisomisommp42", "application/octet-stream"),
        (b"\x00\x00\x00\x14ftypisom0000mp42", "video/mp4"),
        (b"\x00\x01\x00\x00", "font/ttf"),
        (b"x" * 34 + b"LP", "application/vnd.ms-fontobject"),
        (b"\x1f\x8b\x08", "application/x-gzip"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x00asm", "application/wasm"),
    ],
)
def test_content_type_is_detected(data, expected):
    assert detect_content_type(data) == expected
