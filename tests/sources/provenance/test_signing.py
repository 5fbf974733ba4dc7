"""Archives are signed as Helm signs them, and nothing is left of one that cannot be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.sources.signing_keys import PASSPHRASE, ROOT, identity_of
from tests.sources.test_interface import command

import helmwright
from helmwright.errors import HelmwrightError, VerificationError
from helmwright.sources import Sources

if TYPE_CHECKING:
    from collections.abc import Iterator

CHART = "apiVersion: v2\nversion: 0.1.0\nname: c\ndescription: '- a '\n"


@pytest.fixture(autouse=True)
def _chart(tmp_path, monkeypatch):
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "Chart.yaml").write_text(CHART)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GNUPGHOME", str(tmp_path / "gnupg"))


def files() -> list[str]:
    """Return what there is in the folder, sorted."""
    return sorted(path.name for path in Path().iterdir())


def signed(key: str, ring: str, passphrase: str = "") -> tuple[str, ...]:
    """Sign the chart, and return whose key the signature says it is by."""
    sources = Sources()
    packed = sources.package("c", sign=key, keyring=str(ROOT / ring), passphrase=passphrase)
    return sources.verify(packed.path, keyring=str(ROOT / "public.gpg")).signed_by


@pytest.mark.parametrize(
    ("key", "ring", "who"),
    [
        ("rsa@", "secret.gpg", "rsa"),
        ("Ed Test", "secret.gpg", "ed"),
        (identity_of("ed"), "secret.asc", "ed"),
        ("sub@", "secret.gpg", "sub"),
        ("sub@", "offline.gpg", "sub"),
        (identity_of("twin one"), "secret.gpg", "twin one"),
        ("Twin One", "secret.gpg", "twin one"),
    ],
)
def test_what_is_signed_is_verified(key, ring, who):
    assert signed(key, ring) == (identity_of(who),)


def test_the_signed_text_is_that_of_helm():
    Sources().package("c", sign="rsa@", keyring=str(ROOT / "secret.gpg"))

    data = Path("c-0.1.0.tgz").read_bytes()
    head, mark, armored = (
        Path("c-0.1.0.tgz.prov").read_text().partition("\n-----BEGIN PGP SIGNATURE")
    )
    assert head == (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
        "apiVersion: v2\ndescription: '- a '\nname: c\nversion: 0.1.0\n\n...\n"
        f"files:\n  c-0.1.0.tgz: sha256:{sha256(data).hexdigest()}\n"
    )
    assert mark
    assert armored.endswith("\n-----END PGP SIGNATURE-----")
    assert Path("c-0.1.0.tgz.prov").stat().st_mode & 0o777 == 0o644


def test_a_key_may_have_a_passphrase():
    assert signed("locked@", "locked.gpg", PASSPHRASE) == (identity_of("locked"),)
    with pytest.raises(VerificationError, match="private key checksum failure"):
        signed("locked@", "locked.gpg", "wrong")


@pytest.mark.parametrize(
    ("key", "ring", "message"),
    [
        ("nobody", "secret.gpg", "private key not found"),
        ("Twin", "secret.gpg", 'more than one key contain the id "Twin"'),
        ("rsa@", "public.gpg", "provided key is not a private key. Try providing a keyring"),
        ("rsa@", "missing.gpg", "no such file or directory"),
        ("rsa@", "page.gpg", "openpgp: invalid data: tag byte does not have MSB set"),
        ("rsa@", "empty.gpg", "private key not found"),
        ("expired@", "secret.gpg", "expired on 2020-12-31"),
        ("weak@", "secret.gpg", "is refused: RSA1024 is not considered secure"),
    ],
)
def test_nothing_is_left_of_an_archive_that_cannot_be_signed(key, ring, message):
    with pytest.raises(HelmwrightError) as caught:
        signed(key, ring)

    assert message in caught.value.message
    assert files() == ["c"]


def test_provenance_that_cannot_be_written_leaves_no_archive():
    Path("c-0.1.0.tgz.prov").mkdir()

    with pytest.raises(HelmwrightError, match="failed to save: "):
        signed("rsa@", "secret.gpg")
    assert files() == ["c", "c-0.1.0.tgz.prov"]


def test_an_archive_that_cannot_be_written_leaves_no_provenance():
    Path("c-0.1.0.tgz").mkdir()

    with pytest.raises(HelmwrightError, match="failed to save: "):
        signed("rsa@", "secret.gpg")
    assert files() == ["c", "c-0.1.0.tgz"]


def package(*arguments: str) -> tuple[int, str, str]:
    return command("package", "c", "--sign", "--key", "locked@", *arguments)


def test_a_passphrase_is_the_first_line_of_a_file():
    ring = str(ROOT / "locked.gpg")
    Path("word").write_text(f"{PASSPHRASE}\r\nmore\n")

    code, stdout, stderr = package("--keyring", ring, "--passphrase-file", "word")

    assert (code, stderr) == (0, "")
    assert stdout.endswith("c-0.1.0.tgz\n")
    assert PASSPHRASE not in stdout
    assert Path("c-0.1.0.tgz.prov").exists()


def test_a_passphrase_comes_once_by_standard_input_for_several_charts():
    Path("d").mkdir()
    Path("d/Chart.yaml").write_text(CHART.replace("name: c", "name: d"))

    with _running(_started("c", "d", "--passphrase-file", "-", stdin=subprocess.PIPE)) as process:
        stdout, stderr = process.communicate(f"{PASSPHRASE}\n".encode(), timeout=60)

    assert (process.returncode, stderr) == (0, b"")
    assert stdout.count(b"Successfully packaged") == 2
    assert sorted(path.name for path in Path().glob("*.prov")) == [
        "c-0.1.0.tgz.prov",
        "d-0.1.0.tgz.prov",
    ]


def _started(*arguments: str, stdin: int) -> subprocess.Popen[bytes]:
    """Start the program, which signs with the key that has a passphrase."""
    program = "import sys; from helmwright.cli import main; sys.exit(main())"
    key = ["--sign", "--key", "locked@", "--keyring", str(ROOT / "locked.gpg")]
    source = str(Path(helmwright.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", program, "package", *arguments, *key],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source, "TERM": "dumb"},
    )


def test_a_passphrase_is_asked_for_on_the_terminal_which_does_not_show_it():
    import pty
    import termios

    master, terminal = pty.openpty()
    try:
        with _running(_started("c", stdin=terminal)) as process:
            assert process.stdout is not None
            prompt = b""
            while not prompt.endswith(b">  ") and (piece := os.read(process.stdout.fileno(), 100)):
                prompt += piece
            end = time.monotonic() + 30
            while termios.tcgetattr(terminal)[3] & termios.ECHO and time.monotonic() < end:
                time.sleep(0.01)
            os.write(master, f"{PASSPHRASE}\n".encode())
            stdout, stderr = process.communicate(timeout=60)
        os.set_blocking(master, False)
        shown = b""
        with suppress(OSError):
            shown = os.read(master, 1000)
        assert termios.tcgetattr(terminal)[3] & termios.ECHO
    finally:
        os.close(master)
        os.close(terminal)

    assert (process.returncode, stderr) == (0, b"")
    assert prompt == f'Password for key "{identity_of("locked")}" >  '.encode()
    assert PASSPHRASE.encode() not in prompt + stdout + shown


@contextmanager
def _running(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a process, which has ended afterwards whatever happens."""
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("step", ["prov", "tgz"])
def test_an_end_by_force_leaves_no_archive_without_provenance(step):
    program = f"""
import os, sys
from helmwright.sources import Sources, pulling
write = pulling.write_file
def dies(path, data, **more):
    if path.endswith({step!r}):
        os.kill(os.getpid(), {signal.SIGKILL:d})
    write(path, data, **more)
pulling.write_file = dies
Sources().package("c", sign="rsa@", keyring={str(ROOT / "secret.gpg")!r})
"""
    source = str(Path(helmwright.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": source},
        check=False,
        capture_output=True,
    )

    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert not Path("c-0.1.0.tgz").exists()
