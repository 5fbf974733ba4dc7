"""Standard base64, with results of Go's encoding/base64."""

from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.go.base64 import decode_standard, encode_standard


@pytest.mark.parametrize(
    ("text", "data"), [(b"", b""), (b"YQ==", b"a"), (b"Y\r\nWI=\n", b"ab"), (b"YWJj", b"abc")]
)
def test_text_is_decoded(text, data):
    assert decode_standard(text) == data


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        (b"Y", 0),
        (b"YQ", 0),
        (b"YQ=", 3),
        (b"YQ=a", 2),
        (b"YQ==\nx", 5),
        (b"YWJj=", 4),
        (b"YW J", 2),
        (b"44=4", 2),
        (b"\xff", 0),
    ],
)
def test_the_broken_byte_is_named(text, offset):
    with pytest.raises(GoError) as caught:
        decode_standard(text)
    assert caught.value.message == f"illegal base64 data at input byte {offset}"


def test_data_is_encoded_in_one_line():
    assert encode_standard(bytes(60)) == "A" * 80
