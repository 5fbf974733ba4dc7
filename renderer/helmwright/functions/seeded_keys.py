"""Private keys out of a seeded world: the same seed gives the same key.

A world that is not seeded gets its keys from OpenSSL; these are for tests and reproducible output.
The numbers are drawn here, but OpenSSL, which is ten times as fast, looks for primes among them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.go.world import World

EXPONENT = 65537
_SIEVE_LIMIT = 50_000
_WINDOW = 1 << 14
_ROUNDS = 8
_OPENSSL_BITS = 1024
_SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


@cache
def _small_primes() -> list[int]:
    sieve = bytearray([1]) * _SIEVE_LIMIT
    for number in range(2, int(_SIEVE_LIMIT**0.5) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(
                len(range(number * number, _SIEVE_LIMIT, number))
            )
    return [number for number in range(3, _SIEVE_LIMIT) if sieve[number]]


def scalar(world: World, limit: int) -> int:
    """Return a number from 1 to ``limit`` - 1."""
    size = (limit.bit_length() + 7) // 8 + 8
    return int.from_bytes(world.random_bytes(size), "big") % (limit - 1) + 1


def prime(world: World, bits: int, *, factor: int = 2) -> int:
    """Return a prime of ``bits`` bits, the upper two set, that is 1 modulo the even ``factor``."""
    while True:
        start = int.from_bytes(world.random_bytes(bits // 8), "big") | 3 << bits - 2
        start -= start % factor - 1
        for number in _candidates(start, factor):
            if number.bit_length() == bits and _is_prime(world, number):
                return number


def _candidates(start: int, step: int) -> list[int]:
    """Return the numbers of a window that no small prime divides."""
    window = bytearray([1]) * _WINDOW
    for divisor in _small_primes():
        if step % divisor == 0:
            continue
        first = -start * pow(step, -1, divisor) % divisor
        if first < _WINDOW:
            window[first::divisor] = bytes(len(range(first, _WINDOW, divisor)))
    return [start + index * step for index in range(_WINDOW) if window[index]]


def _is_prime(world: World, number: int) -> bool:
    """Do Fermat's test first, because it settles nearly all, then Miller and Rabin's."""
    if number.bit_length() >= _OPENSSL_BITS and not _passes_fermat(number):
        return False
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    return all(_passes(scalar(world, number - 2) + 1, odd, twos, number) for _ in range(_ROUNDS))


def _passes_fermat(number: int) -> bool:
    """Let OpenSSL raise the inverse of a number to the power ``number`` - 2.

    Modulo a prime that gives the number itself. Verifying a signature with this strange public key
    does it, where the number is what the signed digest looks like.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    size = (number.bit_length() + 7) // 8
    digest = _SHA256_INFO + hashlib.sha256(b"").digest()
    filling = b"\xff" * (size - 3 - len(digest))
    try:
        signature = pow(int.from_bytes(b"\0\1" + filling + b"\0" + digest, "big"), -1, number)
    except ValueError:
        return False  # they have a common factor
    key = rsa.RSAPublicNumbers(number - 2, number).public_key()
    try:
        key.verify(signature.to_bytes(size, "big"), b"", padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return False
    return True


def _passes(base: int, odd: int, twos: int, number: int) -> bool:
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def rsa_primes(world: World, bits: int) -> tuple[int, int]:
    """Return two primes for an RSA modulus of ``bits`` bits."""
    while True:
        first, second = prime(world, bits // 2), prime(world, bits // 2)
        if first != second and all((number - 1) % EXPONENT for number in (first, second)):
            return first, second


def dsa_parameters(world: World) -> tuple[int, int, int]:
    """Return a prime modulus of 2048 bits, a prime divisor of 256 bits, and a generator."""
    divisor = prime(world, 256)
    modulus = prime(world, 2048, factor=2 * divisor)
    base = 2
    while (generator := pow(base, (modulus - 1) // divisor, modulus)) == 1:
        base += 1
    return modulus, divisor, generator
