"""The provenance of an archive: its Chart.yaml and its digest, clear-signed.

Source: helm pkg/action/package.go (Clearsign), pkg/provenance/sign.go (ClearSign)
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, VerificationError
from helmwright.charts.v2_loader import load_archive_bytes
from helmwright.charts.written import metadata_yaml
from helmwright.go import yaml_write
from helmwright.sources.provenance.keyring import default_keyring, read_keyring
from helmwright.sources.provenance.openpgp.keys import key_blocks
from helmwright.sources.provenance.openpgp.signing import SigningKey, chosen

if TYPE_CHECKING:
    from collections.abc import Callable


class Signing:
    """Signs archives with a key of a keyring; the passphrase is asked for once, if the key needs one.

    key: an identity of the key, or a part that no other has. keyring: a file with secret keys, by default
    GnuPG's public one. passphrase: called with the key's identity.
    """

    def __init__(self, key: str, keyring: str, passphrase: Callable[[str], str]) -> None:
        self._key = key
        self._keyring = keyring or default_keyring()
        self._passphrase = passphrase
        self._found: SigningKey | None = None

    def provenance(self, name: str, data: bytes) -> bytes:
        """Return what goes into the ``.prov`` of an archive; raises HelmwrightError with Helm's text."""
        if self._found is None:
            block = chosen(key_blocks(read_keyring(self._keyring)), self._key)
            self._found = SigningKey(block, self._passphrase)
        try:
            metadata = load_archive_bytes(data, name).metadata
        except HelmwrightError as error:
            raise VerificationError(f"failed to load chart for signing: {error.message}") from None
        sums = {"files": {name: f"sha256:{sha256(data).hexdigest()}"}}
        text = f"{metadata_yaml(metadata)}\n...\n{yaml_write.marshal(sums)}"
        return self._found.clear_signed(text.encode("utf-8", "surrogateescape"))
