"""gobwas/glob's matchers, each with the quirks that make some patterns match what they should not.

``match`` answers for a whole text. ``index`` gives the first place where a matcher could begin
(-1: nowhere) and the lengths it could have there. ``length`` is the number of characters a matcher
takes, -1 where that varies. Texts are UTF-8 bytes, as the original's positions are.

Source: github.com/gobwas/glob v0.2.3 match/*.go
"""

# ruff: noqa: D102 - the base class says what its methods do

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Found = tuple[int, "Sequence[int]"]
NOWHERE: Found = (-1, ())
_INVALID = 0xFFFD


def runes(data: bytes) -> list[tuple[int, int]]:
    """Return the position and the code of each character, U+FFFD for a byte that is not UTF-8."""
    if data.isascii():
        return list(enumerate(data))
    result = []
    position = 0
    for character in data.decode("utf-8", "surrogateescape"):
        code = ord(character)
        if 0xDC80 <= code <= 0xDCFF:
            result.append((position, _INVALID))
            position += 1
        else:
            result.append((position, code))
            position += width(code)
    return result


def width(code: int) -> int:
    """Return the number of bytes of a character in UTF-8; an invalid byte counts as U+FFFD."""
    if code < 0x80:
        return 1
    if code < 0x800:
        return 2
    return 3 if code < 0x10000 else 4


def _only(data: bytes) -> int | None:
    """Return the only character of ``data``, U+FFFD for none, or None for more than one."""
    found = runes(data[:5])
    if not found:
        return _INVALID
    return found[0][1] if len(found) == 1 and len(data) <= 4 else None


def _first_of(data: bytes, separators: str) -> int:
    """Return where the first separator that occurs at all is, or -1."""
    for separator in separators:
        index = data.find(separator.encode())
        if index >= 0:
            return index
    return -1


def _ends(data: bytes, start: int) -> list[int]:
    """Return ``start`` plus the position behind each character of ``data``."""
    return [start + position + width(code) for position, code in runes(data)]


def _starts(data: bytes, start: int = 0) -> list[int]:
    """Return ``start`` plus the position of each character of ``data``, and of its end."""
    return [start + position for position, _ in runes(data)] + [start + len(data)]


class Matcher:
    """The base of all matchers."""

    __slots__ = ("length",)

    def __init__(self, length: int = -1) -> None:
        self.length = length

    def match(self, data: bytes) -> bool:
        """Tell whether all of ``data`` matches."""
        raise NotImplementedError

    def index(self, data: bytes) -> Found:
        """Return where the matcher could begin, and its possible lengths there."""
        raise NotImplementedError


class Text(Matcher):
    """Exactly this text."""

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        super().__init__(len(runes(text)))
        self.text = text

    def match(self, data: bytes) -> bool:
        return data == self.text

    def index(self, data: bytes) -> Found:
        return data.find(self.text), (len(self.text),)


class Nothing(Matcher):
    """The empty text."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def match(self, data: bytes) -> bool:
        return not data

    def index(self, data: bytes) -> Found:  # noqa: ARG002 - it is everywhere
        return 0, (0,)


class Super(Matcher):
    """``**``: anything."""

    __slots__ = ()

    def match(self, data: bytes) -> bool:  # noqa: ARG002 - anything
        return True

    def index(self, data: bytes) -> Found:
        return 0, _starts(data)


class Any(Matcher):
    """``*``: anything without a separator."""

    __slots__ = ("separators",)

    def __init__(self, separators: str) -> None:
        super().__init__()
        self.separators = separators

    def match(self, data: bytes) -> bool:
        return _first_of(data, self.separators) < 0

    def index(self, data: bytes) -> Found:
        found = _first_of(data, self.separators)
        return 0, _starts(data if found < 0 else data[:found])


class Characters(Matcher):
    """One character: ``?`` (not a separator), ``[abc]``, ``[!abc]``, ``[a-z]``, ``[!a-z]``.

    members: the listed characters; of a range, its ends. A text of no characters counts as U+FFFD.
    """

    __slots__ = ("is_range", "members", "negated")

    def __init__(self, members: str, *, negated: bool, is_range: bool = False) -> None:
        super().__init__(1)
        self.members = members
        self.negated = negated
        self.is_range = is_range

    def _accepts(self, code: int) -> bool:
        character = chr(code)
        if self.is_range:
            return (self.members[0] <= character <= self.members[1]) != self.negated
        return (character in self.members) != self.negated

    def match(self, data: bytes) -> bool:
        code = _only(data)
        return code is not None and self._accepts(code)

    def index(self, data: bytes) -> Found:
        for position, code in runes(data):
            if self._accepts(code):
                return position, (width(code),)
        return NOWHERE


class Single(Characters):
    """``?``: one character that is no separator."""

    __slots__ = ()


class AtLeast(Matcher):
    """No fewer characters than ``limit``."""

    __slots__ = ("limit",)

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def match(self, data: bytes) -> bool:
        return len(runes(data)) >= max(self.limit, 1)

    def index(self, data: bytes) -> Found:
        if len(data) < self.limit:
            return NOWHERE
        lengths = _ends(data, 0)[max(self.limit - 1, 0) :]
        return (0, lengths) if lengths else NOWHERE


class AtMost(Matcher):
    """No more characters than ``limit``."""

    __slots__ = ("limit",)

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def match(self, data: bytes) -> bool:
        return len(runes(data)) <= self.limit

    def index(self, data: bytes) -> Found:
        return 0, [0, *_ends(data, 0)[: self.limit]]


class Contains(Matcher):
    """Text somewhere inside, or nowhere inside."""

    __slots__ = ("negated", "text")

    def __init__(self, text: bytes, *, negated: bool) -> None:
        super().__init__()
        self.text = text
        self.negated = negated

    def match(self, data: bytes) -> bool:
        return (self.text in data) != self.negated

    def index(self, data: bytes) -> Found:
        found = data.find(self.text)
        if self.negated:
            return 0, _starts(data if found < 0 else data[:found])
        if found < 0:
            return NOWHERE
        offset = found + len(self.text)
        return 0, _starts(data[offset:], offset)


class Prefix(Matcher):
    """``text**``."""

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text

    def match(self, data: bytes) -> bool:
        return data.startswith(self.text)

    def index(self, data: bytes) -> Found:
        found = data.find(self.text)
        if found < 0:
            return NOWHERE
        length = len(self.text)
        return found, [length, *_ends(data[found + length :], length)]


class Suffix(Matcher):
    """``**text``."""

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text

    def match(self, data: bytes) -> bool:
        return data.endswith(self.text)

    def index(self, data: bytes) -> Found:
        found = data.find(self.text)
        return (0, (found + len(self.text),)) if found >= 0 else NOWHERE


class PrefixSuffix(Matcher):
    """``text**text``; the two may overlap."""

    __slots__ = ("prefix", "suffix")

    def __init__(self, prefix: bytes, suffix: bytes) -> None:
        super().__init__()
        self.prefix = prefix
        self.suffix = suffix

    def match(self, data: bytes) -> bool:
        return data.startswith(self.prefix) and data.endswith(self.suffix)

    def index(self, data: bytes) -> Found:
        start = data.find(self.prefix)
        if start < 0:
            return NOWHERE
        rest = data[start:]
        lengths = []
        while (found := rest.rfind(self.suffix)) >= 0:
            lengths.append(found + len(self.suffix))
            rest = rest[:found]
        return (start, lengths[::-1]) if lengths else NOWHERE


class PrefixAny(Matcher):
    """``text*``."""

    __slots__ = ("separators", "text")

    def __init__(self, text: bytes, separators: str) -> None:
        super().__init__()
        self.text = text
        self.separators = separators

    def match(self, data: bytes) -> bool:
        return data.startswith(self.text) and _first_of(data[len(self.text) :], self.separators) < 0

    def index(self, data: bytes) -> Found:
        found = data.find(self.text)
        if found < 0:
            return NOWHERE
        length = len(self.text)
        rest = data[found + length :]
        separator = _first_of(rest, self.separators)
        if separator >= 0:
            rest = rest[:separator]
        return found, [length, *_ends(rest, length)]


class SuffixAny(Matcher):
    """``*text``."""

    __slots__ = ("separators", "text")

    def __init__(self, text: bytes, separators: str) -> None:
        super().__init__()
        self.text = text
        self.separators = separators

    def match(self, data: bytes) -> bool:
        if not data.endswith(self.text):
            return False
        return _first_of(data[: len(data) - len(self.text)], self.separators) < 0

    def index(self, data: bytes) -> Found:
        found = data.find(self.text)
        if found < 0:
            return NOWHERE
        start = 0
        for separator in self.separators:
            last = data.rfind(separator.encode(), 0, found)
            if last >= 0:
                start = last + 1
                break
        return start, (found + len(self.text) - start,)
