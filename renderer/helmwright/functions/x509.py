"""X.509 certificates, laid out byte for byte as Go lays them out.

Source: crypto/x509/x509.go (CreateCertificate), crypto/x509/pkix
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError
from helmwright.functions.keys import public_info
from helmwright.go import asn1

if TYPE_CHECKING:
    from helmwright.functions.keys import Key
    from helmwright.go.world import World

_NANOSECONDS_PER_DAY = 86400 * 10**9
_EMPTY_NAME = asn1.encode(asn1.SEQUENCE)
_NO_SIGNER = "x509: certificate private key does not implement crypto.Signer"
_MINIMUM_KEY = (
    "crypto/rsa: {}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)"
)


class Request(NamedTuple):
    """What a certificate is to say."""

    common_name: str
    addresses: tuple[bytes, ...]
    names: tuple[str, ...]
    days: int
    is_authority: bool = False


class Issuer(NamedTuple):
    """Who signs: what its certificate says, and its key.

    name, identifier: of the subject. public: the SubjectPublicKeyInfo, empty if unknown to Go.
    """

    name: bytes
    identifier: bytes
    key: Key
    public: bytes


def create_certificate(world: World, request: Request, key: Key, issuer: Issuer | None) -> bytes:
    """Return the certificate for ``key`` in DER, signed by ``issuer``, or by itself.

    Raises GoError with Go's text.
    """
    from cryptography.hazmat.primitives.asymmetric import dsa

    signer = key if issuer is None else issuer.key
    _check_signer(signer)
    algorithm = _signature_algorithm(signer)
    if isinstance(key, dsa.DSAPrivateKey):
        raise GoError("x509: unsupported public key type: *dsa.PublicKey")
    info, public_bytes = public_info(key.public_key())
    subject = _name(request.common_name)
    if issuer is not None and issuer.public not in (b"", public_info(signer.public_key())[0]):
        raise GoError("x509: provided PrivateKey doesn't match parent's PublicKey")
    issued_by = subject if issuer is None else issuer.name
    identifier = b"" if issuer is None or issued_by == subject else issuer.identifier
    extensions = _extensions(request, subject, public_bytes, identifier)
    now = int(world.now().unix())
    lifetime = (request.days * _NANOSECONDS_PER_DAY + (1 << 63)) % (1 << 64) - (1 << 63)
    content = asn1.encode(
        asn1.SEQUENCE,
        asn1.encode(0xA0, asn1.integer(2)),
        asn1.integer(int.from_bytes(world.random_bytes(16), "big")),
        algorithm,
        issued_by,
        asn1.encode(asn1.SEQUENCE, asn1.time(now), asn1.time(now + lifetime // 10**9)),
        subject,
        info,
        asn1.encode(0xA3, asn1.encode(asn1.SEQUENCE, *extensions)),
    )
    return asn1.encode(
        asn1.SEQUENCE, content, algorithm, asn1.bit_string(_sign(world, signer, content))
    )


def _name(common_name: str) -> bytes:
    """Return a distinguished name that is only a common name, or empty."""
    if not common_name:
        return _EMPTY_NAME
    pair = asn1.encode(asn1.SEQUENCE, asn1.object_identifier("2.5.4.3"), asn1.text(common_name))
    return asn1.encode(asn1.SEQUENCE, asn1.encode(asn1.SET, pair))


def _extensions(
    request: Request, subject: bytes, public_bytes: bytes, issuer_identifier: bytes
) -> list[bytes]:
    """Return the extensions in Go's order."""
    import hashlib

    purposes = ("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2")  # server, client
    usage = asn1.bit_string(b"\xa4", 2) if request.is_authority else asn1.bit_string(b"\xa0", 5)
    constraints = asn1.encode(asn1.SEQUENCE, b"\x01\x01\xff" if request.is_authority else b"")
    extensions = [
        _extension("2.5.29.15", usage, critical=True),
        _extension("2.5.29.37", asn1.encode(asn1.SEQUENCE, *map(asn1.object_identifier, purposes))),
        _extension("2.5.29.19", constraints, critical=True),
    ]
    if request.is_authority:
        digest = hashlib.sha256(public_bytes).digest()[:20]
        extensions.append(_extension("2.5.29.14", asn1.encode(asn1.OCTET_STRING, digest)))
    if issuer_identifier:
        value = asn1.encode(asn1.SEQUENCE, asn1.encode(0x80, issuer_identifier))
        extensions.append(_extension("2.5.29.35", value))
    if request.names or request.addresses:
        names = [asn1.encode(0x82, _ascii(name)) for name in request.names]
        names.extend(asn1.encode(0x87, address) for address in request.addresses)
        value = asn1.encode(asn1.SEQUENCE, *names)
        extensions.append(_extension("2.5.29.17", value, critical=subject == _EMPTY_NAME))
    return extensions


def _extension(identifier: str, value: bytes, *, critical: bool = False) -> bytes:
    return asn1.encode(
        asn1.SEQUENCE,
        asn1.object_identifier(identifier),
        b"\x01\x01\xff" if critical else b"",
        asn1.encode(asn1.OCTET_STRING, value),
    )


def _ascii(name: str) -> bytes:
    if not name.isascii():
        from helmwright.go.strconv import quote

        raise GoError(f"x509: {quote(name)} cannot be encoded as an IA5String")
    return name.encode()


def _check_signer(key: Key) -> None:
    """Refuse a key that cannot sign certificates."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    if not isinstance(
        key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
    ):
        raise GoError(_NO_SIGNER)


def _curve_hash(key: Any) -> tuple[str, str]:
    """Return the identifier of the signature algorithm and the name of its hash."""
    algorithms = {
        224: ("1.2.840.10045.4.3.2", "SHA256"),
        256: ("1.2.840.10045.4.3.2", "SHA256"),
        384: ("1.2.840.10045.4.3.3", "SHA384"),
        521: ("1.2.840.10045.4.3.4", "SHA512"),
    }
    if not key.curve.name.startswith("secp") or key.curve.key_size not in algorithms:
        raise GoError("x509: unsupported elliptic curve")
    return algorithms[key.curve.key_size]


def _signature_algorithm(key: Key) -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519

    if isinstance(key, ed25519.Ed25519PrivateKey):
        return asn1.encode(asn1.SEQUENCE, asn1.object_identifier("1.3.101.112"))
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return asn1.encode(asn1.SEQUENCE, asn1.object_identifier(_curve_hash(key)[0]))
    return asn1.encode(
        asn1.SEQUENCE,
        asn1.object_identifier("1.2.840.113549.1.1.11"),
        asn1.encode(asn1.NULL),
    )


def _sign(world: World, key: Any, content: bytes) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding

    signature: bytes
    if isinstance(key, ed25519.Ed25519PrivateKey):
        signature = key.sign(content)
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        algorithm = getattr(hashes, _curve_hash(key)[1])()
        signature = (
            _seeded_ecdsa(world, key, content, algorithm)
            if world.seeded
            else key.sign(content, ec.ECDSA(algorithm))
        )
    else:
        if key.key_size < 1024:
            raise GoError(_MINIMUM_KEY.format(key.key_size))
        signature = key.sign(content, padding.PKCS1v15(), hashes.SHA256())
    return signature


def _seeded_ecdsa(world: World, key: Any, content: bytes, algorithm: Any) -> bytes:
    """Sign with a secret number from the seeded world, so that the certificate can be reproduced."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    from helmwright.functions.seeded_keys import scalar

    digest = hashes.Hash(algorithm)
    digest.update(content)
    order: int = key.curve.group_order
    hashed = int.from_bytes(digest.finalize(), "big")
    hashed >>= max(0, algorithm.digest_size * 8 - order.bit_length())
    private = key.private_numbers().private_value
    while True:
        secret = scalar(world, order)
        point = ec.derive_private_key(secret, key.curve).public_key().public_numbers()
        left = point.x % order
        right = pow(secret, -1, order) * (hashed + left * private) % order
        if left and right:
            return asn1.encode(asn1.SEQUENCE, asn1.integer(left), asn1.integer(right))
