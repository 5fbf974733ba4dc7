"""Private keys in PEM: made, read and written as sprig does.

The door to ``cryptography`` for everything that is not a cipher.
Source: github.com/Masterminds/sprig/v3 crypto.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.go import asn1, pem

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

    from helmwright.go.world import World

    Key = PrivateKeyTypes

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_NO_PARAMETERS = (
    "{optional:false explicit:false application:false private:false defaultValue:<nil> "
    "tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}"
)
_WRONG_FORMAT = "x509: failed to parse private key (use {} instead for this key format)"


def generate_rsa(world: World, bits: int) -> Key:
    """Return a new RSA key."""
    from cryptography.hazmat.primitives.asymmetric import rsa

    if not world.seeded:
        return rsa.generate_private_key(65537, bits)
    from helmwright.functions import seeded_keys

    first, second = seeded_keys.rsa_primes(world, bits)
    exponent = seeded_keys.EXPONENT
    private = pow(exponent, -1, (first - 1) * (second - 1))
    return rsa.RSAPrivateNumbers(
        first,
        second,
        private,
        private % (first - 1),
        private % (second - 1),
        pow(second, -1, first),
        rsa.RSAPublicNumbers(exponent, first * second),
    ).private_key()


def generate(world: World, kind: str) -> Key:
    """Return a new key of the ``kind`` that a template asks for; an RSA key by default."""
    from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519

    if kind == "ecdsa":
        if not world.seeded:
            return ec.generate_private_key(ec.SECP256R1())
        from helmwright.functions.seeded_keys import scalar

        return ec.derive_private_key(scalar(world, _P256_ORDER), ec.SECP256R1())
    if kind == "ed25519":
        return ed25519.Ed25519PrivateKey.from_private_bytes(world.random_bytes(32))
    if kind == "dsa":
        if not world.seeded:
            return dsa.generate_private_key(2048)
        from helmwright.functions.seeded_keys import dsa_parameters, scalar

        modulus, divisor, generator = dsa_parameters(world)
        private = scalar(world, divisor)
        parameters = dsa.DSAParameterNumbers(modulus, divisor, generator)
        public = dsa.DSAPublicNumbers(pow(generator, private, modulus), parameters)
        return dsa.DSAPrivateNumbers(private, public).private_key()
    return generate_rsa(world, 4096)


def to_pem(key: Key) -> str:
    """Return ``key`` in the format that sprig uses for its kind."""
    from cryptography.hazmat.primitives.asymmetric import dsa, ec, rsa
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    if isinstance(key, dsa.DSAPrivateKey):
        numbers = key.private_numbers()
        parameters = numbers.public_numbers.parameter_numbers
        fields = (0, parameters.p, parameters.q, parameters.g, numbers.public_numbers.y, numbers.x)
        return pem.encode("DSA PRIVATE KEY", asn1.encode(asn1.SEQUENCE, *map(asn1.integer, fields)))
    if isinstance(key, rsa.RSAPrivateKey):
        kind, layout = "RSA PRIVATE KEY", PrivateFormat.TraditionalOpenSSL
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        kind, layout = "EC PRIVATE KEY", PrivateFormat.TraditionalOpenSSL
    else:
        kind, layout = "PRIVATE KEY", PrivateFormat.PKCS8
    return pem.encode(kind, key.private_bytes(Encoding.DER, layout, NoEncryption()))


def from_pem(text: str) -> Key:
    """Read the first PEM block of ``text`` as a private key.

    Raises GoError with sprig's text.
    """
    block = pem.decode(text.encode("utf-8", "surrogateescape"))
    if block is None:
        raise GoError("no PEM data in input")
    if block.kind == "PRIVATE KEY":
        return _parse(block.data, "PKCS8", "decoding PEM as PKCS#8")
    if not block.kind.endswith(" PRIVATE KEY"):
        raise GoError(f"no private key data in PEM block of type {block.kind}")
    kind = block.kind.removesuffix(" PRIVATE KEY")
    if kind == "RSA":
        return _parse(block.data, "PKCS1", "parsing RSA private key from PEM")
    if kind == "EC":
        return _parse(block.data, "EC", "parsing EC private key from PEM")
    if kind == "DSA":
        return _parse_dsa(block.data)
    raise GoError(f"invalid private key type {block.kind}")


def _parse(data: bytes, layout: str, doing: str) -> Key:
    """Read a key in ``layout``: ``PKCS1``, ``PKCS8`` or ``EC``.

    Raises GoError with the reason behind ``doing``.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    try:
        found = _layout(data, layout)
    except GoError as error:
        raise GoError(f"{doing}: {error.message}") from None
    if found and found != layout:
        reason = _WRONG_FORMAT.format(f"Parse{found}PrivateKey")
        raise GoError(f"{doing}: {reason}")
    try:
        return load_der_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise GoError(f"{doing}: x509: {error}") from None


def _layout(data: bytes, wanted: str) -> str:
    """Tell which of the three formats ``data`` has, by the elements it begins with.

    Raises GoError if it is none of them.
    """
    tag, content, end = asn1.read(data)
    if tag != asn1.SEQUENCE:
        raise GoError(_mismatch(tag, end - len(content), len(content), wanted))
    if end < len(data):
        raise GoError("asn1: syntax error: trailing data")
    end = 0
    for _ in range(2):
        if end >= len(content):
            raise GoError("asn1: syntax error: sequence truncated")
        tag, _, end = asn1.read(content, end)
    layouts = {asn1.SEQUENCE: "PKCS8", asn1.OCTET_STRING: "EC", asn1.INTEGER: "PKCS1"}
    return layouts.get(tag, "")


def _mismatch(tag: int, offset: int, length: int, wanted: str) -> str:
    """Return how encoding/asn1 says that the outermost element is no sequence."""
    compound = "true" if tag & 0x20 else "false"
    found = f"{{class:{tag >> 6} tag:{tag & 0x1F} length:{length} isCompound:{compound}}}"
    name = {"PKCS1": "pkcs1PrivateKey", "PKCS8": "pkcs8", "EC": "ecPrivateKey"}[wanted]
    return (
        f"asn1: structure error: tags don't match (16 vs {found}) {_NO_PARAMETERS} {name} @{offset}"
    )


def _parse_dsa(data: bytes) -> Key:
    from cryptography.hazmat.primitives.asymmetric import dsa

    try:
        _, modulus, divisor, generator, public, private = asn1.read_integers(data, 6)
        parameters = dsa.DSAParameterNumbers(modulus, divisor, generator)
        return dsa.DSAPrivateNumbers(
            private, dsa.DSAPublicNumbers(public, parameters)
        ).private_key()
    except (GoError, ValueError) as error:
        raise GoError(f"parsing DSA private key from PEM: {error}") from None


def public_info(key: Any) -> tuple[bytes, bytes]:
    """Return the SubjectPublicKeyInfo of a key, and the bytes of its BIT STRING."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    info = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    _, content, _ = asn1.read(info)
    _, _, end = asn1.read(content)
    _, bits, _ = asn1.read(content, end)
    return info, bits[1:]
