"""An archive against its provenance: signed by a key that is known, and the archive that was signed.

Source: helm pkg/downloader/chart_downloader.go (VerifyChart), pkg/provenance/sign.go (Verify), pkg/action/verify.go
"""

# ruff: noqa: PTH116, PTH119, PTH122 - paths are strings
from __future__ import annotations

import os
import stat
from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, VerificationError, YAMLError
from helmwright.disk.reading import read_regular
from helmwright.go.strconv import quote
from helmwright.go.yaml_read import load_record
from helmwright.go.yaml_shapes import STRING, MapOf, StructOf
from helmwright.sources.archives import LARGEST, LARGEST_PROVENANCE
from helmwright.sources.provenance import Verification
from helmwright.sources.provenance.clear_signed import decode
from helmwright.sources.provenance.keyring import default_keyring, read_keyring
from helmwright.sources.provenance.openpgp.keys import key_blocks
from helmwright.sources.provenance.openpgp.signatures import signer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_BETWEEN = b"\n...\n"
_TEXTS = MapOf(STRING, "map[string]string")
_SUMS = StructOf("provenance.SumCollection", {"files": _TEXTS, "images": _TEXTS})


def verify_file(path: str, keyring: str = "", provenance: str = "") -> Verification:
    """Return who signed the archive at a path, whose provenance is beside it unless it is named.

    keyring: a file of public keys, by default GnuPG's. Raises VerificationError with Helm's text.
    """
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError) as error:
        raise VerificationError(f"stat {path}: {_reason(error)}") from None
    if is_folder:
        raise VerificationError("unpacked charts cannot be verified")
    _check_name(path)
    beside = provenance or f"{path}.prov"
    try:
        os.stat(beside)
    except (OSError, ValueError) as error:
        raise VerificationError(
            f"could not load provenance file {beside}: stat {beside}: {_reason(error)}"
        ) from None
    data = _read(path, LARGEST, "chart archive")
    signed = _read(beside, LARGEST_PROVENANCE, "provenance file")
    return verify_archive(data, [os.path.basename(path)], signed, keyring)


def verify_archive(
    data: bytes, names: Sequence[str], provenance: bytes, keyring: str = ""
) -> Verification:
    """Return who signed an archive; names: what it may be called in its provenance, the first one in messages.

    Raises VerificationError with Helm's text.
    """
    _check_name(names[0])
    try:
        blocks = key_blocks(read_keyring(keyring or default_keyring()))
    except HelmwrightError as error:
        raise VerificationError(f"failed to load keyring: {error.message}") from None
    block = decode(provenance)
    if block is None:
        raise VerificationError("signature block not found")
    signer = signer_of(block.signed, block.armored, blocks)
    sums = _sums(block.text)
    name = next((one for one in names if one in sums), "")
    if not name:
        raise VerificationError(
            f"provenance does not contain a SHA for a file named {quote(names[0])}"
        )
    digest = f"sha256:{sha256(data).hexdigest()}"
    if sums[name] != digest:
        raise VerificationError(
            f"sha256 sum does not match for {name}: {quote(sums[name])} != {quote(digest)}"
        )
    return Verification(signer.identities, signer.fingerprint, digest, name)


def _check_name(path: str) -> None:
    """Refuse what is no archive by its name, as Helm does."""
    if os.path.splitext(path)[1].lower() != ".tgz":
        raise VerificationError("chart must be a tgz file")


def _sums(text: bytes) -> dict[str, str]:
    """Return the digests of files that a signed text holds; raises VerificationError with Go's text."""
    parts = text.split(_BETWEEN)
    if len(parts) < 2:
        raise VerificationError("message block must have at least two parts")
    try:
        files = load_record(parts[1], _SUMS).get("files") or {}
    except YAMLError as error:
        raise VerificationError(error.message) from None
    return {name: one or "" for name, one in files.items()}


def _read(path: str, largest: int, what: str) -> bytes:
    try:
        return read_regular(path, largest=largest)
    except OSError as error:
        raise VerificationError(f"failed to read {what}: open {path}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    strerror = getattr(error, "strerror", None)
    return (strerror or "invalid argument").lower()
