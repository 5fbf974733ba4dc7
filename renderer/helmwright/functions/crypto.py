"""sprig's passwords, ciphers and private keys; certificates are in certificates.py.

``CRYPTO`` holds the functions of both. All chance comes from the World of the render.
Source: github.com/Masterminds/sprig/v3 crypto.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, GoError
from helmwright.functions.certificates import CERTIFICATES
from helmwright.functions.keys import generate, to_pem
from helmwright.go.base64 import decode_standard, encode_standard
from helmwright.go.function import Family

if TYPE_CHECKING:
    from helmwright.go.kinds import Uint32
    from helmwright.go.world import World

CRYPTO = Family()

_BLOCK = 16
_KEY_SIZE = 32
_MAX_BYTES = 64 * 1024 * 1024
_BCRYPT_COST = 10
_BCRYPT_LIMIT = 72
_BCRYPT_DIGITS = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_BASE64_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MASTER_PASSWORD = b"com.lyndir.masterpassword"
_PASSWORD_TEMPLATES = {
    "maximum": ("anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"),
    "long": (
        "CvcvnoCvcvCvcv",
        "CvcvCvcvnoCvcv",
        "CvcvCvcvCvcvno",
        "CvccnoCvcvCvcv",
        "CvccCvcvnoCvcv",
        "CvccCvcvCvcvno",
        "CvcvnoCvccCvcv",
        "CvcvCvccnoCvcv",
        "CvcvCvccCvcvno",
        "CvcvnoCvcvCvcc",
        "CvcvCvcvnoCvcc",
        "CvcvCvcvCvccno",
        "CvccnoCvccCvcv",
        "CvccCvccnoCvcv",
        "CvccCvccCvcvno",
        "CvcvnoCvccCvcc",
        "CvcvCvccnoCvcc",
        "CvcvCvccCvccno",
        "CvccnoCvcvCvcc",
        "CvccCvcvnoCvcc",
        "CvccCvcvCvccno",
    ),
    "medium": ("CvcnoCvc", "CvcCvcno"),
    "short": ("Cvcn",),
    "basic": ("aaanaaan", "aannaaan", "aaannaaa"),
    "pin": ("nnnn",),
}
_PASSWORD_CHARACTERS = {
    "V": "AEIOU",
    "C": "BCDFGHJKLMNPQRSTVWXYZ",
    "v": "aeiou",
    "c": "bcdfghjklmnpqrstvwxyz",
    "A": "AEIOUBCDFGHJKLMNPQRSTVWXYZ",
    "a": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
    "n": "0123456789",
    "o": "@&%?,=[]_:-+*$#!'^~;()/.",
    "x": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
}


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@CRYPTO.function("bcrypt")
def bcrypt_hash(world: World, password: str) -> str:
    """Return the bcrypt hash of ``password``, or a sentence why there is none."""
    import bcrypt

    secret = _bytes(password)
    if len(secret) > _BCRYPT_LIMIT:
        reason = f"bcrypt: password length exceeds {_BCRYPT_LIMIT} bytes"
        return f"failed to encrypt string with bcrypt: {reason}"
    digits = encode_standard(world.random_bytes(16)).rstrip("=").encode()
    salt = digits.translate(bytes.maketrans(_BASE64_DIGITS, _BCRYPT_DIGITS))
    return bcrypt.hashpw(secret, b"$2a$%d$%s" % (_BCRYPT_COST, salt)).decode("ascii")


@CRYPTO.function("htpasswd")
def htpasswd(world: World, user: str, password: str) -> str:
    """Return a line of an htpasswd file, or a sentence why there is none."""
    if ":" in user:
        return f"invalid username: {user}"
    return f"{user}:{bcrypt_hash(world, password)}"


@CRYPTO.function("derivePassword")
def derive_password(counter: Uint32, kind: str, password: str, user: str, site: str) -> str:
    """Return the password of the Master Password scheme for a site, always the same one."""
    import hashlib
    import hmac

    templates = _PASSWORD_TEMPLATES.get(kind)
    if templates is None:
        return f"cannot find password template {kind}"
    name, place = _bytes(user), _bytes(site)
    salt = _MASTER_PASSWORD + len(name).to_bytes(4, "big") + name
    key = hashlib.scrypt(_bytes(password), salt=salt, n=32768, r=8, p=2, maxmem=1 << 26, dklen=64)
    message = _MASTER_PASSWORD + len(place).to_bytes(4, "big") + place + counter.to_bytes(4, "big")
    seed = hmac.digest(key, message, "sha256")
    template = templates[seed[0] % len(templates)]
    alphabets = (_PASSWORD_CHARACTERS[letter] for letter in template)
    return "".join(
        alphabet[byte % len(alphabet)] for alphabet, byte in zip(alphabets, seed[1:], strict=False)
    )


@CRYPTO.function("genPrivateKey")
def generate_private_key(world: World, kind: str) -> str:
    """Return a new private key in PEM, or a sentence why there is none."""
    if kind not in ("", "rsa", "dsa", "ecdsa", "ed25519"):
        return f"Unknown type {kind}"

    return to_pem(generate(world, kind))


@CRYPTO.function("randBytes")
def rand_bytes(world: World, count: int) -> str:
    """Return ``count`` random bytes in base64."""
    if count < 0:
        raise FunctionError("runtime error: makeslice: len out of range")
    if count > _MAX_BYTES:
        raise FunctionError(f"randBytes: more than {_MAX_BYTES} bytes")
    return encode_standard(world.random_bytes(count))


@CRYPTO.function("encryptAES")
def encrypt_aes(world: World, password: str, text: str) -> str:
    """Return ``text`` encrypted with AES-256-CBC, in base64, the random start vector first."""
    if not text:
        return ""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    content = _bytes(text)
    padding = _BLOCK - len(content) % _BLOCK
    vector = world.random_bytes(_BLOCK)
    encryptor = Cipher(algorithms.AES(_key(password)), modes.CBC(vector)).encryptor()
    encrypted = encryptor.update(content + bytes((padding,)) * padding) + encryptor.finalize()
    return encode_standard(vector + encrypted)


@CRYPTO.function("decryptAES")
def decrypt_aes(password: str, encrypted: str) -> str:
    """Return the text that ``encryptAES`` encrypted; a wrong password gives nonsense or an error."""
    if not encrypted:
        return ""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    source = _bytes(encrypted)
    try:
        content = decode_standard(source)
    except GoError as error:
        raise FunctionError(error.message) from None
    # Where Go would panic, its slices are bounded by what base64 may need at most.
    capacity = len(source) // 4 * 3
    if capacity < _BLOCK:
        raise FunctionError(
            f"runtime error: slice bounds out of range [:{_BLOCK}] with capacity {capacity}"
        )
    if len(content) < _BLOCK:
        raise FunctionError(f"runtime error: slice bounds out of range [{_BLOCK}:{len(content)}]")
    if len(content) % _BLOCK:
        raise FunctionError("crypto/cipher: input not full blocks")
    decryptor = Cipher(algorithms.AES(_key(password)), modes.CBC(content[:_BLOCK])).decryptor()
    decrypted = decryptor.update(content[_BLOCK:]) + decryptor.finalize()
    if not decrypted:
        raise FunctionError("runtime error: index out of range [-1]")
    end = len(decrypted) - decrypted[-1]
    if end < 0:
        raise FunctionError(f"runtime error: slice bounds out of range [:{end}]")
    return decrypted[:end].decode("utf-8", "surrogateescape")


def _key(password: str) -> bytes:
    """Return the password, cut or filled up with zeros to the size of a key."""
    return _bytes(password)[:_KEY_SIZE].ljust(_KEY_SIZE, b"\0")


CRYPTO.update(CERTIFICATES)
