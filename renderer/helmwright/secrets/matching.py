"""Finds known secrets in texts, whatever a template has done to them.

A secret is looked for in each of its spellings, and once more without regard to case, to blanks,
quotes and other signs: what ``title``, ``replace``, ``nospace``, ``wrapWith`` or ``splitList`` make
of it has the same letters. Of that, and of base64, base32 and hexadecimal numbers, parts count as
well, as ``trunc`` and ``trimPrefix`` leave them: half of a secret, or what no word looks like.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.secrets.spellings import LEAST, encoded_ways, is_common, is_distinct, ways_to_write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Found = tuple[int, int, str]
"""Where a secret begins and ends, and which it is."""

_MANY = 16
"""Secrets for which it pays to know first what the texts have at all."""
_GRAM = 6
_MIXED = 8
_LONG = 12
_LONG_ENCODED = 10
_LONGEST = 512
_RUN = 2
"""Breaks of a secret without signs in it: where it begins and ends."""
_LETTERS = lazy_pattern(r"[^\W_]+")
_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")


class _Form(NamedTuple):
    """The letters of a secret.

    encoded: of what says it in another alphabet. divisible: whether parts count. breaks: where in
    the letters a sign has been left out.
    """

    letters: str
    secret: str
    encoded: bool = False
    divisible: bool = True
    breaks: frozenset[int] = frozenset()


Needle = tuple[str, str, bool]
"""What is looked for, the secret that it is, and whether it is a part of base64."""
Grams = dict[str, list[tuple[_Form, int]]]
"""By six letters, the secrets that have them, and where."""


class Matcher:
    """Finds the secrets that it was given in texts.

    names: words, in lower case, that are no secrets: those of objects.
    """

    def __init__(self, secrets: Iterable[str], names: Iterable[str] = ()) -> None:
        self._names = {name.lower() for name in names}
        self._open = {_letters(name) for name in self._names}
        self._secrets = [one for one in secrets if one.strip().lower() not in self._names]
        self._needles: list[Needle] = []
        self._grams: Grams = {}

    @cached_property
    def _all_needles(self) -> list[Needle]:
        return [
            (needle, secret, encoded)
            for secret in self._secrets
            for needle, encoded in ways_to_write(secret).items()
        ]

    @cached_property
    def _all_grams(self) -> Grams:
        grams: Grams = {}
        for secret in self._secrets:
            for form in _forms(secret):
                for at in range(len(form.letters) - _GRAM + 1):
                    grams.setdefault(form.letters[at : at + _GRAM], []).append((form, at))
        return grams

    @property
    def is_known(self) -> bool:
        """Whether any of the secrets is in the texts."""
        return bool(self._needles or self._grams)

    def look(self, texts: Iterable[str]) -> None:
        """Find out which ways to write a secret there are in the texts that will be asked about."""
        if not self._secrets:
            return
        everything = "\x00".join(dict.fromkeys(texts))
        starts = _starts(everything) if len(self._secrets) > _MANY else None
        self._needles = [
            one
            for one in self._all_needles
            if (starts is None or one[0][:LEAST] in starts) and one[0] in everything
        ]
        grams = self._all_grams
        letters = _letters(everything) if grams else ""
        stretches = (letters[at : at + _GRAM] for at in range(len(letters) - _GRAM + 1))
        self._grams = {gram: grams[gram] for gram in stretches if gram in grams}

    def spans(self, text: str) -> list[Found]:
        """Return where a text has a secret."""
        found: list[Found] = []
        for needle, secret, encoded in self._needles:
            start = text.find(needle)
            while start >= 0:
                end = start + len(needle)
                span = _whole_run(text, start, end) if encoded else (start, end)
                found.append((*span, secret))
                start = text.find(needle, span[1])
        if self._grams and len(text) >= _GRAM:
            found += self._parts(text)
        return found

    def _parts(self, text: str) -> Iterator[Found]:
        """Yield where a text has the letters of a secret, or enough of them."""
        starts, offsets, letters = _places(text)
        end = at = 0
        grams = self._grams
        last = len(letters) - _GRAM
        while at <= last:
            forms = grams.get(letters[at : at + _GRAM])
            at += 1
            if forms is None:
                continue
            lengths = [(_length(letters, at - 1, *one), one) for one in forms[:_MANY]]
            length, (form, place) = max(lengths, key=lambda one: one[0])
            first, end = at - 1, at - 1 + length
            begin = _original(starts, offsets, first)
            finish = _original(starts, offsets, end - 1) + 1
            beside = text[max(begin - 1, 0) : begin] + text[finish : finish + 1]
            stands_alone = not any(map(str.isalnum, beside))
            if self._counts(form, place, letters[first:end], stands_alone=stands_alone):
                span = _whole_run(text, begin, finish) if form.encoded else (begin, finish)
                yield (*span, form.secret)
                at = max(end, _letter_at(starts, offsets, span[1], len(letters)))
            else:
                at = max(at, end - _GRAM + 1)

    def _counts(self, form: _Form, place: int, part: str, *, stands_alone: bool) -> bool:
        """Tell whether a part of a secret is enough of it."""
        length, whole = len(part), len(form.letters)
        if form.encoded:
            return length >= _LONG_ENCODED
        if not is_distinct(part) or any(part in name for name in self._open):
            return False
        if length < whole and len(form.breaks) > _RUN and not stands_alone:
            return False  # 'password or' has letters of 'A-password-of-8-or-more'
        if length < whole and _is_small_talk(form, place, length):
            return False  # and so has 'a password', with which a sentence has nothing to hide
        if not form.divisible or length * 2 >= whole or length >= _LONG:
            return form.divisible or length == whole
        is_mixed = not part.isalpha() and not part.isdigit()
        is_piece = stands_alone and place in form.breaks and place + length in form.breaks
        return is_mixed and (is_piece or length >= _MIXED)


def _is_small_talk(form: _Form, place: int, length: int) -> bool:
    """Tell whether a part of a secret of words has only common ones, and short ones between them."""
    ends = sorted(at for at in form.breaks if place < at < place + length)
    at = [place, *ends, place + length]
    words = [form.letters[start:end] for start, end in pairwise(at)]
    common = [is_common(word) for word in words]
    return any(common) and all(
        known or (word.isalpha() and len(word) < LEAST)
        for word, known in zip(words, common, strict=True)
    )


def _forms(secret: str) -> Iterator[_Form]:
    plain = secret.strip()
    if "\n" in plain or len(plain) > _LONGEST:
        return
    letters = _letters(plain)
    if len(letters) < _GRAM or not is_distinct(letters):
        return
    breaks, at = {0}, 0
    for piece in _LETTERS.findall(plain):
        at += len(piece)
        breaks.add(at)
    divisible = "://" not in plain and not ("=" in plain and ";" in plain)  # these name hosts
    yield _Form(letters, secret, divisible=divisible, breaks=frozenset(breaks))
    yield _Form(letters[::-1], secret, divisible=divisible)
    for way in encoded_ways(secret):
        written = _letters(way)
        if len(written) >= _LONG_ENCODED:
            yield _Form(written, secret, encoded=True)


def _length(letters: str, start: int, form: _Form, place: int) -> int:
    """Return how many letters a text and a secret have in common from two places on."""
    wanted = form.letters
    length = _GRAM
    most = min(len(letters) - start, len(wanted) - place)
    while length < most and letters[start + length] == wanted[place + length]:
        length += 1
    return length


def _lowered(piece: str) -> str:
    lower = piece.lower()
    return lower if len(lower) == len(piece) else piece


def _letters(text: str) -> str:
    """Return the letters and digits of a text in lower case."""
    return "".join(map(_lowered, _LETTERS.findall(text)))


def _places(text: str) -> tuple[list[int], list[int], str]:
    """Return the letters of a text, where each stretch begins among them, and where in the text."""
    starts, offsets, pieces, size = [], [], [], 0
    for found in _LETTERS.finditer(text):
        starts.append(size)
        offsets.append(found.start())
        pieces.append(_lowered(found[0]))
        size += len(found[0])
    return starts, offsets, "".join(pieces)


def _original(starts: list[int], offsets: list[int], at: int) -> int:
    index = bisect_right(starts, at) - 1
    return offsets[index] + at - starts[index]


def _letter_at(starts: list[int], offsets: list[int], place: int, end: int) -> int:
    """Return the number of the first letter at or behind a place in the text."""
    index = bisect_right(offsets, place) - 1
    following = starts[index + 1] if index + 1 < len(starts) else end
    return min(starts[index] + place - offsets[index], following)


def _starts(text: str) -> set[str]:
    """Return all that the shortest needle could be in a text."""
    return {text[at : at + LEAST] for at in range(len(text) - LEAST + 1)}


def _whole_run(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the base64 around a part of it begins and ends."""
    while start and text[start - 1] in _BASE64:
        start -= 1
    while end < len(text) and text[end] in _BASE64:
        end += 1
    return start, end
