from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError, GoError
from helmwright.go.glob import Glob

# Written by gobwas/glob v0.2.3 itself, with the separator that .Files.Glob uses.
MATCHES = [
    ("*", "a.txt", True),
    ("*", "d/a.txt", False),
    ("**", "d/a.txt", True),
    ("**.txt", "d/e/a.txt", True),
    ("**.txt", "a.md", False),
    ("d/*", "d/a", True),
    ("d/*", "d/e/a", False),
    ("?.txt", "a.txt", True),
    ("?.txt", "/.txt", False),
    ("?", "", True),
    ("[abc]", "b", True),
    ("[!abc]", "b", False),
    ("[a-c]x", "bx", True),
    ("[!a-c]x", "dx", True),
    ("{a,b}.txt", "b.txt", True),
    ("{a,b{c,d}}", "bd", True),
    ("{a*,*b}", "xb", True),
    ("\\*", "*", True),
    ("\\*", "a", False),
    ("a\\", "a", True),
    ("é?", "éx", False),
    ("?é", "xé", False),
    ("[é]", "é", True),
    ("files/{x,y}/**", "files/y/z/w", True),
    ("{config,conf}/*.{yaml,yml}", "conf/a.yml", True),
    ("a*b*c", "aXbYc", True),
    ("a*b*c", "a/bc", False),
    ("*a*", "bab", True),
    ("**a**", "x/a/y", True),
    ("ab**ba", "aba", True),
    ("ab*ba", "aba", False),
    ("{a", "a", True),
    ("a}", "a}", True),
    ("a,b", "a,b", True),
    ("?a", "éa", False),
    ("[a]*[b]", "axb", True),
    ("*[!/]", "ab", True),
    ("[!/]a", "日a", False),
    ("", "", True),
]
ERRORS = [
    ("[", "unexpected end of input"),
    ("[]", "could not parse range"),
    ("[a", "unexpected end of input"),
    ("[a-", "unexpected end of input"),
    ("[z-a]", "hi character 'a' should be greater than lo 'z'"),
    ("[a-b-c]", "expected close range character"),
    ("a\udcff", "could not read rune"),
    ("�", "could not read rune"),
    ("[!]", "could not parse range"),
    ("[!!a]x[", "unexpected end of input"),
    ("[a\\]", "unexpected end of input"),
]


@pytest.mark.parametrize(("pattern", "text", "expected"), MATCHES)
def test_pattern_matches_what_the_original_matches(pattern, text, expected):
    assert Glob(pattern, "/").match(text) is expected


@pytest.mark.parametrize(("pattern", "message"), ERRORS)
def test_broken_pattern_is_refused_in_the_originals_words(pattern, message):
    with pytest.raises(GoError) as caught:
        Glob(pattern)
    assert caught.value.message == message


def test_separator_is_like_any_other_character_without_separators():
    assert Glob("*", "").match("a/b") is True


def test_empty_choice_behind_text_panics_as_the_original():
    with pytest.raises(FunctionError) as caught:
        Glob("a{}").match("a")
    assert caught.value.message == "runtime error: slice bounds out of range [:2] with length 1"
