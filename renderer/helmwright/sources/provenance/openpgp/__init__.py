"""OpenPGP by pysequoia, which nothing else imports: the keys of a keyring, who made a signature, and signing.

pysequoia says whether a signature is right, and refuses SHA-1 and weak keys. What it judges by the time of the
signature, and Helm by today, is asked here: whether a key has expired or was revoked since. Its errors carry the
stack of another language, so none of them leaves this folder.

Source: go-crypto openpgp/read.go (verifyDetachedSignature, checkMessageSignatureDetails), keys.go
"""

from __future__ import annotations

from helmwright.base.errors import UsageError

try:
    import pysequoia  # noqa: F401 - all that follows needs it
except ImportError:
    raise UsageError(
        "signatures are made and checked with a package that is not installed: "
        "pip install 'helmwright[verify]'"
    ) from None
