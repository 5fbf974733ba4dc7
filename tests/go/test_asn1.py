"""ASN.1, with bytes of Go's encoding/asn1."""

from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.go import asn1


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, "020100"), (127, "02017f"), (128, "02020080"), (-128, "020180"), (-129, "0202ff7f")],
)
def test_integers_take_as_few_bytes_as_they_can(number, expected):
    assert asn1.integer(number).hex() == expected


def test_lengths_above_127_have_a_length_of_their_own():
    assert asn1.encode(asn1.OCTET_STRING, bytes(200))[:3].hex() == "0481c8"
    assert asn1.encode(asn1.OCTET_STRING, bytes(300))[:4].hex() == "0482012c"


def test_object_identifiers_are_packed():
    assert asn1.object_identifier("1.2.840.113549.1.1.11").hex() == "06092a864886f70d01010b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a b", "1303612062"), ("a*", "0c02612a"), ("a&", "0c026126"), ("é", "0c02c3a9")],
)
def test_text_is_printable_or_utf8(text, expected):
    assert asn1.text(text).hex() == expected


def test_text_that_is_not_utf8_is_refused():
    with pytest.raises(GoError, match=r"^asn1: string not valid UTF-8$"):
        asn1.text("\udcff")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, b"\x17\x0d700101000000Z"),
        (2524607999, b"\x17\x0d491231235959Z"),
        (2524608000, b"\x18\x0f20500101000000Z"),
        (-631152001, b"\x18\x0f19491231235959Z"),
    ],
)
def test_times_before_2050_are_short(seconds, expected):
    assert asn1.time(seconds) == expected


@pytest.mark.parametrize("data", ["30", "3005", "308201", "30820100"])
def test_truncated_data_is_refused(data):
    with pytest.raises(GoError, match=r"^asn1: syntax error: data truncated$"):
        asn1.read(bytes.fromhex(data))
