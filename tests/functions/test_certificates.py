"""Certificates as Go lays them out, and sprig's refusals."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from helmwright.base.errors import FunctionError
from helmwright.functions.certificates import Certificate
from helmwright.functions.crypto import CRYPTO
from helmwright.go.world import World

KEY = CRYPTO["genPrivateKey"].call(World.fixed(seed=1), "ecdsa")
OTHER_KEY = CRYPTO["genPrivateKey"].call(World.fixed(seed=2), "ed25519")


def world() -> World:
    return World.fixed("2024-05-06T07:08:09Z", 7)


def call(name: str, *arguments: Any) -> Certificate:
    function = CRYPTO[name]
    made: Certificate = function.call(*([world()] if function.context else []), *arguments)
    return made


def extensions(certificate: Certificate) -> list[tuple[str, bool, str]]:
    parsed = x509.load_pem_x509_certificate(certificate.cert.encode())
    return [
        (extension.oid.dotted_string, extension.critical, extension.value.public_bytes().hex())
        for extension in parsed.extensions
    ]


USAGE = ("2.5.29.15", True, "030205a0")
PURPOSES = ("2.5.29.37", False, "301406082b0601050507030106082b06010505070302")
NO_AUTHORITY = ("2.5.29.19", True, "3000")


def test_an_authority_has_a_key_identifier_and_may_sign():
    authority = call("genCAWithKey", "my ca", 10, KEY)
    parsed = x509.load_pem_x509_certificate(authority.cert.encode())
    identifier = x509.SubjectKeyIdentifier.from_public_key(parsed.public_key())
    found = extensions(authority)
    assert found[:3] == [
        ("2.5.29.15", True, "030202a4"),
        PURPOSES,
        ("2.5.29.19", True, "30030101ff"),
    ]
    assert [entry[0] for entry in found[3:]] == ["2.5.29.14"]
    assert len(found[3][2]) == 44
    # Go takes SHA-256 for it where OpenSSL takes SHA-1.
    assert identifier.digest.hex() not in found[3][2]
    assert parsed.not_valid_before_utc.isoformat() == "2024-05-06T07:08:09+00:00"
    assert parsed.not_valid_after_utc.isoformat() == "2024-05-16T07:08:09+00:00"
    assert parsed.subject == parsed.issuer
    assert authority.key == KEY


def test_a_signed_certificate_points_at_its_authority():
    authority = call("genCAWithKey", "ca", 10, KEY)
    signed = call(
        "genSignedCertWithKey",
        "x",
        ["10.0.0.1", "::ffff:1.2.3.4", "::1"],
        ["a", "*.b"],
        1,
        authority,
        OTHER_KEY,
    )
    parent = x509.load_pem_x509_certificate(authority.cert.encode())
    parsed = x509.load_pem_x509_certificate(signed.cert.encode())
    parsed.verify_directly_issued_by(parent)
    assert isinstance(parsed.signature_hash_algorithm, hashes.SHA256)
    digest = parent.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
    assert extensions(signed) == [
        USAGE,
        PURPOSES,
        NO_AUTHORITY,
        ("2.5.29.35", False, f"30168014{digest.hex()}"),
        (
            "2.5.29.17",
            False,
            "302682016182032a2e6287040a0000018704010203048710" + "00" * 15 + "01",
        ),
    ]


def test_alternative_names_of_nobody_are_critical():
    assert extensions(call("genSelfSignedCertWithKey", "", None, ["a"], 1, KEY))[-1] == (
        "2.5.29.17",
        True,
        "3003820161",
    )


def test_a_new_key_is_rsa():
    authority = call("genCA", "ca", 1)
    assert authority.key.startswith("-----BEGIN RSA PRIVATE KEY-----\n")
    parsed = x509.load_pem_x509_certificate(authority.cert.encode())
    assert parsed.public_key().key_size == 2048  # type: ignore[union-attr]
    parsed.verify_directly_issued_by(parsed)


def test_a_seeded_world_repeats_certificates():
    assert call("genCAWithKey", "x", 1, KEY).cert == call("genCAWithKey", "x", 1, KEY).cert


@pytest.mark.parametrize(
    ("addresses", "names", "message"),
    [
        ([1.5], None, "error parsing ip: 1.5 is not a string"),
        (["01.2.3.4"], None, "error parsing ip: 01.2.3.4"),
        (["::1%eth0"], None, "error parsing ip: ::1%eth0"),
        (None, [{"a": 1.0}], "error processing alternate dns name: map[a:1] is not a string"),
        (
            None,
            ["é"],
            'error creating certificate: x509: "é" cannot be encoded as an IA5String',
        ),
    ],
)
def test_names_are_refused(addresses, names, message):
    with pytest.raises(FunctionError) as caught:
        call("genSelfSignedCertWithKey", "x", addresses, names, 1, KEY)
    assert caught.value.message == message


def test_a_key_that_does_not_fit_the_authority_is_refused():
    authority = call("genCAWithKey", "ca", 10, KEY)
    with pytest.raises(FunctionError) as caught:
        call(
            "genSignedCertWithKey", "x", None, None, 1, Certificate(authority.cert, OTHER_KEY), KEY
        )
    assert caught.value.message == (
        "error creating certificate: x509: provided PrivateKey doesn't match parent's PublicKey"
    )


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "no PEM data in input"),
        (KEY.replace("EC ", "FOO "), "invalid private key type FOO PRIVATE KEY"),
        (KEY.replace("EC PRIVATE KEY", "X"), "no private key data in PEM block of type X"),
        (
            KEY.replace("EC ", "RSA "),
            (
                "parsing RSA private key from PEM: x509: failed to parse private key "
                "(use ParseECPrivateKey instead for this key format)"
            ),
        ),
        (
            KEY.replace("EC ", ""),
            (
                "decoding PEM as PKCS#8: x509: failed to parse private key "
                "(use ParseECPrivateKey instead for this key format)"
            ),
        ),
        (
            "-----BEGIN DSA PRIVATE KEY-----\nMAA=\n-----END DSA PRIVATE KEY-----\n",
            "parsing DSA private key from PEM: asn1: syntax error: sequence truncated",
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n",
            (
                "parsing RSA private key from PEM: asn1: structure error: tags don't match (16 vs "
                "{class:0 tag:0 length:0 isCompound:false}) {optional:false explicit:false "
                "application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 "
                "set:false omitEmpty:false} pkcs1PrivateKey @2"
            ),
        ),
    ],
)
def test_keys_are_refused(key, reason):
    with pytest.raises(FunctionError) as caught:
        call("genCAWithKey", "x", 1, key)
    assert caught.value.message == f"parsing private key: {reason}"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_a_custom_certificate_is_taken_as_it_is():
    authority = call("genCAWithKey", "ca", 10, KEY)
    custom = call("buildCustomCert", encoded(authority.cert), encoded(OTHER_KEY))
    assert (custom.cert, custom.key) == (authority.cert, OTHER_KEY)


@pytest.mark.parametrize(
    ("certificate", "key", "message"),
    [
        ("!", "", "unable to decode base64 certificate"),
        ("", "!", "unable to decode base64 private key"),
        ("", "", "unable to decode certificate"),
        (
            encoded("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
            "",
            "error parsing certificate: decodedCert.Bytes: x509: malformed certificate",
        ),
        (
            encoded(KEY),
            "",
            "error parsing certificate: decodedCert.Bytes: x509: malformed tbs certificate",
        ),
    ],
)
def test_a_custom_certificate_is_refused(certificate, key, message):
    with pytest.raises(FunctionError) as caught:
        call("buildCustomCert", certificate, key)
    assert caught.value.message == message
