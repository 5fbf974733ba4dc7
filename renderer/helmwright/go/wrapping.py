"""Wrapping, shortening and thinning out text by its bytes, as goutils does.

Source: github.com/Masterminds/goutils v1.1.1, wordutils.go and stringutils.go.
"""

from __future__ import annotations

from helmwright.go.cast import wrap_around
from helmwright.go.utf8 import decode, encode

_LATIN_SPACES = b"\t\n\v\f\r \x85\xa0"


def wrap(text: str, width: int, separator: str, *, cut_long_words: bool) -> str:
    """Return ``text`` broken at spaces into lines of at most ``width`` bytes.

    Spaces at the start of a line vanish; line breaks in ``text`` are not special. A word longer
    than a line is cut only if ``cut_long_words``. An empty ``separator`` means a newline.
    """
    source = encode(text)
    newline = encode(separator) or b"\n"
    width = max(width, 1)
    lines: list[bytes] = []
    start = 0
    while len(source) - start > width:
        if source[start] == 0x20:
            start += 1
            continue
        space = source.rfind(b" ", start, start + width + 1)
        if space >= 0:
            lines.append(source[start:space])
            start = space + 1
        elif cut_long_words:
            lines.append(source[start : start + width])
            start += width
        else:
            space = source.find(b" ", start + width)
            if space < 0:
                break
            lines.append(source[start:space])
            start = space + 1
    lines.append(source[start:])
    return decode(newline.join(lines))


def abbreviate(text: str, offset: int, width: int) -> str:
    """Return ``text`` shortened to ``width`` bytes with ``...`` at its end, its start, or both.

    offset: a byte that must remain visible. Widths too small for that give an empty string.
    """
    if not text or width < 4:
        return ""
    source = encode(text)
    size = len(source)
    if size <= width:
        return text
    offset = min(offset, size)
    if wrap_around(size - offset) < width - 3:
        offset = size - (width - 3)
    if offset <= 4:
        return decode(source[: width - 3] + b"...")
    if width < 7:
        return ""
    if offset + width - 3 < size:
        return "..." + abbreviate(decode(source[offset:]), 0, width - 3)
    return decode(b"..." + source[size - (width - 3) :])


def delete_white_space(text: str) -> str:
    """Return ``text`` without white space.

    Go looks at bytes as if they were Latin-1, so as soon as anything is removed every byte of a
    character outside ASCII comes back as a character of its own.
    """
    source = encode(text)
    kept = source.translate(None, _LATIN_SPACES)
    return text if len(kept) == len(source) else kept.decode("latin-1")


def initials(text: str) -> str:
    """Return the first byte of every word, read as Latin-1."""
    spaced = encode(text).translate(bytes(0x20 if b in _LATIN_SPACES else b for b in range(256)))
    return "".join([word[:1].decode("latin-1") for word in spaced.split(b" ") if word])
