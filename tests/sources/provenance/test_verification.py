"""Which archives are verified, in Python; what Helm says of the same ones is in golden/sources/verify-*."""

from __future__ import annotations

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from tests.sources.signing_keys import ARCHIVE, ROOT, identity_of, laid_out, message

import helmwright
from helmwright.errors import HelmwrightError, UsageError, VerificationError
from helmwright.sources import Sources, Verification
from helmwright.sources.provenance.verification import verify_archive

_DIGEST = f"sha256:{sha256((ROOT / ARCHIVE).read_bytes()).hexdigest()}"
_GOOD = ("ed", "rsa", "sub", "text-around", "two-blocks", "two-signatures", "windows")
_BAD = {
    "changed": "openpgp: invalid signature: RSA verification failure",
    "changed-ed": "openpgp: invalid signature: EdDSA verification failure",
    "empty": "signature block not found",
    "expired": "openpgp: key expired",
    "html": "signature block not found",
    "later": "openpgp: signature expired",
    "no-armor": "openpgp: invalid data: the signature is cut off or broken",
    "no-block": "signature block not found",
    "no-end": "signature block not found",
    "one-part": "message block must have at least two parts",
    "other-name": f'provenance does not contain a SHA for a file named "{ARCHIVE}"',
    "revoked": "openpgp: signature made by revoked key",
    "sha1": "signature uses SHA-1",
    "short": "openpgp: signature expired",
    "stranger": "openpgp: signature made by unknown entity",
    "stranger-first": "openpgp: signature made by unknown entity",
    "unsigned-first": "openpgp: invalid signature: RSA verification failure",
}


@pytest.fixture(scope="module")
def signed(tmp_path_factory) -> Path:
    return laid_out(tmp_path_factory.mktemp("all") / "signed")


def verify(path: Path, keyring: str = "public.gpg") -> Verification:
    return Sources().verify(str(path), keyring=str(ROOT / keyring))


@pytest.mark.parametrize("kind", _GOOD)
@pytest.mark.parametrize("keyring", ["public.gpg", "public.asc", "pubring.kbx"])
def test_an_archive_that_is_signed_is_verified(signed, kind, keyring):
    found = verify(signed / kind / ARCHIVE, keyring)

    who = kind if kind in ("ed", "sub") else "rsa"
    assert found.signed_by == (identity_of(who),)
    assert (found.digest, found.file_name) == (_DIGEST, ARCHIVE)
    assert found.fingerprint.isalnum()
    assert len(found.fingerprint) == 40


@pytest.mark.parametrize("kind", _BAD)
def test_an_archive_that_is_not_signed_as_it_must_be_is_refused(signed, kind):
    with pytest.raises(VerificationError) as caught:
        verify(signed / kind / ARCHIVE)

    assert caught.value.message == _BAD[kind]


def test_a_weak_key_is_refused_with_the_reason_alone(signed):
    with pytest.raises(VerificationError) as caught:
        verify(signed / "weak" / ARCHIVE)

    assert "is refused: RSA1024 is not considered secure since 2014-02-01" in caught.value.message
    assert "\n" not in caught.value.message


def test_an_archive_that_was_renamed_or_changed_is_refused(signed, tmp_path):
    shutil.copytree(signed / "rsa", tmp_path / "rsa")
    archive = tmp_path / "rsa" / ARCHIVE
    archive.rename(tmp_path / "rsa" / "web-2.0.0.tgz")
    (tmp_path / "rsa" / f"{ARCHIVE}.prov").rename(tmp_path / "rsa" / "web-2.0.0.tgz.prov")
    with pytest.raises(VerificationError, match=r'a SHA for a file named "web-2.0.0.tgz"'):
        verify(tmp_path / "rsa" / "web-2.0.0.tgz")

    archive.write_bytes(b"something else")
    beside = str(tmp_path / "rsa" / "web-2.0.0.tgz.prov")
    with pytest.raises(VerificationError, match=r"sha256 sum does not match for web-1.0.0.tgz"):
        Sources().verify(str(archive), keyring=str(ROOT / "public.gpg"), provenance=beside)


def test_a_revocation_counts_wherever_it_stands(signed, tmp_path):
    before, after = (ROOT / "before.gpg").read_bytes(), (ROOT / "public.gpg").read_bytes()
    provenance = (signed / "revoked" / f"{ARCHIVE}.prov").read_bytes()
    data = (ROOT / ARCHIVE).read_bytes()

    def by(keyring: bytes) -> Verification:
        (tmp_path / "ring.gpg").write_bytes(keyring)
        return verify_archive(data, [ARCHIVE], provenance, str(tmp_path / "ring.gpg"))

    assert by(before).signed_by == (identity_of("revoked"),)
    for ring in (after, before + after, after + before):
        with pytest.raises(VerificationError, match="signature made by revoked key"):
            by(ring)


def test_one_byte_more_or_less_anywhere_is_never_verified(signed):
    data = (ROOT / ARCHIVE).read_bytes()
    whole = (signed / "ed" / f"{ARCHIVE}.prov").read_bytes()
    text = whole.index(b"apiVersion")
    for at in range(text, whole.index(b"\n-----BEGIN PGP SIGNATURE"), 3):
        changed = bytearray(whole)
        changed[at] ^= 1
        with pytest.raises(VerificationError):
            verify_archive(data, [ARCHIVE], bytes(changed), str(ROOT / "public.gpg"))


def test_no_change_of_a_provenance_file_is_more_than_an_error(signed):
    """What is broken anywhere is refused in words; nothing of the library comes out."""
    data = (ROOT / ARCHIVE).read_bytes()
    whole = (signed / "rsa" / f"{ARCHIVE}.prov").read_bytes()
    armor = whole.index(b"-----BEGIN PGP SIGNATURE")
    for at in range(armor, len(whole), 5):
        for changed in (whole[:at] + b"~" + whole[at + 1 :], whole[:at] + whole[at + 7 :]):
            try:
                verify_archive(data, [ARCHIVE], changed, str(ROOT / "public.gpg"))
            except HelmwrightError as error:
                assert "backtrace" not in error.message  # noqa: PT017
                assert "\n" not in error.message  # noqa: PT017


def test_a_provenance_file_of_fifty_megabytes_is_not_read(signed, tmp_path):
    shutil.copytree(signed / "rsa", tmp_path / "rsa")
    with (tmp_path / "rsa" / f"{ARCHIVE}.prov").open("ab") as file:
        file.truncate(50 << 20)

    with pytest.raises(VerificationError, match="larger than the maximum file size 1048576"):
        verify(tmp_path / "rsa" / ARCHIVE)


@pytest.mark.parametrize(
    ("make", "message_"),
    [
        (lambda path: path.mkdir(), "unpacked charts cannot be verified"),
        (lambda _: None, "stat {}: no such file or directory"),
        (
            lambda path: path.write_bytes(b""),
            "could not load provenance file {0}.prov: stat {0}.prov: no such file or directory",
        ),
    ],
)
def test_what_is_no_signed_archive_is_said_in_the_words_of_helm(tmp_path, make, message_):
    path = tmp_path / "web.tgz"
    make(path)

    with pytest.raises(VerificationError) as caught:
        verify(path)
    assert caught.value.message == message_.format(path)


def test_the_name_of_a_signer_cannot_write_to_the_terminal():
    found = Verification(("Eve \x1b[2J <eve@example.com>",), "AB", "sha256:00", ARCHIVE)

    assert found.messages()[0].startswith(
        "Signed by: Eve \x1b[2J"
    )  # the command makes it printable


def test_without_the_package_one_sentence_says_what_to_install(signed):
    program = "import sys; sys.modules['pysequoia'] = None; from helmwright.cli import main; sys.exit(main())"
    source = Path(helmwright.__file__).parent.parent
    sentence = "pip install 'helmwright[verify]'"
    for line in (
        ["verify", str(signed / "rsa" / ARCHIVE)],
        ["pull", "http://127.0.0.1:1/web-1.0.0.tgz", "--verify"],
        ["template", str(signed / "rsa" / ARCHIVE), "--verify"],
        ["package", ".", "--sign", "--key", "x"],
        ["dependency", "update", ".", "--verify"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", program, *line],
            env={"PYTHONPATH": str(source), "HOME": "/nowhere", "PATH": "/usr/bin:/bin"},
            cwd=signed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (64, ""), done.stderr
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith(f"{sentence}\n")


def test_in_python_it_is_an_error_of_usage_without_the_package(signed, monkeypatch):
    for name in [one for one in sys.modules if one.startswith("helmwright.sources.provenance.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pysequoia", None)

    with pytest.raises(UsageError, match="not installed: pip install"):
        Sources().load(str(signed / "rsa" / ARCHIVE), verify=True)


def test_the_text_that_is_signed_in_these_tests_is_that_of_helm():
    assert message(b"").splitlines()[-3:-1] == [b"...", b"files:"]
