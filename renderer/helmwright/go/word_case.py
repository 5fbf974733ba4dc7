"""snake_case, kebab-case and PascalCase as xstrings makes them.

Source: github.com/huandu/xstrings v1.5.0, convert.go and count.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.letter_case import SPACES, category, rune_to_lower, rune_to_upper
from helmwright.go.utf8 import joined, runes

if TYPE_CHECKING:
    from collections.abc import Callable

_INVALID, _NUMBER, _UPPER, _ALPHABET, _CONNECTOR, _PUNCTUATION, _OTHER = range(7)
_BAD = "\ufffd"
_CONNECTORS = SPACES | {"-", "_"}
_IDEOGRAPHS = ((0x3400, 0x4D85), (0x4E00, 0x9FCC), (0x20000, 0x2B81D))


def to_snake_case(text: str) -> str:
    """Return ``text`` as words of small letters joined by underscores."""
    return _Words(text, "_").joined()


def to_kebab_case(text: str) -> str:
    """Return ``text`` as words of small letters joined by hyphens."""
    return _Words(text, "-").joined()


def to_pascal_case(text: str, *, keeps_capitals: bool = False) -> str:
    """Return ``text`` without connectors, each word beginning with a capital letter.

    A run of capitals at a word's start counts as one capital: ``HTTPServer`` is ``Httpserver``.
    keeps_capitals: it stays as it is, as before xstrings v1.5.0.
    """
    source = runes(text)
    start = 0
    while start < len(source) and source[start] in _CONNECTORS:
        start += 1
    if start == len(source):
        # The last connector is written twice, unless it is the only one: Go's loop leaves it over.
        return source + source[-1:]
    result = [source[:start]]
    current = rune_to_upper(source[start])
    after_upper = category(source[start]) == "Lu"
    for char in source[start + 1 :]:
        previous, current = current, char
        if previous in _CONNECTORS:
            if char in _CONNECTORS:
                result.append(previous)
                continue
            after_upper = category(char) == "Lu"
            current = rune_to_upper(char)
            continue
        if after_upper and not keeps_capitals:
            if category(char) == "Lu":
                current = rune_to_lower(char)
            else:
                after_upper = False
        result.append(previous)
    return "".join([*result, current])


def _is_upper(char: str) -> bool:
    return category(char) == "Lu"


def _is_number(char: str) -> bool:
    return category(char)[0] == "N"


def _is_punctuation(char: str) -> bool:
    return category(char)[0] == "P"


def _is_connector(char: str) -> bool:
    return char in _CONNECTORS


def _is_alphabet(char: str) -> bool:
    if category(char)[0] != "L":
        return False
    code = ord(char)
    return code < _IDEOGRAPHS[0][0] or not any(low <= code <= high for low, high in _IDEOGRAPHS)


def _is_small(char: str) -> bool:
    return _is_alphabet(char) and not _is_upper(char)


def _is_rest(char: str) -> bool:
    return not (
        _is_connector(char) or _is_alphabet(char) or _is_number(char) or _is_punctuation(char)
    )


class _Words:
    """The words of a text, read one after the other and written in small letters."""

    def __init__(self, text: str, connector: str) -> None:
        self.text = joined(text)
        self.connector = connector
        self.offset = 0
        self.kind = _INVALID
        self.word = ""
        self.result: list[str] = []

    def joined(self) -> str:
        """Return the whole text with ``connector`` between its words."""
        if not self.text:
            return ""
        self._read()
        while self.offset < len(self.text):
            if self.kind != _CONNECTOR:
                self._write(self.kind, self.word)
            kind, word = self.kind, self.word
            self._read()
            if kind == _NUMBER:
                self._write_alphanumeric()
            elif kind == _CONNECTOR:
                self._write(kind, word)
            elif kind != _PUNCTUATION:
                self._follow_letters()
        self._write(self.kind, self.word)
        return "".join(self.result)

    def _follow_letters(self) -> None:
        """Handle the word after letters; digits there may belong to either side."""
        if self.kind != _NUMBER:
            if self.kind not in {_CONNECTOR, _PUNCTUATION}:
                self.result.append(self.connector)
            return
        if self.offset >= len(self.text):
            return
        digits = self.word
        self._read()
        if self.kind != _ALPHABET:
            self._write(_NUMBER, digits)
            if self.kind not in {_CONNECTOR, _PUNCTUATION}:
                self.result.append(self.connector)
            return
        self.result.append(self.connector)
        self._write(_NUMBER, digits)
        self._write_alphanumeric()

    def _write_alphanumeric(self) -> None:
        """Write small letters and digits as long as they follow, then a connector if one is due."""
        while self.kind in {_ALPHABET, _NUMBER}:
            self._write(self.kind, self.word)
            self._read()
        if self.kind not in {_INVALID, _CONNECTOR, _PUNCTUATION}:
            self.result.append(self.connector)

    def _write(self, kind: int, word: str) -> None:
        if kind not in {_UPPER, _CONNECTOR}:
            self.result.append(word)
            return
        for char in runes(word):
            if char in _CONNECTORS:
                self.result.append(self.connector)
            else:
                self.result.append(rune_to_lower(char) if _is_upper(char) else char)

    def _peek(self, previous: str) -> tuple[str, int]:
        """Return the next valid character and the offset behind it; ``previous`` at the end."""
        for index in range(self.offset, len(self.text)):
            char = self.text[index]
            if char != _BAD and not "\udc80" <= char <= "\udcff":
                return char, index + 1
        return previous, len(self.text)

    def _skip(self, char: str, belongs: Callable[[str], bool]) -> str:
        """Move on while characters belong to the word; return the first that does not."""
        while self.offset < len(self.text):
            char, end = self._peek(char)
            if not belongs(char):
                break
            self.offset = end
        return char

    def _read(self) -> None:
        """Read the next word into ``kind`` and ``word``."""
        start = self.offset
        char, self.offset = self._peek(_BAD)
        self.kind = _INVALID
        if start < len(self.text) and char != _BAD:
            for kind, belongs in _KINDS:
                if belongs(char):
                    self.kind = kind
                    break
            if self.kind == _UPPER:
                self._read_capitals(char)
            else:
                self._skip(char, _CONTINUED[self.kind])
        self.word = self.text[start : self.offset]

    def _read_capitals(self, first: str) -> None:
        """Read a word that begins with a capital: ``Server``, or the ``HTTP`` of ``HTTPServer``."""
        if self.offset >= len(self.text):
            return
        char, end = self._peek(first)
        if _is_upper(char):
            before = self.offset
            while True:
                last, before, self.offset = char, self.offset, end
                if self.offset >= len(self.text):
                    return
                char, end = self._peek(last)
                if not _is_upper(char):
                    break
            if _is_alphabet(char):
                self.offset = before
        elif _is_alphabet(char):
            self.offset = end
            self._skip(char, _is_small)


_KINDS: tuple[tuple[int, Callable[[str], bool]], ...] = (
    (_CONNECTOR, _is_connector),
    (_PUNCTUATION, _is_punctuation),
    (_UPPER, _is_upper),
    (_ALPHABET, _is_alphabet),
    (_NUMBER, _is_number),
    (_OTHER, lambda _: True),
)
_CONTINUED: dict[int, Callable[[str], bool]] = {
    _CONNECTOR: _is_connector,
    _PUNCTUATION: _is_punctuation,
    _ALPHABET: _is_small,
    _NUMBER: _is_number,
    _OTHER: _is_rest,
}
