"""Go's regular expressions: RE2's syntax, leftmost-first matches, Go's replacement templates.

A pattern is parsed by a port of Go's own parser. Python's ``re`` then runs it where it provably
finds the same in a bounded number of steps; RE2 runs the others.

Source: regexp/regexp.go
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from helmwright.go.limits import (
    COMPILATION,
    LARGE_COLLECTION,
    NODE_LIMIT,
    TEXT_LIMIT,
    WORK,
    LimitError,
)
from helmwright.go.regexp_classes import contains, unicode_class
from helmwright.go.regexp_engines import (
    PythonSearch,
    Re2Program,
    Re2Search,
    Search,
    has_re2,
)
from helmwright.go.regexp_syntax import parse
from helmwright.go.regexp_translate import (
    TooLongError,
    captures_are_plain,
    estimate,
    has_large_class,
    is_anchored,
    translate,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Sequence

_CACHED_LENGTH = 4096
_MAX_STEPS = 20_000_000  # about half a second of re
_MAX_STEPS_ALONE = 200_000_000  # without RE2: some seconds
_MAX_HEIGHT = 60  # re compiles recursively
_MATCHES_BETWEEN_LOOKS = 256  # at the clock; even, since a match may add two pieces
_META = str.maketrans({character: f"\\{character}" for character in r"\.+*?()|[]{}^$"})


def quote_meta(text: str) -> str:
    """Return the pattern that matches ``text`` literally."""
    return text.translate(_META)


def compile(pattern: str) -> Regexp:  # noqa: A001 - Go's name
    """Return the compiled ``pattern``; raise ``GoError`` with Go's text if it does not parse."""
    return _compiled(pattern) if len(pattern) <= _CACHED_LENGTH else Regexp(pattern)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Regexp:
    return Regexp(pattern)


class Regexp:
    """A compiled regular expression.

    names: the names of the groups, ``""`` where they have none and for the whole match at 0.
    """

    __slots__ = (
        "_cost",
        "_engines",
        "_large",
        "_plain_captures",
        "_root",
        "_start_cost",
        "expression",
        "names",
    )

    def __init__(self, expression: str) -> None:
        WORK.spend(COMPILATION + len(expression))
        self.expression = expression
        self._root, self.names = parse(expression)
        self._cost = estimate(self._root)
        self._large = has_large_class(self._root)
        self._start_cost = 0 if is_anchored(self._root) else 1
        self._plain_captures = captures_are_plain(self._root)
        self._engines: dict[tuple[bool, bool], re.Pattern[str] | Re2Program] = {}

    def match(self, text: str) -> bool:
        """Tell whether ``text`` contains a match."""
        return self._search(text).find(0) is not None

    def find(self, text: str) -> str:
        """Return the leftmost match, or ``""``."""
        search = self._search(text)
        spans = search.find(0)
        return search.cut(*spans[0]) if spans else ""

    def find_place(self, text: str) -> int:
        """Return where the leftmost match begins, -1 if there is none."""
        search = self._search(text)
        spans = search.find(0)
        return len(search.cut(0, spans[0][0])) if spans else -1

    def find_all(self, text: str, limit: int) -> list[str] | None:
        """Return successive matches, at most ``limit`` of them unless it is negative; None if none."""
        search = self._search(text)
        found = [search.cut(*spans[0]) for spans in self._matches(search, text, limit)]
        if len(found) > LARGE_COLLECTION:
            WORK.spend(len(found))
        return found or None

    def find_submatch(self, text: str) -> list[str] | None:
        """Return the leftmost match and its groups (``""`` where they took no part), or None."""
        search = self._search(text, groups=True)
        spans = search.find(0)
        if spans is None:
            return None
        return [search.cut(*span) if span[0] >= 0 else "" for span in spans]

    def replace_all(self, text: str, template: str) -> str:
        """Return ``text`` with each match replaced by ``template``, ``$1`` and ``${name}`` expanded."""
        if "$" not in template:
            return self.replace_all_literal(text, template)
        parts = _parse_template(template, self.names)
        search = self._search(text, groups=any(not isinstance(part, str) for part in parts))

        def expand(spans: Sequence[tuple[int, int]]) -> str:
            output = []
            for part in parts:
                if isinstance(part, str):
                    output.append(part)
                    continue
                span = next((spans[group] for group in part if spans[group][0] >= 0), None)
                if span is not None:
                    output.append(search.cut(*span))
            return "".join(output)

        return _replace(search, expand, len(parts))

    def replace_all_literal(self, text: str, replacement: str) -> str:
        """Return ``text`` with each match replaced by ``replacement``."""
        return _replace(self._search(text), lambda _: replacement, 1)

    def split(self, text: str, limit: int) -> list[str] | None:
        """Return what lies between matches, at most ``limit`` pieces unless negative; None for 0."""
        if limit == 0:
            return None
        if self.expression and not text:
            return [""]
        search = self._search(text)
        pieces: list[str] = []
        begin = end = 0
        for spans in self._matches(search, text, limit):
            if 0 < limit <= len(pieces) + 1:
                break
            end, following = spans[0]
            if following:
                pieces.append(search.cut(begin, end))
            begin = following
        if end != search.end:
            pieces.append(search.cut(begin, search.end))
        return pieces

    def _matches(
        self, search: Search, text: str, limit: int
    ) -> Iterator[Sequence[tuple[int, int]]]:
        """Yield the spans of successive matches; an empty one right after a match does not count."""
        if limit < 0:
            limit = len(text) + 1
        position, previous, count = 0, -1, 0
        while count < limit and position <= search.end:
            spans = search.find(position)
            if spans is None:
                return
            start, stop = spans[0]
            empty = stop == position
            position = search.step(position) if empty else stop
            accepted = not (empty and start == previous)
            previous = stop
            if accepted:
                count += 1
                if count % _MATCHES_BETWEEN_LOOKS == 0:
                    WORK.look()
                if count > NODE_LIMIT:
                    raise LimitError(f"regexp: more than {NODE_LIMIT} pieces")
                yield spans

    def _search(self, text: str, *, groups: bool = False) -> Search:
        """Return a search of ``text`` by the engine that suits it."""
        groups = groups and len(self.names) > 1
        if not self._large and self._suits_python(len(text), _MAX_STEPS, groups=groups):
            pattern = self._python(groups=groups)
            if pattern is not None:
                return PythonSearch(pattern, text)
        if not has_re2() and self._suits_python(len(text), _MAX_STEPS_ALONE, groups=groups):
            pattern = self._python(groups=groups)
            if pattern is not None:
                return PythonSearch(pattern, text)
        key = (False, groups)
        program = self._engines.get(key)
        if not isinstance(program, Re2Program):
            program = self._engines[key] = Re2Program(self._root, groups=groups)
        return Re2Search(program, text)

    def _suits_python(self, length: int, steps: int, *, groups: bool) -> bool:
        """Tell whether ``re`` finds the same in a text of ``length`` within ``steps``."""
        cost = self._cost
        if not cost.ways or self._root.height > _MAX_HEIGHT:
            return False
        if groups and not self._plain_captures:
            return False
        degree: int = min(cost.degree, 8) + self._start_cost
        work: int = cost.ways * (cost.length + 1) * (length + 1) ** degree
        return work <= steps

    def _python(self, *, groups: bool) -> re.Pattern[str] | None:
        """Return the pattern compiled by ``re``, or None if that is not possible."""
        import re

        key = (True, groups)
        pattern = self._engines.get(key)
        if isinstance(pattern, re.Pattern):
            return pattern
        try:
            pattern = re.compile(translate(self._root, python=True, groups=groups), re.ASCII)
        except (TooLongError, re.error, OverflowError, RecursionError):
            return None
        self._engines[key] = pattern
        return pattern


def _replace(search: Search, expand: Callable[[Sequence[tuple[int, int]]], str], parts: int) -> str:
    """Return the searched text with each match replaced by what ``expand`` makes of its spans.

    parts: of how many pieces that is.
    """
    output: list[str] = []
    last = position = size = pieces = 0
    while position <= search.end:
        spans = search.find(position)
        if spans is None:
            break
        start, stop = spans[0]
        output.append(search.cut(last, start))
        if stop > last or start == 0:
            output.append(expand(spans))
            size += len(output[-1])
            pieces += parts
            if len(output) % _MATCHES_BETWEEN_LOOKS == 0:
                WORK.look()
            if size > TEXT_LIMIT:
                raise LimitError(f"regexp: more than {TEXT_LIMIT} bytes")
            if pieces > NODE_LIMIT:
                raise LimitError(f"regexp: more than {NODE_LIMIT} pieces")
        last = stop
        following = search.step(position)
        position = max(following, stop)
    if not output:
        return search.cut(0, search.end)
    output.append(search.cut(last, search.end))
    if pieces > LARGE_COLLECTION:
        WORK.spend(pieces)
    return "".join(output)


def _parse_template(template: str, names: list[str]) -> list[str | list[int]]:
    """Return literal parts of a replacement, and for each reference the groups it may mean."""
    parts: list[str | list[int]] = []
    while True:
        before, dollar, template = template.partition("$")
        parts.append(before)
        if not dollar:
            return parts
        if template.startswith("$"):
            parts.append("$")
            template = template[1:]
            continue
        name, rest = _extract_name(template)
        if not name:
            parts.append("$")
            continue
        template = rest
        number = _group_number(name)
        if number is None:
            parts.append([index for index, other in enumerate(names) if other == name])
        else:
            parts.append([number] if number < len(names) else [])


def _extract_name(text: str) -> tuple[str, str]:
    """Return the name that ``text`` begins with, as ``name`` or ``{name}``, and what follows it."""
    braces = text.startswith("{")
    start = index = 1 if braces else 0
    while index < len(text) and _is_name_character(text[index]):
        index += 1
    name = text[start:index]
    if braces:
        if not text.startswith("}", index):
            return "", text
        index += 1
    return name, text[index:]


def _is_name_character(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character == "_"

    rune = ord(character)
    return any(contains(unicode_class(name, folded=False) or [], rune) for name in ("L", "Nd"))


def _group_number(name: str) -> int | None:
    """Return the number that ``name`` is, or None for a name: with letters or leading zeros, huge."""
    if not (name.isascii() and name.isdigit()) or (name[0] == "0" and len(name) > 1):
        return None
    return int(name) if len(name) <= 9 else None
