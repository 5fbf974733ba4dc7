"""Who made a signature, and whether it is to be trusted today."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from pysequoia import Cert, Sig, verify
from pysequoia.packet import HashAlgorithm, PublicKeyAlgorithm, Tag

from helmwright.base.errors import VerificationError
from helmwright.sources.provenance.openpgp.keys import (
    REVOKED,
    expiration,
    identities_of,
    is_known,
    is_over,
    issuer_of,
    packets_of,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pysequoia.packet import Packet

    from helmwright.sources.provenance.openpgp.keys import KeyBlock, Part

_UNKNOWN = "openpgp: signature made by unknown entity"
_EXPIRED = "openpgp: key expired"
_WEAK = (
    (HashAlgorithm.SHA1, "SHA-1"),
    (HashAlgorithm.MD5, "MD5"),
    (HashAlgorithm.RipeMD, "RIPEMD-160"),
)
_ALGORITHMS = (
    (PublicKeyAlgorithm.RSAEncryptSign, "RSA"),
    (PublicKeyAlgorithm.RSASign, "RSA"),
    (PublicKeyAlgorithm.DSA, "DSA"),
    (PublicKeyAlgorithm.ECDSA, "ECDSA"),
    (PublicKeyAlgorithm.EdDSA, "EdDSA"),
    (PublicKeyAlgorithm.Ed25519, "Ed25519"),
    (PublicKeyAlgorithm.Ed448, "ed448"),
)


class Signer(NamedTuple):
    """Who made a signature. identities: of the key. fingerprint: of its primary key, in capitals."""

    identities: tuple[str, ...]
    fingerprint: str


def signer_of(signed: bytes, armored: bytes, keyring: list[KeyBlock]) -> Signer:
    """Return who signed bytes, if a key of the keyring did that is to be trusted today.

    Of several signatures the first one counts whose key is there. Raises VerificationError with Go's text.
    """
    for packet in packets_of(armored, "openpgp: invalid data: the signature is cut off or broken"):
        if packet.tag != Tag.Signature:
            raise VerificationError("openpgp: invalid data: non signature packet found")
        if not is_known(packet):
            continue
        issuer = issuer_of(packet)
        if issuer is None:
            raise VerificationError("openpgp: invalid data: signature doesn't have an issuer")
        for certificate in _certificates(issuer, keyring):
            part = _part(certificate, issuer)
            if part is not None and part.may_sign:
                _check(certificate, part, packet)
                return _verified(certificate, part, packet, signed)
    raise VerificationError(_UNKNOWN)


def _certificates(issuer: str, keyring: list[KeyBlock]) -> Iterator[Cert]:
    """Yield the certificates with a key of an id; what a keyring holds twice is put together."""
    found: dict[str, Cert] = {}
    for block in keyring:
        if issuer not in block.ids:
            continue
        try:
            one = Cert.from_packets(list(block.packets))
            known = found.get(one.fingerprint)
            found[one.fingerprint] = one if known is None else known.merge(one)
        except RuntimeError:  # a key that cannot be read is no key, as for Helm
            continue
    yield from found.values()


def _part(certificate: Cert, key_id: str) -> Part | None:
    return next((one for one in parts_of(certificate) if one.packet.key_id == key_id), None)


def _check(certificate: Cert, part: Part, packet: Packet) -> None:
    """Refuse a signature that is not to be trusted, whatever it is made over."""
    for algorithm, name in _WEAK:
        if packet.hash_algorithm == algorithm:
            raise VerificationError(f"signature uses {name}")
    if certificate.is_revoked or part.is_revoked:
        raise VerificationError(REVOKED)
    now = datetime.now(UTC)
    if is_over(expiration(certificate), now) or is_over(part.expires, now):
        raise VerificationError(_EXPIRED)
    created = packet.signature_created
    if is_over(packet.signature_expiration_time, now) or (created is not None and created > now):
        raise VerificationError("openpgp: signature expired")
    if created is not None and created < (part.packet.key_created or created):
        raise VerificationError("openpgp: signature is older than the key")


def _verified(certificate: Cert, part: Part, packet: Packet, signed: bytes) -> Signer:
    """Return the signer if the signature is right; raises VerificationError with Go's text."""
    identities = identities_of(certificate)
    if not identities:  # each of them was revoked
        raise VerificationError(REVOKED)
    try:
        found = verify(
            bytes=signed,
            store=lambda _: [certificate],
            signature=Sig.from_bytes(bytes(packet)),
        )
    except RuntimeError:
        kind = next(
            (name for one, name in _ALGORITHMS if one == part.packet.key_algorithm), "signature"
        )
        raise VerificationError(
            f"openpgp: invalid signature: {kind} verification failure"
        ) from None
    if not any(one.signing_key == part.packet.fingerprint for one in found.valid_sigs):
        raise VerificationError(_UNKNOWN)
    return Signer(identities, certificate.fingerprint.upper())
