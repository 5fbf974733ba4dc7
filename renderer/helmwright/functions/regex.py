"""Regular expressions: sprig's regex.go.

The ``must`` forms return the parser's error, the others panic with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, GoError
from helmwright.go.function import Family
from helmwright.go.kinds import StringSlice
from helmwright.go.limits import check_text

if TYPE_CHECKING:
    from helmwright.go.regexp import Regexp

REGEX = Family()


def _compile(pattern: str) -> Regexp:
    """Return the compiled pattern, or fail as regexp.Compile does."""
    from helmwright.go.regexp import compile as compile_pattern

    try:
        return compile_pattern(pattern)
    except GoError as error:
        raise FunctionError(error.message) from None


def _compile_or_panic(pattern: str) -> Regexp:
    """Return the compiled pattern, or fail as regexp.MustCompile does."""
    try:
        return _compile(pattern)
    except FunctionError as error:
        from helmwright.go.strconv import can_backquote, quote

        quoted = f"`{pattern}`" if can_backquote(pattern) else quote(pattern)
        raise FunctionError(f"regexp: Compile({quoted}): {error.message}") from None


def _slice(items: list[str] | None) -> StringSlice:
    """Return a []string, nil for None."""
    return StringSlice(nil=True) if items is None else StringSlice(items)


@REGEX.function("regexMatch")
def regex_match(pattern: str, text: str) -> bool:
    """Tell whether ``text`` contains a match; a broken pattern matches nothing."""
    try:
        expression = _compile(pattern)
    except FunctionError:
        return False
    return expression.match(text)


@REGEX.function("mustRegexMatch")
def must_regex_match(pattern: str, text: str) -> bool:
    """Tell whether ``text`` contains a match."""
    return _compile(pattern).match(text)


@REGEX.function("regexFind")
def regex_find(pattern: str, text: str) -> str:
    """Return the leftmost match, or nothing."""
    return _compile_or_panic(pattern).find(text)


@REGEX.function("mustRegexFind")
def must_regex_find(pattern: str, text: str) -> str:
    """Return the leftmost match, or nothing."""
    return _compile(pattern).find(text)


@REGEX.function("regexFindAll")
def regex_find_all(pattern: str, text: str, limit: int) -> StringSlice:
    """Return the matches, at most ``limit`` unless it is negative."""
    return _slice(_compile_or_panic(pattern).find_all(text, limit))


@REGEX.function("mustRegexFindAll")
def must_regex_find_all(pattern: str, text: str, limit: int) -> StringSlice:
    """Return the matches, at most ``limit`` unless it is negative."""
    return _slice(_compile(pattern).find_all(text, limit))


@REGEX.function("regexReplaceAll")
def regex_replace_all(pattern: str, text: str, template: str) -> str:
    """Return ``text`` with the matches replaced; ``$1`` and ``${name}`` in ``template`` are groups."""
    return _compile_or_panic(pattern).replace_all(text, template)


@REGEX.function("mustRegexReplaceAll")
def must_regex_replace_all(pattern: str, text: str, template: str) -> str:
    """Return ``text`` with the matches replaced; ``$1`` and ``${name}`` in ``template`` are groups."""
    return _compile(pattern).replace_all(text, template)


@REGEX.function("regexReplaceAllLiteral")
def regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Return ``text`` with the matches replaced by exactly ``replacement``."""
    return _compile_or_panic(pattern).replace_all_literal(text, replacement)


@REGEX.function("mustRegexReplaceAllLiteral")
def must_regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Return ``text`` with the matches replaced by exactly ``replacement``."""
    return _compile(pattern).replace_all_literal(text, replacement)


@REGEX.function("regexSplit")
def regex_split(pattern: str, text: str, limit: int) -> StringSlice:
    """Return what lies between the matches, at most ``limit`` pieces unless it is negative."""
    return _slice(_compile_or_panic(pattern).split(text, limit))


@REGEX.function("mustRegexSplit")
def must_regex_split(pattern: str, text: str, limit: int) -> StringSlice:
    """Return what lies between the matches, at most ``limit`` pieces unless it is negative."""
    return _slice(_compile(pattern).split(text, limit))


@REGEX.function("regexQuoteMeta")
def regex_quote_meta(text: str) -> str:
    """Return the pattern that matches ``text`` literally."""
    from helmwright.go.regexp import quote_meta

    check_text("regexQuoteMeta", len(text), weight=4)
    return quote_meta(text)
