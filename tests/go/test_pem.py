"""PEM blocks, with results of Go's encoding/pem."""

from __future__ import annotations

import pytest

from helmwright.go.pem import decode, encode

BLOCK = b"-----BEGIN X-----\nYQ==\n-----END X-----\n"


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        b"junk\n" + BLOCK + b"junk",
        BLOCK.replace(b"\n", b" \r\n"),
        b"-----BEGIN Y-----\n" + BLOCK,
        BLOCK.replace(b"YQ==", b"key: value\n\nY Q =="),
        b"-----BEGIN Z-----\n!\n-----END Z-----\n" + BLOCK,
    ],
)
def test_the_first_readable_block_is_found(text):
    block = decode(text)
    assert block is not None
    assert (block.kind, block.data) == ("X", b"a")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"x" + BLOCK,
        BLOCK.replace(b"END X", b"END Y"),
        BLOCK.replace(b"YQ==", b"YQ="),
        BLOCK[:-7],
        b"-----BEGIN X-----",
    ],
)
def test_text_without_a_block_gives_none(text):
    assert decode(text) is None


def test_lines_have_64_characters():
    lines = encode("X", bytes(49)).split("\n")
    assert lines == ["-----BEGIN X-----", "A" * 64, "AA==", "-----END X-----", ""]
