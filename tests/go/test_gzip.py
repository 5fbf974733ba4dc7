from __future__ import annotations

import gzip

import pytest

from helmwright.go.gzip import GzipError, GzipTooLargeError, unpacked

PACKED = gzip.compress(b"some text", mtime=0)


def test_all_members_are_unpacked():
    assert unpacked(PACKED + gzip.compress(b", more", mtime=0), 100) == b"some text, more"


def test_no_more_is_unpacked_than_is_taken():
    assert unpacked(PACKED, 9) == b"some text"
    with pytest.raises(GzipTooLargeError):
        unpacked(PACKED, 8)
    with pytest.raises(GzipTooLargeError):
        unpacked(gzip.compress(bytes(1 << 24), mtime=0), 1 << 10)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "EOF"),
        (b"PK\3\4 is a zip", "gzip: invalid header"),
        (PACKED[:15], "unexpected EOF"),
        (PACKED[:10] + b"\xff" * 20, "flate: corrupt input before offset 0"),
        (PACKED[:-8] + bytes(8), "gzip: invalid checksum"),
        (PACKED + b"and what is no gzip", "gzip: invalid header"),
    ],
)
def test_what_is_broken_is_told_as_go_tells_it(data, message):
    with pytest.raises(GzipError) as caught:
        unpacked(data, 100)

    assert caught.value.message == message
