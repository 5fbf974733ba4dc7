"""Letter case in Go maps one character to one character."""

from __future__ import annotations

import sys

import pytest

from helmwright.go import letter_case


@pytest.mark.parametrize(
    ("char", "upper", "lower", "title"),
    [
        ("a", "A", "a", "A"),
        ("ß", "ß", "ß", "ß"),
        ("ẞ", "ẞ", "ß", "ẞ"),
        ("ǆ", "Ǆ", "ǆ", "ǅ"),
        ("İ", "İ", "i", "İ"),
        ("ı", "I", "ı", "I"),
        ("ﬁ", "ﬁ", "ﬁ", "ﬁ"),
        ("ᾳ", "ᾼ", "ᾳ", "ᾼ"),
        ("ᾈ", "ᾈ", "ᾀ", "ᾈ"),
        ("ς", "Σ", "ς", "Σ"),
        ("ŉ", "ŉ", "ŉ", "ŉ"),
        ("日", "日", "日", "日"),
    ],
)
def test_a_character_maps_to_one_character(char, upper, lower, title):
    assert letter_case.rune_to_upper(char) == upper
    assert letter_case.rune_to_lower(char) == lower
    assert letter_case.rune_to_title(char) == title


def test_no_character_grows():
    for code in range(0x80, 0x20000):
        char = chr(code)
        assert len(letter_case.rune_to_upper.__wrapped__(char)) == 1
        assert len(letter_case.rune_to_lower.__wrapped__(char)) == 1


def test_spaces_are_those_of_unicode_white_space_without_separators_of_information():
    python = {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}
    assert python - letter_case.SPACES == set("\x1c\x1d\x1e\x1f")
    assert python > letter_case.SPACES
