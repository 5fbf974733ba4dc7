"""Passwords, ciphers and keys, with results of sprig 3.3.0."""

from __future__ import annotations

import base64
from typing import Any

import bcrypt
import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.crypto import CRYPTO
from helmwright.go.world import World


def call(name: str, *arguments: Any, world: World | None = None) -> Any:
    function = CRYPTO[name]
    context = [world or World.real()] if function.context else []
    return function.call(*context, *arguments)


@pytest.mark.parametrize(
    ("counter", "kind", "password", "user", "site", "expected"),
    [
        (1, "long", "password", "user", "example.com", "ZedaFaxcZaso9*"),
        (1, "maximum", "password", "user", "example.com", "pf4zS1LjCg&LjhsZ7T2~"),
        (1, "pin", "p", "u", "s", "2461"),
        (1, "bad", "p", "u", "s", "cannot find password template bad"),
    ],
)
def test_passwords_are_derived(counter, kind, password, user, site, expected):  # noqa: PLR0917
    assert call("derivePassword", counter, kind, password, user, site) == expected


@pytest.mark.parametrize("password", ["", "hello", "é" * 36, "a\0b"])
def test_bcrypt_hashes_can_be_checked(password):
    found = call("bcrypt", password)
    assert found.startswith("$2a$10$")
    assert bcrypt.checkpw(password.encode(), found.encode())


def test_a_long_password_gives_a_sentence():
    assert call("bcrypt", "x" * 73) == (
        "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes"
    )


def test_htpasswd_has_the_user_in_front():
    assert call("htpasswd", "u", "p").startswith("u:$2a$10$")
    assert call("htpasswd", "a:b", "p") == "invalid username: a:b"


@pytest.mark.parametrize("text", ["", "x", "x" * 16, "é\udcff"])
def test_what_was_encrypted_can_be_decrypted(text):
    assert call("decryptAES", "p" * 40, call("encryptAES", "p" * 40, text)) == text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x" * 12, "runtime error: slice bounds out of range [:16] with capacity 12"),
        (b"x" * 14, "runtime error: slice bounds out of range [:16] with capacity 15"),
        (b"x" * 16, "runtime error: index out of range [-1]"),
        (b"x" * 17, "crypto/cipher: input not full blocks"),
    ],
)
def test_decrypting_nonsense_panics(content, message):
    with pytest.raises(FunctionError) as caught:
        call("decryptAES", "pw", base64.b64encode(content).decode())
    assert caught.value.message == message


def test_decrypting_what_is_not_base64_is_refused():
    with pytest.raises(FunctionError, match=r"^illegal base64 data at input byte 0$"):
        call("decryptAES", "pw", "abc")


def test_random_bytes_are_in_base64():
    assert len(base64.b64decode(call("randBytes", 10))) == 10
    with pytest.raises(FunctionError, match=r"^runtime error: makeslice: len out of range$"):
        call("randBytes", -1)


@pytest.mark.parametrize(
    ("kind", "title"),
    [("ecdsa", "EC PRIVATE KEY"), ("ed25519", "PRIVATE KEY")],
)
def test_keys_are_in_pem(kind, title):
    text = call("genPrivateKey", kind)
    assert text.startswith(f"-----BEGIN {title}-----\n")
    assert text.endswith(f"\n-----END {title}-----\n")


def test_an_unknown_kind_of_key_gives_a_sentence():
    assert call("genPrivateKey", "bad") == "Unknown type bad"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bcrypt", ["p"]),
        ("encryptAES", ["p", "text"]),
        ("genPrivateKey", ["ecdsa"]),
        ("genPrivateKey", ["ed25519"]),
        ("randBytes", [8]),
    ],
)
def test_a_seeded_world_repeats_itself(name, arguments):
    first, second, other = (
        call(name, *arguments, world=World.fixed(seed=seed)) for seed in (1, 1, 2)
    )
    assert first == second
    assert first != other
