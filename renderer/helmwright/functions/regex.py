"""Regular expressions: sprig regex.go over Go's regexp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import FunctionError, GoError
from helmwright.go import regexp
from helmwright.go.function import Family
from helmwright.go.kinds import StringSlice
from helmwright.go.strconv import can_backquote, quote

if TYPE_CHECKING:
    from helmwright.go.regexp import Regexp

REGEX = Family()


def _compiled(pattern: str) -> Regexp:
    try:
        return regexp.compile(pattern)
    except GoError as error:
        raise FunctionError(error.message) from None


def _must(pattern: str) -> Regexp:
    try:
        return regexp.compile(pattern)
    except GoError as error:
        shown = f"`{pattern}`" if can_backquote(pattern) else quote(pattern)
        raise FunctionError(f"regexp: Compile({shown}): {error.message}") from None


def _slice(found: list[str] | None) -> StringSlice:
    return StringSlice(nil=True) if found is None else StringSlice(found)


@REGEX.function("regexMatch")
def regex_match(pattern: str, text: str) -> bool:
    """Tell whether ``text`` contains a match; a bad pattern matches nothing."""
    try:
        return regexp.compile(pattern).match(text)
    except GoError:
        return False


@REGEX.function("mustRegexMatch")
def must_regex_match(pattern: str, text: str) -> bool:
    """Tell whether ``text`` contains a match."""
    return _compiled(pattern).match(text)


@REGEX.function("regexFind")
def regex_find(pattern: str, text: str) -> str:
    """Return the first match, or nothing."""
    return _must(pattern).find(text)


@REGEX.function("mustRegexFind")
def must_regex_find(pattern: str, text: str) -> str:
    """Return the first match, or nothing."""
    return _compiled(pattern).find(text)


@REGEX.function("regexFindAll")
def regex_find_all(pattern: str, text: str, limit: int) -> StringSlice:
    """Return the first ``limit`` matches, all if it is negative."""
    return _slice(_must(pattern).find_all(text, limit))


@REGEX.function("mustRegexFindAll")
def must_regex_find_all(pattern: str, text: str, limit: int) -> StringSlice:
    """Return the first ``limit`` matches, all if it is negative."""
    return _slice(_compiled(pattern).find_all(text, limit))


@REGEX.function("regexReplaceAll")
def regex_replace_all(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches; ``$1`` and ``${name}`` stand for groups."""
    return _must(pattern).replace_all(text, replacement)


@REGEX.function("mustRegexReplaceAll")
def must_regex_replace_all(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches; ``$1`` and ``${name}`` stand for groups."""
    return _compiled(pattern).replace_all(text, replacement)


@REGEX.function("regexReplaceAllLiteral")
def regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches with ``replacement`` as it is."""
    return _must(pattern).replace_all_literal(text, replacement)


@REGEX.function("mustRegexReplaceAllLiteral")
def must_regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches with ``replacement`` as it is."""
    return _compiled(pattern).replace_all_literal(text, replacement)


@REGEX.function("regexSplit")
def regex_split(pattern: str, text: str, limit: int) -> StringSlice:
    """Split at matches into at most ``limit`` parts, all if it is negative."""
    return _slice(_must(pattern).split(text, limit))


@REGEX.function("mustRegexSplit")
def must_regex_split(pattern: str, text: str, limit: int) -> StringSlice:
    """Split at matches into at most ``limit`` parts, all if it is negative."""
    return _slice(_compiled(pattern).split(text, limit))


@REGEX.function("regexQuoteMeta")
def regex_quote_meta(text: str) -> str:
    """Return a pattern that matches ``text`` literally."""
    return regexp.quote_meta(text)
