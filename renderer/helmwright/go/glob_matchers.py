"""gobwas/glob's matchers, each with the quirks that make some patterns match what they should not.

``match`` answers for a whole text. ``index`` gives the first place where a matcher could begin
(-1: nowhere) and the lengths it could have there. ``length`` is the number of characters a matcher
takes, -1 where that varies. Texts are UTF-8 bytes, as the original's positions are.

Source: github.com/gobwas/glob v0.2.3 match/*.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import FunctionError

if TYPE_CHECKING:
    from collections.abc import Sequence

Found = tuple[int, "Sequence[int]"]
_NOWHERE: Found = (-1, ())
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
        return _NOWHERE


class Single(Characters):
    """``?``: one character that is no separator."""

    __slots__ = ()


class AnyOf(Matcher):
    """``{a,b}``: one of several."""

    __slots__ = ("matchers",)

    def __init__(self, matchers: list[Matcher]) -> None:
        super().__init__(_common_length(matchers))
        self.matchers = matchers

    def match(self, data: bytes) -> bool:
        return any(matcher.match(data) for matcher in self.matchers)

    def index(self, data: bytes) -> Found:
        best = -1
        lengths: list[int] = []
        for matcher in self.matchers:
            index, found = matcher.index(data)
            if index < 0 or 0 <= best < index:
                continue
            lengths = list(found) if index != best else sorted({*lengths, *found})
            best = index
        return (best, lengths) if best >= 0 else _NOWHERE


def _common_length(matchers: list[Matcher]) -> int:
    """Return the length that all share; the original forgets an unknown one before a known one."""
    length = -1
    for matcher in matchers:
        if length == -1:
            length = matcher.length
        elif matcher.length != length:
            return -1
    return length


class EveryOf(Matcher):
    """All of several at once."""

    __slots__ = ("matchers",)

    def __init__(self, matchers: list[Matcher]) -> None:
        super().__init__(-1 if matchers else 0)
        self.matchers = matchers

    def match(self, data: bytes) -> bool:
        return all(matcher.match(data) for matcher in self.matchers)

    def index(self, data: bytes) -> Found:
        index = offset = 0
        rest = data
        current: list[int] = []
        for number, matcher in enumerate(self.matchers):
            found, lengths = matcher.index(rest)
            if found < 0:
                return _NOWHERE
            if number == 0:
                current = list(lengths)
            else:
                delta = index - (found + offset)
                current = [length for old in current for length in lengths if old + delta == length]
                if not current:
                    return _NOWHERE
            index = found + offset
            rest = data[index:]
            offset += found
        return index, current


class Row(Matcher):
    """Several of fixed length, one after the other."""

    __slots__ = ("matchers",)

    def __init__(self, length: int, matchers: list[Matcher]) -> None:
        super().__init__(length)
        self.matchers = matchers

    def _match_start(self, data: bytes) -> bool:
        """Tell whether ``data`` begins with the row; the last character counts as one byte."""
        start = 0
        for matcher in self.matchers:
            found = runes(data[start:])
            taken = found[: matcher.length] if matcher.length else found
            stop = start + (taken[-1][0] if taken else 0) + 1
            if len(taken) < matcher.length:
                return False
            if stop > len(data):
                # Behind something that takes no character, the original slices too far.
                raise FunctionError(
                    f"runtime error: slice bounds out of range [:{stop}] with length {len(data)}"
                )
            if not matcher.match(data[start:stop]):
                return False
            start = stop
        return True

    def match(self, data: bytes) -> bool:
        return len(runes(data)) == self.length and self._match_start(data)

    def index(self, data: bytes) -> Found:
        for position, _ in runes(data):
            if len(data) - position < self.length:
                break
            if self._match_start(data[position:]):
                return position, (self.length,)
        return _NOWHERE


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
            return _NOWHERE
        lengths = _ends(data, 0)[max(self.limit - 1, 0) :]
        return (0, lengths) if lengths else _NOWHERE


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
            return _NOWHERE
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
            return _NOWHERE
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
        return (0, (found + len(self.text),)) if found >= 0 else _NOWHERE


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
            return _NOWHERE
        rest = data[start:]
        lengths = []
        while (found := rest.rfind(self.suffix)) >= 0:
            lengths.append(found + len(self.suffix))
            rest = rest[:found]
        return (start, lengths[::-1]) if lengths else _NOWHERE


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
            return _NOWHERE
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
            return _NOWHERE
        start = 0
        for separator in self.separators:
            last = data.rfind(separator.encode(), 0, found)
            if last >= 0:
                start = last + 1
                break
        return start, (found + len(self.text) - start,)


class Tree(Matcher):
    """A matcher with what must come before it and after it; None is the empty text."""

    __slots__ = ("left", "right", "seen", "value")

    def __init__(self, value: Matcher, left: Matcher | None, right: Matcher | None) -> None:
        lengths = [part.length for part in (value, left, right) if part is not None]
        super().__init__(-1 if -1 in lengths else sum(lengths))
        self.value = value
        self.left = left
        self.right = right
        self.seen: dict[bytes, bool] = {}

    def index(self, data: bytes) -> Found:  # noqa: ARG002 - the original never finds a tree
        return _NOWHERE

    def match(self, data: bytes) -> bool:
        """Tell whether all of ``data`` matches; answers are kept, for nested trees ask again."""
        answer = self.seen.get(data)
        if answer is None:
            if len(self.seen) > 10_000:
                self.seen.clear()
            answer = self.seen[data] = self._match(data)
        return answer

    def _match(self, data: bytes) -> bool:
        if self.length > len(data):
            return False
        # Lengths are in characters, but used as bytes here.
        offset = max(self.left.length, 0) if self.left else 0
        limit = len(data) - (max(self.right.length, 0) if self.right else 0)
        while offset < limit:
            index, lengths = self.value.index(data[offset:limit])
            if index < 0:
                return False
            start = offset + index
            before = data[:start]
            if self.left.match(before) if self.left else not before:
                for length in reversed(lengths):
                    after = data[start + length :]
                    if self.right.match(after) if self.right else not after:
                        return True
            first = runes(data[start : start + 4])
            step = first[1][0] if len(first) > 1 else len(data[start : start + 4])
            offset = start + step
        return False
