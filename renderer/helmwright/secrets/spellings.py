"""In which ways a known secret may be written: plain, quoted, escaped, encoded, cut, digested."""

from __future__ import annotations

import html
import json
import re
import zlib
from base64 import b32encode, b64encode
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST = 4
"""Letters of the shortest text that is looked for."""
_LEAST_DIGITS = 6
_LEAST_LINE = 8
_COMMON = frozenset(
    "true false null none nil yes no on off postgres postgresql mysql redis mongodb rabbitmq admin"  # noqa: SIM905 - words
    " administrator root user username guest default password passwd secret token localhost"
    " http https debug info warn warning error latest test example base64 text json yaml basic"
    " bearer main opaque value values data name names string".split()
)
_JS = {"'": "\\'", '"': '\\"', "\\": "\\\\", "<": "\\u003C", ">": "\\u003E", "&": "\\u0026"}
_JS["="] = "\\u003D"
_DIGESTS = ("md5", "sha1", "sha256", "sha512")
_LONGEST_DIGESTED = 64
_WORD = re.compile(r"[A-Za-z]{1,20}\d{0,2}(?:[_./-][A-Za-z]{1,20}\d{0,2})*")
_LONGEST_WORD = 48


def is_word(key: str) -> bool:
    """Tell whether a key made of words can be shown, though it is a part of a Secret's text."""
    return len(key) <= _LONGEST_WORD and _WORD.fullmatch(key) is not None


def is_common(word: str) -> bool:
    """Tell whether a word is said so often that it hides nothing."""
    return word.lower() in _COMMON


def is_distinct(value: str) -> bool:
    """Tell whether a value is looked for in texts: not if it is short, a common word or a number."""
    text = value.strip()
    if len(text) < LEAST or is_common(text):
        return False
    return len(text) >= _LEAST_DIGITS if text.replace(".", "").isdigit() else True


def as_text(value: Any) -> str:
    """Return a scalar as a template writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value)


def ways_to_write(value: str) -> dict[str, bool]:
    """Return every text by which a secret is looked for: plain, quoted, escaped and encoded.

    With each, whether it is a part of base64 or base32, where the rest of it would say something
    too.
    """
    plain = value.strip()
    texts = {plain, *_escaped(plain)}
    if len(plain) >= _LEAST_DIGITS:
        texts |= {plain.lower(), plain.upper(), plain.title(), plain.swapcase(), plain[::-1]}
    if "\n" in plain:
        lines = (line.strip() for line in plain.splitlines())
        texts |= {line for line in lines if len(line) >= _LEAST_LINE and is_distinct(line)}
    found: dict[str, bool] = {}
    for text in texts:
        data = text.encode("utf-8", "surrogateescape")
        for fragment in _fragments(data):
            found[fragment] = found[fragment.replace("+", "-").replace("/", "_")] = True
        found[data.hex()] = found[data.hex().upper()] = False
    data = plain.encode("utf-8", "surrogateescape")
    for fragment in tuple(_fragments(data)):
        found.update(dict.fromkeys(_fragments(fragment.encode()), True))
    for fragment in _fragments_32(data):
        found[fragment] = found[fragment.lower()] = True
    found.update(dict.fromkeys(_digests(value), False))
    found.update(dict.fromkeys(texts, False))
    return {one: encoded for one, encoded in found.items() if len(one) >= LEAST}


def encoded_ways(value: str) -> Iterator[str]:
    """Yield a secret in base64, base32 and hexadecimal numbers, of which a part may be written."""
    data = value.strip().encode("utf-8", "surrogateescape")
    yield from _fragments(data)
    yield from _fragments_32(data)
    yield data.hex()


def _digests(value: str) -> Iterator[str]:
    """Yield the digests of a short secret, by which it can be guessed."""
    if len(value) > _LONGEST_DIGESTED:
        return
    import hashlib

    for text in {value, value.strip()}:
        data = text.encode("utf-8", "surrogateescape")
        yield str(zlib.adler32(data))
        for name in _DIGESTS:
            digest = hashlib.new(name, data, usedforsecurity=False)
            written = digest.hexdigest()
            yield from (written, written.upper(), b64encode(digest.digest()).decode())
            yield b64encode(written.encode()).decode()


def _escaped(plain: str) -> Iterator[str]:
    yield plain.replace("'", "''")
    yield plain.replace("'", "'\\''")
    yield plain.replace("'", "'\"'\"'")
    yield "".join(_JS.get(character, character) for character in plain)
    for ascii_only in (False, True):
        quoted = json.dumps(plain, ensure_ascii=ascii_only)[1:-1]
        yield quoted
        yield json.dumps(quoted, ensure_ascii=ascii_only)[1:-1]
        marked = quoted
        for character in "<>&":
            marked = marked.replace(character, f"\\u{ord(character):04x}")
        yield marked
    for safe in ("", "/", "$&+,/:;=@", "$&+,;=", "$&+:=@", "~()*!'"):
        text = quote(plain, safe=safe, errors="surrogateescape")
        yield text
        yield re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), text)
    yield quote_plus(plain, errors="surrogateescape")
    yield html.escape(plain)
    yield html.escape(plain, quote=False)
    yield html.escape(plain).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    yield re.escape(plain)


def _fragments(data: bytes) -> Iterator[str]:
    """Yield the base64 of data as it is within longer base64, where it can begin at three places."""
    for offset in range(3):
        text = b64encode(bytes(offset) + data).decode()
        first = -(-offset * 8 // 6)
        yield text[first : (offset + len(data)) * 8 // 6]


def _fragments_32(data: bytes) -> Iterator[str]:
    """Yield the base32 of data as it is within longer base32, where it can begin at five places."""
    for offset in range(5):
        text = b32encode(bytes(offset) + data).decode()
        first = -(-offset * 8 // 5)
        yield text[first : (offset + len(data)) * 8 // 5]
