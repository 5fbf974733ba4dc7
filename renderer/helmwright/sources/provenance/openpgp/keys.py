"""Keys: as they lie in a keyring, and what their own signatures say of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from pysequoia.packet import Packet, PacketPile, SignatureType, Tag

from helmwright.base.errors import VerificationError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysequoia import Cert

_PRIMARY = (Tag.PublicKey, Tag.SecretKey)
BROKEN = "openpgp: invalid data: the keyring is cut off or broken"
REVOKED = "openpgp: signature made by revoked key"
SUBKEYS = (Tag.PublicSubkey, Tag.SecretSubkey)
_OF_KEYS = (*_PRIMARY, *SUBKEYS, Tag.UserID, Tag.UserAttribute, Tag.Signature)
"""What a key is made of. Old keyrings hold what GnuPG thinks of keys, too."""
_ASKED = (
    "key_id",
    "fingerprint",
    "key_algorithm",
    "key_created",
    "user_id",
    "signature_type",
    "hash_algorithm",
    "issuer_key_id",
    "issuer_fingerprint",
    "key_flags",
    "key_validity_period",
    "signature_created",
    "signature_expiration_time",
)
_LATEST = 6
"""The version of keys that need no identity."""
_CERTIFICATIONS = (
    SignatureType.DirectKey,
    SignatureType.GenericCertification,
    SignatureType.PersonaCertification,
    SignatureType.CasualCertification,
    SignatureType.PositiveCertification,
)


class Part(NamedTuple):
    """A key of a certificate, the primary one first. is_revoked: as far as it is not the primary one."""

    packet: Packet
    may_sign: bool
    expires: datetime | None
    is_revoked: bool


class KeyBlock(NamedTuple):
    """A key as it lies in a keyring: its packets, and the ids of its keys."""

    packets: tuple[Packet, ...]
    ids: frozenset[str]

    @property
    def fingerprint(self) -> str:
        """Return that of the primary key."""
        return self.packets[0].fingerprint or ""

    @property
    def identities(self) -> list[str]:
        """Return what the key says whose it is; nobody has checked that."""
        return [one.user_id or "" for one in self.packets if one.tag == Tag.UserID]


def key_blocks(texts: Iterable[bytes]) -> list[KeyBlock]:
    """Return the keys of a keyring; raises VerificationError for what is none."""
    blocks: list[list[Packet]] = []
    for text in texts:
        for packet in packets_of(text, BROKEN):
            if packet.tag in _PRIMARY:
                blocks.append([])
            if blocks and packet.tag in _OF_KEYS and is_known(packet):
                blocks[-1].append(packet)
    found = [KeyBlock(tuple(one), _ids(one)) for one in blocks if one and one[0].tag in _PRIMARY]
    named = [one for one in found if one.identities or _version(one) >= _LATEST]
    if found and not named:
        raise VerificationError(
            f"openpgp: invalid data: v{_version(found[-1])} entity without any identities"
        )
    return named


def _version(block: KeyBlock) -> int:
    return block.packets[0].body[0]


def packets_of(data: bytes, problem: str) -> list[Packet]:
    """Return the packets in bytes or in an armored text, without those of unknown kinds.

    Raises VerificationError with ``problem`` if they cannot be told from each other.
    """
    try:
        return [one for one in PacketPile.from_bytes(data) if is_known(one, ("tag",))]
    except (RuntimeError, ValueError, OSError):
        raise VerificationError(problem) from None


def is_known(packet: Packet, asked: tuple[str, ...] = _ASKED) -> bool:
    """Tell whether a packet can be asked for what it is: the library raises for what it has no name for."""
    try:
        for name in asked:
            getattr(packet, name)
    except (RuntimeError, ValueError, OverflowError):
        return False
    return True


def _ids(packets: Iterable[Packet]) -> frozenset[str]:
    return frozenset(one.key_id for one in packets if one.key_id is not None)


def parts_of(certificate: Cert) -> list[Part]:
    """Return the keys of a certificate, with what its own signatures say of each, the newest of a kind."""
    parts: list[Part] = []
    latest: datetime | None = None
    is_of_known = True
    for packet in packets_of(bytes(certificate), BROKEN):
        if packet.tag in _PRIMARY or packet.tag in SUBKEYS:
            is_of_known = is_known(packet)
            if is_of_known:
                parts.append(Part(packet, may_sign=False, expires=None, is_revoked=False))
            latest = None
            continue
        if not (is_of_known and packet.tag == Tag.Signature and is_known(packet)):
            continue
        if not _is_by(packet, parts[0].packet):
            continue
        part = parts[-1]
        if packet.signature_type == SignatureType.SubkeyRevocation:
            parts[-1] = part._replace(is_revoked=True)
        elif _says_what_for(packet) and (latest is None or _created(packet) > latest):
            latest = _created(packet)
            may_sign = packet.key_flags is not None and packet.key_flags.signing
            parts[-1] = part._replace(may_sign=may_sign, expires=_end(part.packet, packet))
    return parts


def _says_what_for(packet: Packet) -> bool:
    kind = packet.signature_type
    return kind == SignatureType.SubkeyBinding or (
        kind in _CERTIFICATIONS and packet.key_flags is not None
    )


def issuer_of(signature: Packet) -> str | None:
    """Return the id of the key that a signature says it is made by."""
    found = signature.issuer_fingerprint
    if signature.issuer_key_id is not None or not found:
        return signature.issuer_key_id
    return found[-16:] if len(found) == 40 else found[:16]


def _is_by(packet: Packet, primary: Packet) -> bool:
    return primary.key_id == issuer_of(packet)


def _created(packet: Packet) -> datetime:
    return packet.signature_created or datetime.min.replace(tzinfo=UTC)


def _end(key: Packet, packet: Packet) -> datetime | None:
    period, created = packet.key_validity_period, key.key_created
    return created + period if period and created else None


def expiration(certificate: Cert) -> datetime | None:
    """Return when a key expires; raises VerificationError if it is too weak to be asked."""
    try:
        return certificate.expiration
    except RuntimeError as error:
        raise _refused(certificate, error) from None


def identities_of(certificate: Cert) -> tuple[str, ...]:
    """Return whose a key is, as far as it has not been revoked; raises as ``expiration`` does."""
    try:
        return tuple(str(one) for one in certificate.user_ids)
    except RuntimeError as error:
        raise _refused(certificate, error) from None


def _refused(certificate: Cert, error: RuntimeError) -> VerificationError:
    """Return why a key is not trusted: the innermost reason, without the stack that follows it."""
    lines = str(error).partition("Stack backtrace")[0].strip().splitlines()
    _, colon, behind = lines[-1].strip().partition(": ") if lines else ("", "", "")
    reason = behind if colon else lines[-1].strip() if lines else "it is no key"
    reason = reason.partition("T00:00:00Z")[0]
    return VerificationError(f"openpgp: key {certificate.fingerprint.upper()} is refused: {reason}")


def is_over(end: datetime | None, now: datetime) -> bool:
    """Tell whether a time has passed."""
    return end is not None and end <= now
