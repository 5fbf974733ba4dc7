"""Patterns, with results of Go's filepath.Match."""

from __future__ import annotations

import pytest

from helmwright.go.path_match import BadPatternError, match


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("abc", "abc", True),
        ("*", "abc", True),
        ("*c", "abc", True),
        ("a*", "ab/c", False),
        ("a*/b", "a/c/b", False),
        ("a*b?c*x", "abxbbxdbxebxczzx", True),
        ("ab[c]", "abc", True),
        ("ab[^b-d]", "abc", False),
        ("a?b", "a☺b", True),
        ("a[^a]b", "a☺b", True),
        ("a???b", "a☺b", False),
        ("[\\]a]", "]", True),
        ("[\\-x]", "-", True),
        ("a\\*b", "a*b", True),
        ("x*[", "abc", False),
        ("", "", True),
    ],
)
def test_pattern_matches(pattern, name, expected):
    assert match(pattern, name) is expected


@pytest.mark.parametrize(
    "pattern", ["[]a]", "[-]", "[x-]", "[-x]", "\\", "[a-b-c]", "[", "[^", "[^bc", "a["]
)
def test_pattern_is_refused(pattern):
    with pytest.raises(BadPatternError, match="syntax error in pattern"):
        match(pattern, "a")
