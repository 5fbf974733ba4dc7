"""Certificates: the X.509 that sprig makes, byte for byte as Go lays it out.

Source: github.com/Masterminds/sprig/v3 crypto.go, crypto/x509/x509.go (CreateCertificate)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from helmwright.errors import FunctionError, GoError
from helmwright.functions.keys import from_pem, generate_rsa, public_info, to_pem
from helmwright.go import asn1, pem
from helmwright.go.base64 import decode_standard
from helmwright.go.function import Family
from helmwright.go.kinds import Struct, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.functions.keys import Key
    from helmwright.world import World

CERTIFICATES = Family()

_RSA_BITS = 2048
_SECONDS_PER_DAY = 86400
_NANOSECONDS_PER_DAY = _SECONDS_PER_DAY * 10**9
_EMPTY_NAME = asn1.encode(asn1.SEQUENCE)
_NO_SIGNER = "x509: certificate private key does not implement crypto.Signer"
_MINIMUM_KEY = (
    "crypto/rsa: {}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)"
)


class Certificate(Struct):
    """A certificate and its private key, both in PEM."""

    __slots__ = ("cert", "key")
    go_type: ClassVar[str] = "sprig.certificate"
    go_fields: ClassVar[Mapping[str, str]] = {"Cert": "cert", "Key": "key"}

    def __init__(self, cert: str, key: str) -> None:
        self.cert = cert
        self.key = key


class _Request(NamedTuple):
    """What a certificate is to say."""

    common_name: str
    addresses: tuple[bytes, ...]
    names: tuple[str, ...]
    days: int
    is_authority: bool = False


class _Issuer(NamedTuple):
    """Who signs: name and key identifier of the certificate, and its key."""

    name: bytes
    identifier: bytes
    key: Key


@CERTIFICATES.function("genCA")
def generate_authority(world: World, common_name: str, days: int) -> Certificate:
    """Return a new certificate authority with an RSA key."""
    request = _Request(common_name, (), (), days, is_authority=True)
    return _self_signed(world, request, generate_rsa(world, _RSA_BITS))


@CERTIFICATES.function("genCAWithKey")
def generate_authority_with_key(world: World, common_name: str, days: int, key: str) -> Certificate:
    """Return a new certificate authority for a given key."""
    request = _Request(common_name, (), (), days, is_authority=True)
    return _self_signed(world, request, _given_key(key))


@CERTIFICATES.function("genSelfSignedCert")
def generate_self_signed(
    world: World,
    common_name: str,
    addresses: list[Value] | None,
    names: list[Value] | None,
    days: int,
) -> Certificate:
    """Return a certificate that is signed by its own, new RSA key."""
    request = _request(common_name, addresses, names, days)
    return _self_signed(world, request, generate_rsa(world, _RSA_BITS))


@CERTIFICATES.function("genSelfSignedCertWithKey")
def generate_self_signed_with_key(  # noqa: PLR0913, PLR0917 - sprig's parameters
    world: World,
    common_name: str,
    addresses: list[Value] | None,
    names: list[Value] | None,
    days: int,
    key: str,
) -> Certificate:
    """Return a certificate that is signed by the given key."""
    parsed = _given_key(key)
    return _self_signed(world, _request(common_name, addresses, names, days), parsed)


@CERTIFICATES.function("genSignedCert")
def generate_signed(  # noqa: PLR0913, PLR0917 - sprig's parameters
    world: World,
    common_name: str,
    addresses: list[Value] | None,
    names: list[Value] | None,
    days: int,
    authority: Certificate,
) -> Certificate:
    """Return a certificate with a new RSA key, signed by ``authority``."""
    issuer = _issuer(authority)
    request = _request(common_name, addresses, names, days)
    return _create(world, request, generate_rsa(world, _RSA_BITS), issuer)


@CERTIFICATES.function("genSignedCertWithKey")
def generate_signed_with_key(  # noqa: PLR0913, PLR0917 - sprig's parameters
    world: World,
    common_name: str,
    addresses: list[Value] | None,
    names: list[Value] | None,
    days: int,
    authority: Certificate,
    key: str,
) -> Certificate:
    """Return a certificate for the given key, signed by ``authority``."""
    parsed = _given_key(key)
    issuer = _issuer(authority)
    return _create(world, _request(common_name, addresses, names, days), parsed, issuer)


@CERTIFICATES.function("buildCustomCert")
def build_custom(certificate: str, key: str) -> Certificate:
    """Return a certificate and key that are given in base64, after a look at both."""
    decoded = []
    for text, name in ((certificate, "certificate"), (key, "private key")):
        try:
            decoded.append(decode_standard(text.encode("utf-8", "surrogateescape")))
        except GoError:
            raise FunctionError(f"unable to decode base64 {name}") from None
    _parse_certificate(decoded[0], "decodedCert")
    cert_text, key_text = (part.decode("utf-8", "surrogateescape") for part in decoded)
    _parse_key(key_text)
    return Certificate(cert_text, key_text)


def _given_key(text: str) -> Key:
    try:
        return from_pem(text)
    except GoError as error:
        raise FunctionError(f"parsing private key: {error.message}") from None


def _parse_key(text: str) -> Key:
    try:
        return from_pem(text)
    except GoError as error:
        raise FunctionError(f"error parsing private key: {error.message}") from None


def _parse_certificate(text: bytes, variable: str) -> Any:
    """Return cryptography's view of the first PEM block; ``variable`` is named in sprig's error."""
    import warnings

    from cryptography import x509

    block = pem.decode(text)
    if block is None:
        raise FunctionError("unable to decode certificate")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about serial numbers that Go accepts
            return x509.load_der_x509_certificate(block.data)
    except ValueError:
        raise FunctionError(
            f"error parsing certificate: {variable}.Bytes: x509: malformed certificate"
        ) from None


def _issuer(authority: Certificate) -> _Issuer:
    from cryptography.x509 import ExtensionNotFound, SubjectKeyIdentifier

    text = authority.cert.encode("utf-8", "surrogateescape")
    certificate = _parse_certificate(text, "decodedSignerCert")
    key = _parse_key(authority.key)
    _check_signer(key)
    try:
        extension = certificate.extensions.get_extension_for_class(SubjectKeyIdentifier)
        identifier = extension.value.digest
    except (ExtensionNotFound, ValueError):
        identifier = b""
    if public_info(certificate.public_key()) != public_info(key.public_key()):
        raise FunctionError(
            "error creating certificate: x509: provided PrivateKey doesn't match parent's PublicKey"
        )
    return _Issuer(certificate.subject.public_bytes(), identifier, key)


def _request(
    common_name: str, addresses: list[Value] | None, names: list[Value] | None, days: int
) -> _Request:
    return _Request(
        common_name,
        tuple(map(_address, addresses or ())),
        tuple(map(_alternate_name, names or ())),
        days,
    )


def _address(value: Value) -> bytes:
    """Return the 4 or 16 bytes of an address, IPv4 in 4 whatever it is written as."""
    import ipaddress

    if not isinstance(value, str):
        raise FunctionError(f"error parsing ip: {_shown(value)} is not a string")
    try:
        if "%" in value:
            raise ValueError
        address = ipaddress.ip_address(value)
    except ValueError:
        raise FunctionError(f"error parsing ip: {value}") from None
    mapped = getattr(address, "ipv4_mapped", None)
    packed: bytes = (mapped or address).packed
    return packed


def _alternate_name(value: Value) -> str:
    if not isinstance(value, str):
        raise FunctionError(f"error processing alternate dns name: {_shown(value)} is not a string")
    return value


def _shown(value: Value) -> str:
    from helmwright.go.fmt import sprintf

    return sprintf("%v", value)


def _self_signed(world: World, request: _Request, key: Key) -> Certificate:
    return _create(world, request, key, None)


def _create(world: World, request: _Request, key: Key, issuer: _Issuer | None) -> Certificate:
    """Return the certificate for ``key``, signed by ``issuer`` or by itself."""
    try:
        content = _certificate(world, request, key, issuer)
    except GoError as error:
        raise FunctionError(f"error creating certificate: {error.message}") from None
    return Certificate(pem.encode("CERTIFICATE", content), to_pem(key))


def _certificate(world: World, request: _Request, key: Key, issuer: _Issuer | None) -> bytes:
    from cryptography.hazmat.primitives.asymmetric import dsa

    signer = key if issuer is None else issuer.key
    _check_signer(signer)
    algorithm = _signature_algorithm(signer)
    if isinstance(key, dsa.DSAPrivateKey):
        raise GoError("x509: unsupported public key type: *dsa.PublicKey")
    info, public_bytes = public_info(key.public_key())
    subject = _name(request.common_name)
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
    request: _Request, subject: bytes, public_bytes: bytes, issuer_identifier: bytes
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
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    if not isinstance(
        key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
    ):
        raise FunctionError(f"error creating certificate: {_NO_SIGNER}")


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
