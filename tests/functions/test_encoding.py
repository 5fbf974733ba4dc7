"""Encodings, their error texts, and checksums."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.functions.encoding import ENCODING


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("b64enc", ("aé\udcff",), "YcOp/w=="),
        ("b64enc", ("",), ""),
        ("b64dec", ("YcOp/w==",), "aé\udcff"),
        ("b64dec", ("YQ\n==\n",), "a"),
        ("b64dec", ("",), ""),
    ],
)
def test_base64_of_bytes(name, arguments, expected):
    assert_same(ENCODING[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("b64dec", ("!",), "illegal base64 data at input byte 0"),
        ("b64dec", ("Y",), "illegal base64 data at input byte 0"),
        ("b64dec", ("YQ",), "illegal base64 data at input byte 0"),
        ("b64dec", ("YWI",), "illegal base64 data at input byte 0"),
        ("b64dec", ("YQ=",), "illegal base64 data at input byte 3"),
        ("b64dec", ("YQ=a",), "illegal base64 data at input byte 2"),
        ("b64dec", ("YQ==a",), "illegal base64 data at input byte 4"),
        ("b64dec", ("a===",), "illegal base64 data at input byte 1"),
        ("b64dec", ("====",), "illegal base64 data at input byte 0"),
        ("b64dec", ("YW\nI",), "illegal base64 data at input byte 1"),
        ("b64dec", ("YWJj!",), "illegal base64 data at input byte 4"),
        ("b64dec", ("YWI=\nx",), "illegal base64 data at input byte 5"),
        ("b64dec", ("aaaa=",), "illegal base64 data at input byte 4"),
        ("b64dec", ("é",), "illegal base64 data at input byte 0"),
    ],
)
def test_a_bad_base64_text_gives_the_error_as_text(name, arguments, expected):
    assert_same(ENCODING[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("b32enc", ("aé",), "MHB2S==="),
        ("b32enc", ("",), ""),
        ("b32dec", ("MHB2S===",), "aé"),
        ("b32dec", ("MF\nXQ====",), "ao"),
        ("b32dec", ("MZXW6YTBOI======",), "foobar"),
        ("b32dec", ("MY======X",), "f"),
    ],
)
def test_base32_of_bytes(name, arguments, expected):
    assert_same(ENCODING[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("b32dec", ("!",), "illegal base32 data at input byte 0"),
        ("b32dec", ("M",), "illegal base32 data at input byte 0"),
        ("b32dec", ("MY",), "illegal base32 data at input byte 0"),
        ("b32dec", ("MZXW6YT",), "illegal base32 data at input byte 0"),
        ("b32dec", ("mzxw6===",), "illegal base32 data at input byte 0"),
        ("b32dec", ("MY=====",), "illegal base32 data at input byte 7"),
        ("b32dec", ("MY====A=",), "illegal base32 data at input byte 5"),
        ("b32dec", ("MZX=====",), "illegal base32 data at input byte 3"),
        ("b32dec", ("=",), "illegal base32 data at input byte 0"),
        ("b32dec", ("MZXW6YTBO",), "illegal base32 data at input byte 8"),
        ("b32dec", ("MZXW6===MZXW6===",), "illegal base32 data at input byte 5"),
    ],
)
def test_a_bad_base32_text_gives_the_error_as_text(name, arguments, expected):
    assert_same(ENCODING[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("sha1sum", ("",), "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("sha1sum", ("hello",), "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"),
        ("sha1sum", ("é\udcff",), "bc6b49e55c6a0e188db0a75ccf9b4209875da7ce"),
        ("sha256sum", ("",), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "sha256sum",
            ("hello",),
            "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        ),
        (
            "sha256sum",
            ("é\udcff",),
            "e6c36aed9f5fabb910f32716a3a202453f387faea316fa8502f205a3e1bb71bd",
        ),
        (
            "sha512sum",
            ("",),
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
        ),
        (
            "sha512sum",
            ("hello",),
            "9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043",
        ),
        (
            "sha512sum",
            ("é\udcff",),
            "2fc1682dc7c83188a00286984d317ccab9f2cadb251a87e14895022864ba2fb855fb2851a17885211509e3280c8acd58a69d58a932be63fb1de352484a55ba03",
        ),
        ("adler32sum", ("",), "1"),
        ("adler32sum", ("hello",), "103547413"),
        ("adler32sum", ("é\udcff",), "77398636"),
    ],
)
def test_checksums(name, arguments, expected):
    assert_same(ENCODING[name].call(*arguments), expected)
