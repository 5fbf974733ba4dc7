"""Provenance: who signed an archive, and that it is the archive that was signed.

``clear_signed`` finds what a signature covers, ``keyring`` reads the files that keys are in, ``openpgp`` is the only
importer of pysequoia, ``verification`` holds an archive against its ``.prov``, ``checking`` fetches one and has it
verified, ``signing`` makes one. Nothing of this is imported unless somebody asks for a signature.

Nothing in here is public but ``Verification``.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple


class Verification(NamedTuple):
    """What is known of an archive whose signature is right.

    signed_by: the identities of the key, ``Name <address>``. fingerprint: of the key, in capitals.
    digest: of the archive, ``sha256:`` and hex. file_name: of the archive, as it was signed.
    """

    signed_by: tuple[str, ...]
    fingerprint: str
    digest: str
    file_name: str

    def messages(self) -> list[str]:
        """Return the lines that Helm prints of it."""
        return [
            *(f"Signed by: {one}" for one in self.signed_by),
            f"Using Key With Fingerprint: {self.fingerprint}",
            f"Chart Hash Verified: {self.digest}",
        ]


def check_installed() -> None:
    """Refuse to go on without the package that signatures need; raises UsageError."""
    import_module("helmwright.sources.provenance.openpgp")
