"""sprig's string functions that know letters and words: case, initials, wrapping.

Source: sprig v3.3.0, strings.go and functions.go.
"""

from __future__ import annotations

from helmwright.go.function import Family
from helmwright.go.limits import check_text

WORDS = Family()

_SLOWNESS = 16  # of changing words letter by letter, compared with copying them


@WORDS.function("upper")
def upper(text: str) -> str:
    """Return ``text`` in capitals."""
    if text.isascii():
        return text.upper()
    from helmwright.go import letter_case

    return letter_case.upper(text)


@WORDS.function("lower")
def lower(text: str) -> str:
    """Return ``text`` in small letters."""
    if text.isascii():
        return text.lower()
    from helmwright.go import letter_case

    return letter_case.lower(text)


@WORDS.function("title")
def title(text: str) -> str:
    """Return ``text`` with the first letter of every word in title case."""
    from helmwright.go import letter_case

    return letter_case.title(text)


@WORDS.function("untitle")
def untitle(text: str) -> str:
    """Return ``text`` with the first letter of every word made small."""
    from helmwright.go import letter_case

    return letter_case.untitle(text)


@WORDS.function("swapcase")
def swapcase(text: str) -> str:
    """Return ``text`` with capitals made small and small letters made capitals."""
    from helmwright.go import letter_case

    return letter_case.swap_case(text)


@WORDS.function("snakecase")
def snakecase(text: str) -> str:
    """Return ``text`` in snake_case."""
    from helmwright.go import word_case

    check_text("snakecase", len(text), weight=_SLOWNESS)
    return word_case.to_snake_case(text)


@WORDS.function("kebabcase")
def kebabcase(text: str) -> str:
    """Return ``text`` in kebab-case."""
    from helmwright.go import word_case

    check_text("kebabcase", len(text), weight=_SLOWNESS)
    return word_case.to_kebab_case(text)


@WORDS.function("camelcase")
def camelcase(text: str) -> str:
    """Return ``text`` in PascalCase."""
    from helmwright.go import word_case

    check_camelcase(text)
    return word_case.to_pascal_case(text)


def check_camelcase(text: str) -> None:
    """Refuse a text that is too long for ``camelcase``."""
    check_text("camelcase", len(text), weight=_SLOWNESS)


@WORDS.function("nospace")
def nospace(text: str) -> str:
    """Return ``text`` without white space; see ``delete_white_space`` for its quirk."""
    from helmwright.go import wrapping

    return wrapping.delete_white_space(text)


@WORDS.function("initials")
def initials(text: str) -> str:
    """Return the first byte of every word."""
    from helmwright.go import wrapping

    return wrapping.initials(text)


@WORDS.function("wrap")
def wrap(width: int, text: str) -> str:
    """Return ``text`` with lines broken at spaces after ``width`` bytes; long words stay whole."""
    from helmwright.go import wrapping

    return wrapping.wrap(text, width, "", cut_long_words=False)


@WORDS.function("wrapWith")
def wrap_with(width: int, separator: str, text: str) -> str:
    """Return ``text`` broken by ``separator`` after at most ``width`` bytes, even inside words."""
    from helmwright.go import wrapping

    check_text("wrapWith", len(text) * len(separator) // max(width, 1))
    return wrapping.wrap(text, width, separator, cut_long_words=True)
