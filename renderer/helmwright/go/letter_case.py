"""Letter case as Go changes it: always one rune for one rune, never by language or position.

Python's own case methods use Unicode's full mappings (``ß`` becomes ``SS``, a final sigma is
special), so anything outside ASCII goes through one character at a time here.

Source: strings/strings.go, unicode/letter.go, goutils wordutils.go.
"""

from __future__ import annotations

from functools import lru_cache

from helmwright.go.spaces import SPACE
from helmwright.go.utf8 import runes

SPACES = frozenset(SPACE)
"""The characters of Go's unicode.IsSpace."""


@lru_cache(maxsize=512)
def rune_to_upper(char: str) -> str:
    """Return Go's unicode.ToUpper of one character."""
    mapped = char.upper()
    return mapped if len(mapped) == 1 else rune_to_title(char)


@lru_cache(maxsize=512)
def rune_to_lower(char: str) -> str:
    """Return Go's unicode.ToLower of one character."""
    # Only U+0130 has a longer full mapping, and its first character is the simple one.
    return char.lower()[0]


@lru_cache(maxsize=512)
def rune_to_title(char: str) -> str:
    """Return Go's unicode.ToTitle of one character."""
    mapped = char.title()
    return mapped if len(mapped) == 1 else char


@lru_cache(maxsize=512)
def category(char: str) -> str:
    """Return the Unicode category of one character, such as ``Lu``."""
    import unicodedata

    return unicodedata.category(char)


def upper(text: str) -> str:
    """Return Go's strings.ToUpper."""
    return text.upper() if text.isascii() else "".join(map(rune_to_upper, runes(text)))


def lower(text: str) -> str:
    """Return Go's strings.ToLower."""
    return text.lower() if text.isascii() else "".join(map(rune_to_lower, runes(text)))


def _separates(char: str) -> bool:
    if char < "\x80":
        return not (char.isalnum() or char == "_")
    kind = category(char)
    return kind[0] != "L" and kind != "Nd" and char in SPACES


def title(text: str) -> str:
    """Return ``text`` with the first letter of each word in title case: Go's strings.Title."""
    result = []
    previous = " "
    for char in runes(text):
        result.append(rune_to_title(char) if _separates(previous) else char)
        previous = char
    return "".join(result)


def untitle(text: str) -> str:
    """Return ``text`` with the first character of each spaced word in lower case."""
    result = []
    at_start = True
    for char in runes(text):
        if char in SPACES:
            at_start = True
            result.append(char)
        else:
            result.append(rune_to_lower(char) if at_start else char)
            at_start = False
    return "".join(result)


def swap_case(text: str) -> str:
    """Return ``text`` with its letters' case swapped; a small letter at a word's start is titled."""
    result = []
    at_start = True
    for char in runes(text):
        kind = category(char)
        if kind in {"Lu", "Lt"}:
            result.append(rune_to_lower(char))
            at_start = False
        elif kind == "Ll":
            result.append(rune_to_title(char) if at_start else rune_to_upper(char))
            at_start = False
        else:
            result.append(char)
            at_start = char in SPACES
    return "".join(result)
