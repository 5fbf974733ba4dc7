"""Reading characters, escapes and classes of Go's regular expressions.

Source: regexp/syntax/parse.go
"""

from __future__ import annotations

from helmwright.go.regexp_classes import (
    MAX_RUNE,
    PERL_CLASSES,
    POSIX_CLASSES,
    Ranges,
    clean,
    fold,
    negate,
    unicode_class,
)
from helmwright.go.regexp_nodes import FOLD, refuse

INVALID_ESCAPE = "invalid escape sequence"
_INVALID_RANGE = "invalid character class range"
_CONTROLS = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


class Reader:
    """A place in a pattern: ``position`` counts characters of ``text``."""

    def __init__(self, text: str, flags: int) -> None:
        self.text = text
        self.position = 0
        self.flags = flags

    def next(self) -> int:
        """Return the next character, or 0xFFFD at the end, and move behind it."""
        if self.position >= len(self.text):
            return 0xFFFD
        rune = ord(self.text[self.position])
        if 0xDC80 <= rune <= 0xDCFF:
            refuse("invalid UTF-8", self.text[self.position :])
        self.position += 1
        return rune

    def check_encoding(self, start: int, end: int) -> None:
        """Refuse bytes that are not UTF-8 between two positions."""
        for index in range(start, end):
            if "\udc80" <= self.text[index] <= "\udcff":
                refuse("invalid UTF-8", self.text[index:end])

    def read_class_escape(self) -> Ranges | None:
        r"""Parse ``\pN``, ``\d`` and their like, or return None."""
        text, start = self.text, self.position
        if not text.startswith("\\", start):
            return None
        letter = text[start + 1 : start + 2]
        if letter in {"p", "P"}:
            return self._unicode_class(negative=letter == "P")
        if not letter or letter not in "dDsSwW":
            return None
        self.position += 2
        ranges = PERL_CLASSES[letter.lower()]
        if self.flags & FOLD:
            ranges = fold(ranges)
        return negate(ranges) if letter.isupper() else ranges

    def _unicode_class(self, *, negative: bool) -> Ranges:
        text, start = self.text, self.position
        self.position += 2
        if self.next() == 0x7B:  # a brace
            end = text.find("}", start)
            if end < 0:
                self.check_encoding(start, len(text))
                refuse(_INVALID_RANGE, text[start:])
            self.check_encoding(start + 3, end)
            self.position = end + 1
            name = text[start + 3 : end]
        else:
            name = text[start + 2 : self.position]
        if name.startswith("^"):
            negative = not negative
            name = name[1:]
        ranges = unicode_class(name, folded=bool(self.flags & FOLD))
        if ranges is None:
            refuse(_INVALID_RANGE, text[start : self.position])
        return negate(ranges) if negative else ranges

    def _named_class(self) -> Ranges | None:
        """Parse ``[:alpha:]`` or ``[:^alpha:]``, or return None if it does not end."""
        text, start = self.text, self.position
        end = text.find(":]", start + 2)
        if end < 0:
            return None
        name = text[start + 2 : end]
        ranges = POSIX_CLASSES.get(name.removeprefix("^"))
        if ranges is None:
            refuse(_INVALID_RANGE, text[start : end + 2])
        self.position = end + 2
        if self.flags & FOLD:
            ranges = fold(ranges)
        return negate(ranges) if name.startswith("^") else ranges

    def read_class(self) -> Ranges:
        """Read a class in brackets."""
        text, start = self.text, self.position
        self.position += 1
        negative = text.startswith("^", self.position)
        if negative:
            self.position += 1
        ranges: Ranges = []
        first = True
        while first or not text.startswith("]", self.position):
            first = False
            found = None
            if text.startswith("[:", self.position) and len(text) > self.position + 2:
                found = self._named_class()
            if found is None:
                found = self.read_class_escape()
            ranges += self._class_range(start) if found is None else found
        self.position += 1
        ranges = clean(ranges)
        return negate(ranges) if negative else ranges

    def _class_range(self, start: int) -> Ranges:
        """Parse one character, or a range; ``start`` is where the class begins."""
        text, begin = self.text, self.position
        low = high = self._class_character(start)
        if (
            text.startswith("-", self.position)
            and len(text) >= self.position + 2
            and text[self.position + 1] != "]"
        ):
            self.position += 1
            high = self._class_character(start)
            if high < low:
                refuse(_INVALID_RANGE, text[begin : self.position])
        if not self.flags & FOLD or (low <= 0x41 and high >= MAX_RUNE):
            return [(low, high)]
        return fold([(low, high)])

    def _class_character(self, start: int) -> int:
        if self.position >= len(self.text):
            refuse("missing closing ]", self.text[start:])
        return self.read_escape() if self.text[self.position] == "\\" else self.next()

    def read_escape(self) -> int:
        """Parse an escape that stands for one character."""
        text, start = self.text, self.position
        self.position += 1
        if self.position >= len(text):
            refuse("trailing backslash at end of expression", "")
        rune = self.next()
        letter = chr(rune)
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if rune < 128 and not letter.isalnum():
            return rune
        following = text[self.position : self.position + 1]
        if letter == "0" or ("1" <= letter <= "7" and "0" <= following <= "7"):
            return self._octal(rune - 48)
        if letter == "x" and following:
            value = self._hexadecimal()
            if value is not None:
                return value
        return refuse(INVALID_ESCAPE, text[start : self.position])

    def _octal(self, value: int) -> int:
        for _ in range(2):
            digit = self.text[self.position : self.position + 1]
            if not digit or not "0" <= digit <= "7":
                break
            value = value * 8 + int(digit)
            self.position += 1
        return value

    def _hexadecimal(self) -> int | None:
        r"""Parse what follows ``\x``: two digits, or any number of them in braces."""
        first = chr(self.next())
        if first != "{":
            second = chr(self.next())
            if first in _HEXADECIMAL and second in _HEXADECIMAL:
                return int(first + second, 16)
            return None
        value = -1
        while self.position < len(self.text):
            digit = chr(self.next())
            if digit == "}":
                return value if value >= 0 else None
            if digit not in _HEXADECIMAL:
                return None
            value = max(value, 0) * 16 + int(digit, 16)
            if value > MAX_RUNE:
                return None
        return None
