"""What is read of a clear-signed text."""

from __future__ import annotations

import pytest

from helmwright.sources.provenance.clear_signed import ClearSigned, decode

_ARMORED = b"-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----"
_BLOCK = b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\na\nb\n" + _ARMORED


def test_the_text_and_what_the_signature_is_over_are_found():
    assert decode(_BLOCK) == ClearSigned(b"a\nb", b"a\r\nb", _ARMORED)


@pytest.mark.parametrize(
    ("before", "behind"),
    [(b"x: y\n\n", b""), (b"", b"\nfiles:\n"), (b"\n", b"\n" + _BLOCK.replace(b"a\n", b"c\n"))],
)
def test_nothing_around_the_first_block_is_read(before, behind):
    assert decode(before + _BLOCK + behind) == decode(_BLOCK)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (b"- -----", b"-----"),
        (b"- - a", b"- a"),
        (b"-a", b"-a"),
        (b"a \t ", b"a"),
        (b"a\x0b", b"a\x0b"),
        (b"", b""),
        (b"----- BEGIN", b"----- BEGIN"),
    ],
)
def test_dashes_and_blanks_are_as_openpgp_has_them(line, meant):
    found = decode(_BLOCK.replace(b"a\n", line + b"\n"))

    assert found is not None
    assert (found.text, found.signed) == (meant + b"\nb", meant + b"\r\nb")


def test_lines_may_end_as_on_windows():
    found = decode(_BLOCK.replace(b"\n", b"\r\n"))

    assert found is not None
    assert (found.text, found.signed) == (b"a\nb", b"a\r\nb")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        _BLOCK[1:],
        b" " + _BLOCK,
        _BLOCK.replace(b"MESSAGE-----", b"MESSAGE----- "),
        _BLOCK.replace(b"Hash: SHA512", b"Comment: SHA512"),
        _BLOCK.replace(b"Hash: SHA512", b"hash: SHA512"),
        _BLOCK.replace(b"Hash: SHA512", b"Hash: CRC32"),
        _BLOCK.replace(b"Hash: SHA512", b"Hash"),
        _BLOCK.replace(b"Hash: SHA512", b"Hash: SHA512\xc2\xa0"),
        _BLOCK.replace(b"Hash: SHA512", b"Hash: SHA512\x1b"),
        _BLOCK.replace(b"\n\na", b"\na"),
        _BLOCK.replace(b"a\n", b"a\rb\n"),
        _BLOCK.replace(b"a\n", b"a\r\r\n"),
        _BLOCK[: _BLOCK.index(b"-----BEGIN PGP SIGNATURE")],
        _BLOCK[: _BLOCK.index(b"-----END")],
        _BLOCK.replace(b"BEGIN PGP SIGNATURE-----", b"BEGIN PGP SIGNATURE----- "),
    ],
)
def test_a_block_that_is_not_whole_is_none(data):
    assert decode(data) is None


def test_every_part_of_a_block_is_read_without_a_hitch():
    for end in range(len(_BLOCK)):
        assert decode(_BLOCK[:end]) is None
