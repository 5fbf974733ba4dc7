"""sprig's certificates: what templates ask for; x509.py lays them out.

Source: github.com/Masterminds/sprig/v3 crypto.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from helmwright.base.errors import FunctionError, GoError
from helmwright.functions.keys import from_pem, generate_rsa, public_info, to_pem
from helmwright.functions.x509 import Issuer, Request, create_certificate
from helmwright.go import asn1, pem
from helmwright.go.base64 import decode_standard
from helmwright.go.function import Family
from helmwright.go.kinds import Struct, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.functions.keys import Key
    from helmwright.go.world import World

CERTIFICATES = Family()

_RSA_BITS = 2048


class Certificate(Struct):
    """A certificate and its private key, both in PEM."""

    __slots__ = ("cert", "key")
    go_type: ClassVar[str] = "sprig.certificate"
    go_fields: ClassVar[Mapping[str, str]] = {"Cert": "cert", "Key": "key"}

    def __init__(self, cert: str, key: str) -> None:
        self.cert = cert
        self.key = key


@CERTIFICATES.function("genCA")
def generate_authority(world: World, common_name: str, days: int) -> Certificate:
    """Return a new certificate authority with an RSA key."""
    request = Request(common_name, (), (), days, is_authority=True)
    return _self_signed(world, request, generate_rsa(world, _RSA_BITS))


@CERTIFICATES.function("genCAWithKey")
def generate_authority_with_key(world: World, common_name: str, days: int, key: str) -> Certificate:
    """Return a new certificate authority for a given key."""
    request = Request(common_name, (), (), days, is_authority=True)
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
            f"error parsing certificate: {variable}.Bytes: x509: {_malformed(block.data)}"
        ) from None


def _malformed(data: bytes) -> str:
    """Return what crypto/x509 says about a certificate that cannot be read."""
    try:
        tag, content, _ = asn1.read(data)
        inner = asn1.read(content)[0] if tag == asn1.SEQUENCE else None
    except GoError:
        return "malformed certificate"
    if inner is None or inner == asn1.SEQUENCE:
        return "malformed certificate"
    return "malformed tbs certificate"


def _issuer(authority: Certificate) -> Issuer:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.x509 import ExtensionNotFound, SubjectKeyIdentifier

    text = authority.cert.encode("utf-8", "surrogateescape")
    certificate = _parse_certificate(text, "decodedSignerCert")
    key = _parse_key(authority.key)
    try:
        extension = certificate.extensions.get_extension_for_class(SubjectKeyIdentifier)
        identifier = extension.value.digest
    except (ExtensionNotFound, ValueError):
        identifier = b""
    try:
        public = public_info(certificate.public_key())[0]
    except (ValueError, UnsupportedAlgorithm):
        public = b""
    return Issuer(certificate.subject.public_bytes(), identifier, key, public)


def _request(
    common_name: str, addresses: list[Value] | None, names: list[Value] | None, days: int
) -> Request:
    return Request(
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
        # Go takes no zone; a blank is in no address.
        address = ipaddress.ip_address(value.replace("%", " "))
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


def _self_signed(world: World, request: Request, key: Key) -> Certificate:
    return _create(world, request, key, None)


def _create(world: World, request: Request, key: Key, issuer: Issuer | None) -> Certificate:
    """Return the certificate for ``key``, signed by ``issuer`` or by itself."""
    try:
        content = create_certificate(world, request, key, issuer)
    except GoError as error:
        raise FunctionError(f"error creating certificate: {error.message}") from None
    return Certificate(pem.encode("CERTIFICATE", content), to_pem(key))
