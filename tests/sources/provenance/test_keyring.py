"""The files that keys are in."""

from __future__ import annotations

import os
import random
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from tests.sources.signing_keys import ARCHIVE, ROOT

from helmwright.errors import HelmwrightError
from helmwright.sources.provenance.keyring import default_keyring, read_keyring
from helmwright.sources.provenance.openpgp.keys import key_blocks
from helmwright.sources.provenance.signing import Signing
from helmwright.sources.provenance.verification import verify_archive

_RINGS = ("public.gpg", "public.asc", "pubring.kbx", "secret.gpg", "locked.gpg")
_NAMES = [
    "ed@", "expired@", "locked@", "revoked@", "rsa@", "sub@", "twin.one@", "twin.two@", "weak@",
]  # fmt: skip


def names(path: Path | str) -> list[str]:
    """Return whose keys are in a keyring, sorted."""
    found = [name for one in key_blocks(read_keyring(str(path))) for name in one.identities]
    return sorted(name.partition("<")[2].partition("@")[0] + "@" for name in found)


@pytest.mark.parametrize("name", ["public.gpg", "public.asc", "pubring.kbx"])
def test_binary_and_armored_keyrings_and_keyboxes_hold_the_same_keys(name):
    assert names(ROOT / name) == _NAMES


def test_a_file_may_hold_several_armored_keyrings_and_words_between(tmp_path):
    text = (ROOT / "public.asc").read_bytes()
    (tmp_path / "all.asc").write_bytes(
        b"Ours:\n" + text + b"\nand\n" + text.replace(b"\n", b"\r\n")
    )

    assert names(tmp_path / "all.asc") == sorted(_NAMES * 2)


def test_a_keyring_may_come_through_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    data = (ROOT / "public.gpg").read_bytes()
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(data,))
    writer.start()

    assert names(tmp_path / "pipe") == _NAMES
    writer.join()


@pytest.mark.parametrize("home", [{"GNUPGHOME": "{}/.gnupg"}, {"HOME": "{}"}])
def test_the_usual_keyring_is_that_of_gnupg_whatever_its_age(tmp_path, home):
    environment = {name: value.format(tmp_path) for name, value in home.items()}
    folder = tmp_path / ".gnupg"
    folder.mkdir()

    assert default_keyring(environment) == f"{folder}/pubring.gpg"
    (folder / "pubring.kbx").touch()
    assert default_keyring(environment) == f"{folder}/pubring.kbx"
    (folder / "pubring.gpg").touch()
    assert default_keyring(environment) == f"{folder}/pubring.gpg"


def test_a_home_of_gnupg_that_is_blank_is_the_current_folder():
    assert default_keyring({"GNUPGHOME": "", "HOME": "/h"}) == "pubring.gpg"


@pytest.mark.parametrize(
    "end", [*range(5, 64, 7), *range(200, 7000, 611)], ids=lambda end: f"first-{end}"
)
def test_a_keybox_that_is_cut_off_is_refused_or_holds_what_is_whole(tmp_path, end):
    path = tmp_path / "pubring.kbx"
    path.write_bytes((ROOT / "pubring.kbx").read_bytes()[:end])

    try:
        assert set(names(path)) <= set(_NAMES)
    except HelmwrightError as error:
        assert "broken" in error.message or "MSB" in error.message  # noqa: PT017


@pytest.mark.parametrize("end", range(1, 5000, 431))
def test_a_keyring_that_is_cut_off_is_refused_or_holds_what_is_whole(tmp_path, end):
    path = tmp_path / "public.gpg"
    path.write_bytes((ROOT / "public.gpg").read_bytes()[:end])

    try:
        assert set(names(path)) <= set(_NAMES)
    except HelmwrightError as error:
        assert error.message.startswith("openpgp: invalid data: ")  # noqa: PT017


def test_what_the_library_has_no_name_for_is_passed_over(tmp_path):
    """GnuPG 1 kept comments in keyrings, and keys come whose algorithms nobody knows yet."""
    ring = (ROOT / "public.gpg").read_bytes()
    comment = b"\xfd\x05hello"
    unknown = b"\x98\x09\x04\x65\x00\x00\x00\x63\x00\x01\x01" + b"\xcd\x08Ed Tests"
    trust = b"\xb0\x06\x00\x00gpg\x00"
    for data in (ring + comment, unknown + ring, ring + unknown, ring + trust + comment):
        (tmp_path / "ring.gpg").write_bytes(data)

        assert names(tmp_path / "ring.gpg") == _NAMES


@pytest.mark.slow
def test_no_change_of_a_keyring_is_more_than_an_error(tmp_path):
    chance = random.Random(4)  # noqa: S311 - no secret
    provenance, data = (ROOT / "rsa.prov").read_bytes(), (ROOT / ARCHIVE).read_bytes()
    path = str(tmp_path / "ring")
    for _ in range(300):
        ring = bytearray((ROOT / chance.choice(_RINGS)).read_bytes())
        at = chance.randrange(len(ring))
        ring[at : at + chance.randrange(20)] = chance.randbytes(chance.randrange(9))
        Path(path).write_bytes(ring)
        with suppress(HelmwrightError):
            verify_archive(data, [ARCHIVE], provenance, path)
        with suppress(HelmwrightError):
            Signing("Rsa Test", path, lambda _: "").provenance(ARCHIVE, data)


def test_a_keyring_that_is_too_large_is_not_read(monkeypatch):
    monkeypatch.setattr("helmwright.sources.provenance.keyring.LARGEST", 1000)

    with pytest.raises(HelmwrightError, match="larger than the maximum file size 1000"):
        read_keyring(str(ROOT / "public.gpg"))
