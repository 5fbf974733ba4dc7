"""sprig's random functions; all chance comes from the World of the render.

Source: sprig v3.3.0, strings.go and functions.go; goutils cryptorandomstringutils.go; google/uuid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.cast import wrap_around
from helmwright.go.function import Family
from helmwright.go.limits import NODE_LIMIT, WORK, LimitError, check_text
from helmwright.go.utf8 import runes

if TYPE_CHECKING:
    from helmwright.go.world import World

RANDOM = Family()

_DIGITS = "0123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ASCII = "".join(map(chr, range(32, 127)))


def _pick(world: World, name: str, alphabet: str, count: int) -> str:
    """Return ``count`` characters, each with the same chance; none if ``count`` is negative."""
    if count <= 0:
        return ""
    check_text(name, count)
    WORK.spend(count // 8)
    size = len(alphabet)
    # Bytes from the last incomplete round of the alphabet would favour its first characters.
    fair = 256 - 256 % size
    table = bytes(ord(alphabet[byte % size]) for byte in range(256))
    unfair = bytes(range(fair, 256))
    result = bytearray()
    while len(result) < count:
        missing = count - len(result)
        result += world.random_bytes(missing + missing // 2 + 16).translate(table, unfair)
    return result[:count].decode("ascii")


@RANDOM.function("randAlphaNum")
def rand_alpha_num(world: World, count: int) -> str:
    """Return random ASCII letters and digits."""
    return _pick(world, "randAlphaNum", _LETTERS + _DIGITS, count)


@RANDOM.function("randAlpha")
def rand_alpha(world: World, count: int) -> str:
    """Return random ASCII letters."""
    return _pick(world, "randAlpha", _LETTERS, count)


@RANDOM.function("randNumeric")
def rand_numeric(world: World, count: int) -> str:
    """Return random digits."""
    return _pick(world, "randNumeric", _DIGITS, count)


@RANDOM.function("randAscii")
def rand_ascii(world: World, count: int) -> str:
    """Return random printable ASCII characters."""
    return _pick(world, "randAscii", _ASCII, count)


@RANDOM.function("shuffle")
def shuffle(world: World, text: str) -> str:
    """Return the characters of ``text`` in random order."""
    chars = list(runes(text))
    if len(chars) > NODE_LIMIT:
        raise LimitError(
            f"shuffle: a text of {len(chars)} characters is too large, {NODE_LIMIT} are the most"
        )
    WORK.spend(len(chars))
    for index in range(len(chars) - 1, 0, -1):
        other = world.random_int(index + 1)
        chars[index], chars[other] = chars[other], chars[index]
    return "".join(chars)


@RANDOM.function("randInt")
def rand_int(world: World, low: int, high: int) -> int:
    """Return a random integer from ``low`` to below ``high``."""
    span = wrap_around(high - low)
    if span <= 0:
        raise FunctionError("invalid argument to Intn")
    return wrap_around(world.random_int(span) + low)


@RANDOM.function("uuidv4")
def uuidv4(world: World) -> str:
    """Return a random UUID."""
    data = bytearray(world.random_bytes(16))
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    digits = data.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
