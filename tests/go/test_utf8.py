"""Strings that are not UTF-8 keep their bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.go import utf8


@given(st.binary())
def test_bytes_survive(data):
    assert utf8.encode(utf8.decode(data)) == data
    assert utf8.byte_length(utf8.decode(data)) == len(data)


@given(st.binary(), st.binary())
def test_joined_unites_what_concatenation_split(left, right):
    assert utf8.joined(utf8.decode(left) + utf8.decode(right)) == utf8.decode(left + right)


@pytest.mark.parametrize(
    ("data", "runes"),
    [
        (b"a\xff", "a\ufffd"),
        (b"\xe2\x82", "\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd" * 3),
        ("é\ufffd".encode(), "é\ufffd"),
    ],
)
def test_runes_shows_every_stray_byte_as_the_replacement_character(data, runes):
    assert utf8.runes(utf8.decode(data)) == runes
