"""Signing with a secret key of a keyring; keys of an agent are never asked for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pysequoia import Cert, SignatureMode, Tsk, sign
from pysequoia.packet import Tag

from helmwright.base.errors import VerificationError
from helmwright.go.strconv import quote
from helmwright.sources.provenance.openpgp.keys import (
    BROKEN,
    SUBKEYS,
    expiration,
    is_known,
    is_over,
    packets_of,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysequoia import PySigner
    from pysequoia.packet import Packet

    from helmwright.sources.provenance.openpgp.keys import KeyBlock

_NOT_PRIVATE = "provided key is not a private key. Try providing a keyring with secret keys"
_WRONG_PASSPHRASE = "openpgp: invalid data: private key checksum failure"  # noqa: S105 - a message
_SECRET = (Tag.SecretKey, Tag.SecretSubkey)
_GNU_STUB = 101
"""How GnuPG marks a secret key that it has not exported: a way to derive the key that is none."""


class SigningKey:
    """A secret key of a keyring that can sign. passphrase: asked with the key's identity, if it needs one."""

    def __init__(self, block: KeyBlock, passphrase: Callable[[str], str]) -> None:
        self._signer = _signer(block, passphrase)

    def clear_signed(self, text: bytes) -> bytes:
        """Return a text with its signature, as Helm writes it."""
        try:
            made = sign(self._signer, text, mode=SignatureMode.CLEAR)
        except RuntimeError:
            raise VerificationError("the text cannot be signed with this key") from None
        return made.removesuffix(b"\n")


def chosen(keyring: list[KeyBlock], name: str) -> KeyBlock:
    """Return the key whose identity is ``name``, else the only one whose identity holds it.

    Raises VerificationError with Helm's text. Source: helm pkg/provenance/sign.go (NewFromKeyring)
    """
    holding: dict[str, KeyBlock] = {}
    for block in keyring:
        if name in block.identities:
            return block
        if any(name in one for one in block.identities):
            holding.setdefault(block.fingerprint, block)
    if len(holding) > 1:
        raise VerificationError(f"more than one key contain the id {quote(name)}")
    if not holding:
        raise VerificationError("private key not found")
    return next(iter(holding.values()))


def _signer(block: KeyBlock, passphrase: Callable[[str], str]) -> PySigner:
    """Return what signs with the primary key, as Helm does, or with a subkey if that one may not."""
    if block.packets[0].tag != Tag.SecretKey:
        raise VerificationError(_NOT_PRIVATE)
    try:
        certificate = Tsk.from_packets(list(block.packets)).extract_certificate()
    except RuntimeError:
        raise VerificationError(_NOT_PRIVATE) from None
    _check_can_sign(certificate)
    usage = _usage(block, certificate)
    primary = parts_of(certificate)[0]
    alone = primary.may_sign and usage[primary.packet.fingerprint or ""] is not None
    packets = _without_subkeys(block.packets) if alone else block.packets
    wanted = [primary] if alone else [one for one in parts_of(certificate)[1:] if one.may_sign]
    states = [usage.get(one.packet.fingerprint or "") for one in wanted]
    if not any(state is not None for state in states):
        raise VerificationError(_NOT_PRIVATE)
    password = passphrase((block.identities or ["Unknown"])[0]) if any(states) else None
    try:
        return Tsk.from_packets(list(packets)).signer(password)
    except (RuntimeError, ValueError):
        raise VerificationError(
            _WRONG_PASSPHRASE if password is not None else _NOT_PRIVATE
        ) from None


def _check_can_sign(certificate: Cert) -> None:
    """Refuse a key whose signatures nobody should trust; raises VerificationError."""
    shown = certificate.fingerprint.upper()
    if certificate.is_revoked:
        raise VerificationError(f"openpgp: key {shown} was revoked")
    end = expiration(certificate)
    if end is not None and is_over(end, datetime.now(UTC)):
        raise VerificationError(f"openpgp: key {shown} expired on {end:%Y-%m-%d}")


def _usage(block: KeyBlock, certificate: Cert) -> dict[str, bool | None]:
    """Return for each secret key, by its fingerprint, whether it is encrypted; None for a stub without a key.

    Behind the public part of a secret key stands how it is protected, 0 for not at all.
    """
    public = {
        one.fingerprint: len(one.body)
        for one in packets_of(bytes(certificate), BROKEN)
        if is_known(one)
    }
    found: dict[str, bool | None] = {}
    for packet in block.packets:
        name = packet.fingerprint
        if packet.tag in _SECRET and name and name in public:
            protection = packet.body[public[name] :][:3]
            is_stub = len(protection) == 3 and protection[2] == _GNU_STUB and protection[0] >= 254
            found[name] = None if is_stub else protection[:1] != b"\0"
    return found


def _without_subkeys(packets: tuple[Packet, ...]) -> tuple[Packet, ...]:
    end = next((at for at, one in enumerate(packets) if one.tag in SUBKEYS), len(packets))
    return packets[:end]
