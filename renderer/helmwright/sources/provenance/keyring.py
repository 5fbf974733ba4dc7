"""The files that OpenPGP keys are in: binary keyrings, armored ones, and GnuPG's keyboxes.

Helm reads binary ones alone, which GnuPG no longer writes by itself.

Source: helm pkg/provenance/sign.go (loadKeyRing), pkg/cmd/dependency_build.go (defaultKeyring);
GnuPG kbx/keybox-blob.c
"""

# ruff: noqa: PTH110, PTH118 - paths are strings
from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.disk.reading import read_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LARGEST = 64 << 20
"""The most bytes of a keyring that are read."""
_RING, _BOX = "pubring.gpg", "pubring.kbx"
_KEYBOX_MAGIC = b"KBXf"
_OPENPGP_BLOB = 2
_ARMORED = re.compile(
    rb"^-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----[ \t\r]*$.*?"
    rb"^-----END PGP \1 KEY BLOCK-----[ \t\r]*$",
    re.DOTALL | re.MULTILINE,
)
_IS_PACKET = 0x80


def default_keyring(environment: Mapping[str, str] | None = None) -> str:
    """Return GnuPG's keyring of public keys: pubring.gpg as for Helm, else the keybox beside it."""
    known = os.environ if environment is None else environment
    home = known.get("GNUPGHOME")
    folder = os.path.join(known.get("HOME", ""), ".gnupg") if home is None else home
    ring, box = os.path.join(folder, _RING), os.path.join(folder, _BOX)
    return box if os.path.exists(box) and not os.path.exists(ring) else ring


def read_keyring(path: str) -> list[bytes]:
    """Return the keys of a file, several in one text perhaps, binary or armored.

    Raises HelmwrightError with Go's text.
    """
    try:
        data = read_named(path, largest=LARGEST)
    except OSError as error:
        operation = "read" if isinstance(error, IsADirectoryError) else "open"
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"{operation} {path}: {reason}") from None
    if data[8:12] == _KEYBOX_MAGIC:
        return list(_of_keybox(data, path))
    if not data or data[0] & _IS_PACKET:
        return [data] if data else []
    armored = [found[0] for found in _ARMORED.finditer(data)]
    if not armored:
        raise HelmwrightError("openpgp: invalid data: tag byte does not have MSB set")
    return armored


def _of_keybox(data: bytes, path: str) -> Iterator[bytes]:
    """Yield the keys of a keybox; its certificates of S/MIME are none."""

    def number(at: int) -> int:
        return int.from_bytes(data[at : at + 4], "big")

    at = 0
    while at + 5 <= len(data):
        length = number(at)
        if length < 5 or at + length > len(data):
            raise HelmwrightError(f"{path} is a keybox that is cut off or broken")
        if data[at + 4] == _OPENPGP_BLOB and length >= 16:
            start, size = number(at + 8), number(at + 12)
            if start + size > length:
                raise HelmwrightError(f"{path} is a keybox that is cut off or broken")
            yield data[at + start : at + start + size]
        at += length
