"""Signatures of Helm, of GnuPG and of ours: what one makes the others verify, and what one refuses the others refuse.

GnuPG is that of the system, as every runner of GitHub has it; without it this fails.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance import registries
from tests.conformance.peer import PeerError, clean_environment
from tests.conformance.test_registries import Programs
from tests.sources.signing_keys import (
    ARCHIVE,
    PASSPHRASE,
    ROOT,
    GnuPG,
    identity_of,
    kinds,
    laid_out,
    message,
)

from helmwright.errors import HelmwrightError
from helmwright.sources import Sources
from helmwright.sources.provenance.clear_signed import ClearSigned, decode
from helmwright.sources.provenance.signing import Signing

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYS = {"rsa": "rsa2048", "ed": "ed25519", "nist": "nistp256", "dsa": "dsa2048", "long": "rsa3072"}
_STRICTER = {"sha1": "signature uses SHA-1", "weak": "RSA1024 is not considered secure"}
"""Kinds of provenance that Helm takes and we refuse."""
CHANGES = 200
CHARTS = 40


@pytest.fixture(scope="module")
def gnupg() -> Iterator[GnuPG]:
    """Returns GnuPG with keys of all kinds."""
    if not shutil.which("gpg"):
        raise PeerError("there is no gpg on PATH: install GnuPG")
    with tempfile.TemporaryDirectory() as home:  # the sockets of its agent need a short path
        found = GnuPG(Path(home))
        try:
            for name, kind in _KEYS.items():
                found.make(name, kind)
            found.make("sub", "ed25519", usage="cert")
            found("--quick-add-key", found.fingerprint("sub"), "ed25519", "sign", "never")
            yield found
        finally:
            found.close()


@pytest.fixture
def programs(tmp_path: Path, helm: Path, gnupg: GnuPG) -> Programs:
    """Returns both programs in a folder with a chart, and the keyrings of GnuPG in every form."""
    folder = tmp_path / "work"
    (folder / "home").mkdir(parents=True)
    (folder / "web").mkdir()
    (folder / "web" / "Chart.yaml").write_text(
        "apiVersion: v2\nname: web\nversion: 1.0.0\ndescription: '- ü <b> '\n"
    )
    (folder / "public.gpg").write_bytes(gnupg("--export"))
    (folder / "public.asc").write_bytes(gnupg("--armor", "--export"))
    shutil.copy(gnupg.home / "pubring.kbx", folder / "public.kbx")
    (folder / "secret.gpg").write_bytes(gnupg("--export-secret-keys"))
    return Programs(folder, helm)


def _sign(programs: Programs, gnupg: GnuPG, who: str, name: str) -> None:
    """Pack the chart and have it signed by one of the three with somebody's key."""
    key = ("--sign", "--key", identity_of(name), "--keyring", "secret.gpg")
    if who != "gnupg":
        programs.done(who, "package", "web", *key)
        return
    programs.done("helm", "package", "web")
    data = (programs.folder / ARCHIVE).read_bytes()
    signed = gnupg.clear_signed(name, message(data))
    (programs.folder / f"{ARCHIVE}.prov").write_bytes(signed)


def _verified_by_gnupg(gnupg: GnuPG, path: Path) -> bool:
    """Tell what GnuPG says, which complains of what stands behind signatures of Helm that are good."""
    asked = [
        "gpg",
        "--batch",
        "--no-tty",
        "--status-fd=1",
        "--homedir",
        str(gnupg.home),
        "--verify",
        str(path),
    ]
    done = subprocess.run(asked, capture_output=True, check=False)
    return b"[GNUPG:] GOODSIG " in done.stdout and b"[GNUPG:] VALIDSIG " in done.stdout


@pytest.mark.parametrize(
    ("signer", "name"),
    [
        *((signer, name) for signer in ("helm", "ours", "gnupg") for name in _KEYS),
        ("ours", "sub"),  # Helm signs with the primary key, which may not, and refuses that itself
        ("gnupg", "sub"),
    ],
)
def test_what_one_signs_all_verify(
    programs: Programs, gnupg: GnuPG, signer: str, name: str
) -> None:
    _sign(programs, gnupg, signer, name)

    said = programs.done("helm", "verify", ARCHIVE, "--keyring", "public.gpg")
    assert said.startswith(f"Signed by: {identity_of(name)}\n")
    assert gnupg.fingerprint(name) in said
    for ring in ("public.gpg", "public.asc", "public.kbx"):
        assert programs.done("ours", "verify", ARCHIVE, "--keyring", ring) == said
    assert _verified_by_gnupg(gnupg, programs.folder / f"{ARCHIVE}.prov")


@pytest.mark.parametrize(("signer", "verifier"), [("helm", "ours"), ("ours", "helm")])
def test_a_passphrase_opens_a_key_for_both(programs: Programs, signer: str, verifier: str) -> None:
    for name in ("locked.gpg", "public.gpg"):
        shutil.copy(ROOT / name, programs.folder)
    (programs.folder / "word").write_text(f"{PASSPHRASE}\n")
    key = ("--sign", "--key", "locked@", "--keyring", "locked.gpg")

    programs.done(signer, "package", "web", *key, "--passphrase-file", "word")
    programs.done(verifier, "verify", ARCHIVE, "--keyring", "public.gpg")
    programs.done(signer, "package", "web", *key, "--passphrase-file", "-", stdin=PASSPHRASE)
    programs.done(verifier, "verify", ARCHIVE, "--keyring", "public.gpg")


def test_the_keys_of_gnupg_are_found_without_a_flag(programs: Programs, gnupg: GnuPG) -> None:
    _sign(programs, gnupg, "gnupg", "ed")
    shutil.copytree(gnupg.home, programs.folder / "home" / ".gnupg", ignore=_sockets)

    assert "Ed Test" in programs.done("ours", "verify", ARCHIVE)
    code, _, said = programs.run("helm", "verify", ARCHIVE)
    assert (code, "pubring.gpg: no such file" in said) == (1, True)


def _sockets(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if (Path(folder) / name).is_socket()]


def test_a_key_that_was_revoked_or_has_expired_is_refused_by_both(
    programs: Programs, gnupg: GnuPG
) -> None:
    gnupg.make("gone", "rsa2048")
    gnupg.make("past", "ed25519", at="20200101T000000", end="1y")
    for name, at in {"gone": "", "past": "20200601T000000"}.items():
        programs.done("helm", "package", "web")
        data = (programs.folder / ARCHIVE).read_bytes()
        signed = gnupg.clear_signed(name, message(data), at=at)
        (programs.folder / f"{ARCHIVE}.prov").write_bytes(signed)
        if name == "gone":
            gnupg.revoke(name)
        (programs.folder / "public.gpg").write_bytes(gnupg("--export"))
        shutil.copy(gnupg.home / "pubring.kbx", programs.folder / "public.kbx")

        refused = programs.run("helm", "verify", ARCHIVE, "--keyring", "public.gpg")
        assert refused[0] == 1
        assert programs.run("ours", "verify", ARCHIVE, "--keyring", "public.gpg") == refused
        assert programs.run("ours", "verify", ARCHIVE, "--keyring", "public.kbx") == refused


@pytest.mark.parametrize("kind", kinds())
def test_both_say_the_same_of_every_kind_of_provenance(
    programs: Programs, tmp_path: Path, kind: str
) -> None:
    archive = laid_out(tmp_path / "signed") / kind / ARCHIVE
    line = ("verify", str(archive), "--keyring", str(ROOT / "public.gpg"))

    ours, theirs = programs.run("ours", *line), programs.run("helm", *line)

    if kind in _STRICTER:
        assert (ours[0], theirs[0]) == (1, 0)
        assert _STRICTER[kind] in ours[2]
    elif kind == "no-armor":
        assert ours[0] == theirs[0] == 1
    else:
        assert ours == theirs


def test_nothing_is_verified_that_helm_refuses(
    programs: Programs, tmp_path: Path, helm: Path
) -> None:
    """Bytes of provenance files change by chance; at most what is around the text may be read otherwise."""
    chance = random.Random(14)  # noqa: S311 - no secret
    folder = laid_out(tmp_path / "signed")
    taken = 0
    for _ in range(CHANGES):
        place = folder / chance.choice(["rsa", "ed", "two-signatures", "two-blocks", "windows"])
        whole = (place / f"{ARCHIVE}.prov").read_bytes()
        at, size = chance.randrange(len(whole)), chance.choice([0, 1, 1, 40])
        filling = chance.choice([b"", b"\n", b" ", b"\t\n", b"-", b"=", b"A", b"\x80", b"\r\n"])
        (folder / "changed.tgz").write_bytes((place / ARCHIVE).read_bytes())
        prov = place.parent / "chance.prov"
        prov.write_bytes(whole[:at] + filling + whole[at + size :])
        shutil.copy(prov, place / f"{ARCHIVE}.prov")
        try:
            Sources().verify(str(place / ARCHIVE), keyring=str(ROOT / "public.gpg"))
            is_taken = True
        except HelmwrightError:
            is_taken = False
        command = [str(helm), "verify", str(place / ARCHIVE), "--keyring", str(ROOT / "public.gpg")]
        done = subprocess.run(
            command, capture_output=True, check=False, env=clean_environment(programs.folder)
        )
        (place / f"{ARCHIVE}.prov").write_bytes(whole)
        taken += is_taken
        if is_taken and done.returncode:  # a character too many in the armor: the text is as it was
            assert _block(prov.read_bytes()).text == _block(whole).text
        assert is_taken or done.returncode, prov.read_bytes()
    assert 0 < taken < CHANGES


def _block(provenance: bytes) -> ClearSigned:
    found = decode(provenance)
    assert found is not None
    return found


def test_the_text_that_is_signed_is_that_of_helm(programs: Programs) -> None:
    chance = random.Random(7)  # noqa: S311 - no secret
    words = [
        "- a",
        "...",
        "-----BEGIN",
        "ü",
        "tail ",
        "\t",
        "'",
        '"',
        "#",
        ":",
        "\\n",
        "<&>",
    ]
    signing = Signing(identity_of("ed"), str(programs.folder / "secret.gpg"), lambda _: "")
    about = programs.folder / "web" / "Chart.yaml"
    key = ("--sign", "--key", identity_of("ed"), "--keyring", "secret.gpg")
    for _ in range(CHARTS):
        text = " ".join(chance.choices(words, k=6)).replace("'", "''")
        about.write_text(
            "apiVersion: v2\nname: web\nversion: 1.0.0\n"
            f"description: '{text}'\nkeywords: ['- {chance.choice(words).replace(chr(39), '')}']\n"
            f"annotations:\n  a: |\n    x {text}\n    - {text}\n"
        )
        programs.done("helm", "package", "web", *key)
        data = (programs.folder / ARCHIVE).read_bytes()
        theirs = (programs.folder / f"{ARCHIVE}.prov").read_bytes()

        ours = signing.provenance(ARCHIVE, data)

        mark = b"\n-----BEGIN PGP SIGNATURE-----\n"
        assert ours.partition(mark)[0] == theirs.partition(mark)[0]
        (programs.folder / f"{ARCHIVE}.prov").write_bytes(ours)
        programs.done("helm", "verify", ARCHIVE, "--keyring", "public.gpg")


@pytest.mark.parametrize(("pusher", "puller"), [("helm", "ours"), ("ours", "helm")])
def test_provenance_goes_through_a_registry(
    programs: Programs, gnupg: GnuPG, pusher: str, puller: str
) -> None:
    _sign(programs, gnupg, pusher, "rsa")
    ring = ("--verify", "--keyring", "public.gpg", "--plain-http")
    folder = programs.folder
    with registries.in_memory() as host:
        pushed = programs.done(pusher, "push", ARCHIVE, f"oci://{host}/a", "--plain-http")
        reference = f"oci://{host}/a/web"
        (folder / "got").mkdir()
        said = {
            who: programs.done(who, "pull", reference, "--version", "1.0.0", *ring, "-d", "got")
            for who in (puller, pusher)
        }
        (folder / "d").mkdir()
        (folder / "d" / "Chart.yaml").write_text(
            "apiVersion: v2\nname: d\nversion: 0.1.0\ndependencies:\n"
            f"- {{name: web, version: 1.0.0, repository: 'oci://{host}/a'}}\n"
        )
        updated = programs.done(puller, "dependency", "update", "d", *ring)

    assert pushed.startswith("Pushed: ")
    assert said[puller] == said[pusher]
    assert said[puller].count("Pulled: ") == 2
    for name in (ARCHIVE, f"{ARCHIVE}.prov"):
        assert (folder / "got" / name).read_bytes() == (folder / name).read_bytes()
    assert updated.count("Pulled: ") == 2
