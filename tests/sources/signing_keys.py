"""Archives signed by GnuPG: the keys, and one provenance file of each kind. None of these keys signs anything real.

``tests/sources/signed`` holds what GnuPG made once. ``laid_out(folder)`` makes of it ``NAME/web-1.0.0.tgz`` with
its ``.prov`` for each kind, and the keyrings. ``python -m tests.sources.signing_keys`` has GnuPG make all anew; the
golden cases of Helm must be written again then.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.sources.shop import archive_of_lab

ROOT = Path(__file__).parent / "signed"
ARCHIVE = "web-1.0.0.tgz"
PASSPHRASE = "open sesame"  # noqa: S105 - of a key that signs nothing real
_CREATED, _SIGNED, _EARLIER = "20240102T030405", "20240103T000000", "20200101T000000"
_KEYS = {
    "rsa": "rsa2048",
    "ed": "ed25519",
    "revoked": "rsa2048",
    "stranger": "ed25519",
    "twin one": "ed25519",
    "twin two": "ed25519",
}
"""Whose key to its kind."""


def laid_out(folder: Path) -> Path:
    """Copy the keyrings into a folder, and make one for each kind of provenance; return the folder."""
    folder.mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.suffix == ".prov":
            place = folder / path.stem
            place.mkdir()
            shutil.copy(path, place / f"{ARCHIVE}.prov")
            shutil.copy(ROOT / ARCHIVE, place / ARCHIVE)
        elif path.name != ARCHIVE:
            shutil.copy(path, folder)
    for home, names in {"old-gnupg": ("pubring.gpg",), "gnupg": ("pubring.kbx",)}.items():
        (folder / home).mkdir()
        for name in names:
            shutil.copy(
                ROOT / ("public.gpg" if name == "pubring.gpg" else name), folder / home / name
            )
    return folder


def kinds() -> list[str]:
    """Return the kinds of provenance there are."""
    return sorted(path.stem for path in ROOT.glob("*.prov"))


class GnuPG:
    """GnuPG with keys of its own in a folder; what it does happens at a time that is given."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir(mode=0o700, exist_ok=True)

    def __call__(
        self, *arguments: str | Path, at: str = "", passphrase: str = "", data: bytes = b""
    ) -> bytes:
        """Run it; returns its output."""
        when = [f"--faked-system-time={at}!"] if at else []
        usual = ["--batch", "--yes", "--quiet", "--no-tty", "--pinentry-mode=loopback"]
        done = subprocess.run(
            ["gpg", *usual, *when, f"--passphrase={passphrase}", *arguments],
            input=data,
            capture_output=True,
            check=False,
            env={**os.environ, "GNUPGHOME": str(self.home), "LC_ALL": "C"},
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def close(self) -> None:
        """End the agent that GnuPG has started."""
        subprocess.run(
            ["gpgconf", "--kill", "all"],
            env={**os.environ, "GNUPGHOME": str(self.home)},
            check=False,
            capture_output=True,
        )

    def make(
        self, name: str, kind: str, *, at: str = "", usage: str = "sign", end: str = "never"
    ) -> str:
        """Make a key and return its identity."""
        identity = identity_of(name)
        self("--quick-gen-key", identity, kind, usage, end, at=at)
        return identity

    def fingerprint(self, name: str) -> str:
        """Return that of the primary key."""
        listed = self("--list-keys", "--with-colons", identity_of(name)).decode()
        return next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr"))

    def clear_signed(self, name: str, text: bytes, *more: str, at: str = "") -> bytes:
        """Return a text signed by somebody."""
        return self("--local-user", identity_of(name), *more, "--clearsign", at=at, data=text)

    def revoke(self, name: str) -> None:
        """Revoke a key, as its owner would."""
        path = self.home / "openpgp-revocs.d" / f"{self.fingerprint(name)}.rev"
        self("--import", data=path.read_bytes().replace(b":-----BEGIN", b"-----BEGIN"))


def identity_of(name: str) -> str:
    """Return the identity of somebody's key."""
    return f"{name.title()} Test <{name.replace(' ', '.')}@example.com>"


def message(data: bytes, name: str = ARCHIVE) -> bytes:
    """Return the text that is signed for an archive of ``web``."""
    about = "apiVersion: v2\nappVersion: 9.1.0.0\ndescription: The chart web, as 1.0.0\nname: web\n"
    digest = sha256(data).hexdigest()
    return f"{about}version: 1.0.0\n\n...\nfiles:\n  {name}: sha256:{digest}\n".encode()


def _make_keys(gnupg: GnuPG) -> None:
    for name, kind in _KEYS.items():
        gnupg.make(name, kind, at=_CREATED)
    gnupg.make("expired", "rsa2048", at=_EARLIER, end="1y")
    gnupg.make("sub", "ed25519", at=_CREATED, usage="cert")
    gnupg("--quick-add-key", gnupg.fingerprint("sub"), "ed25519", "sign", "never", at=_CREATED)
    gnupg.make("weak", "rsa1024", at=_CREATED)
    gnupg(
        "--quick-gen-key", identity_of("locked"), "rsa2048", "sign", "never", passphrase=PASSPHRASE
    )


def _provenance(gnupg: GnuPG, data: bytes) -> dict[str, bytes]:
    """Return the provenance files by their kinds."""
    text = message(data)

    def by(name: str, signed: bytes = text, *more: str, at: str = _SIGNED) -> bytes:
        return gnupg.clear_signed(name, signed, *more, at=at)

    rsa = by("rsa")
    other = message(b"another archive")
    return {
        "rsa": rsa,
        "ed": by("ed"),
        "sub": by("sub"),
        "revoked": by("revoked"),
        "stranger": by("stranger"),
        "weak": by("weak"),
        "expired": by("expired", at="20200601T000000"),
        "sha1": by("rsa", text, "--digest-algo=SHA1"),
        "short": by("rsa", text, "--default-sig-expire=1d"),
        "later": by("rsa", at="20990101T000000"),
        "changed": rsa.replace(b"version: 1.0.0", b"version: 6.6.6"),
        "changed-ed": by("ed").replace(b"version: 1.0.0", b"version: 6.6.6"),
        "other-archive": by("rsa", other),
        "other-name": by("rsa", message(data, "db-1.0.0.tgz")),
        "one-part": by("rsa", b"I have nothing to do with charts.\n"),
        "no-yaml": by("rsa", text.replace(b"files:", b"files: [")),
        "no-map": by("rsa", text.partition(b"files:")[0] + b"files: 3\n"),
        "no-files": by("rsa", text.partition(b"files:")[0] + b"images: {}\n"),
        "windows": rsa.replace(b"\n", b"\r\n"),
        "text-around": b"Read this first.\n" + rsa + text.replace(b"web-1.0.0", b"evil-6.6.6"),
        "two-blocks": rsa + by("stranger", other),
        "stranger-first": by("stranger", other) + rsa,
        "unsigned-first": b"-----BEGIN PGP SIGNED MESSAGE-----\n\n" + other + rsa,
        "no-block": text,
        "no-end": rsa.partition(b"-----END")[0],
        "no-armor": rsa.partition(b"-----BEGIN PGP SIGNATURE")[0]
        + b"-----BEGIN PGP SIGNATURE-----\n\nbm90IGEgc2lnbmF0dXJl\n-----END PGP SIGNATURE-----\n",
        "two-signatures": by("stranger", text, f"--local-user={identity_of('rsa')}"),
        "html": b"<!DOCTYPE html><html><body>Please log in</body></html>",
        "empty": b"",
    }


def _make(folder: Path, gnupg: GnuPG) -> None:
    """Write all into a folder."""
    data = archive_of_lab()
    _make_keys(gnupg)
    files = {f"{kind}.prov": text for kind, text in _provenance(gnupg, data).items()}
    secret = [
        identity_of(name)
        for name in ("rsa", "ed", "sub", "expired", "weak", "twin one", "twin two")
    ]
    files["before.gpg"] = gnupg("--export", identity_of("revoked"))
    gnupg.revoke("revoked")
    gnupg("--delete-secret-and-public-key", gnupg.fingerprint("stranger"))
    files["secret.gpg"] = gnupg("--export-secret-keys", *secret)
    files["locked.gpg"] = gnupg(
        "--export-secret-keys", identity_of("locked"), passphrase=PASSPHRASE
    )
    files["secret.asc"] = gnupg("--armor", "--export-secret-keys", identity_of("ed"))
    files["offline.gpg"] = gnupg("--export-secret-subkeys", identity_of("sub"))
    files["public.gpg"] = gnupg("--export")
    files["public.asc"] = gnupg("--armor", "--export")
    files[ARCHIVE] = data
    files["pubring.kbx"] = (gnupg.home / "pubring.kbx").read_bytes()
    files["empty.gpg"] = b""
    files["page.gpg"] = b"<!DOCTYPE html><html><body>Not found</body></html>\n"
    files["cut.gpg"] = files["public.gpg"][:300]
    for name, text in files.items():
        (folder / name).write_bytes(text)


def main() -> int:
    """Have GnuPG make all keys and files anew."""
    shutil.rmtree(ROOT, ignore_errors=True)
    ROOT.mkdir()
    with tempfile.TemporaryDirectory() as home:
        gnupg = GnuPG(Path(home) / "gnupg")
        try:
            _make(ROOT, gnupg)
        finally:
            gnupg.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
