from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.go import filepath

# Written by Go's path/filepath itself.
MATCHES = [
    ("*", "a", True),
    ("*", "a/b", False),
    ("a*", "abc", True),
    ("a*/b", "abc/b", True),
    ("a*/b", "a/c/b", False),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    ("[a-c]x", "bx", True),
    ("[^a-c]x", "bx", False),
    ("[^a-c]x", "dx", True),
    ("\\*", "*", True),
    ("*x", "xxx", True),
    ("a*b*c*d", "axbxcxd", True),
    ("*??", "日", True),
    ("[é-日]", "中", True),
    ("", "", True),
    ("", "a", False),
    ("**", "ab", True),
    ("a*c[", "b", False),
    ("a\\", "b", "error"),
    ("*[", "x", "error"),
    ("a[", "a", "error"),
    ("a[", "ab", "error"),
    ("[]a]", "]", "error"),
    ("[-]", "-", "error"),
    ("[x-]", "x", "error"),
    ("[a-b-c]", "a", "error"),
    ("[", "a", "error"),
    ("[^", "a", "error"),
    ("[a", "a", "error"),
    ("a[", "b", "error"),
    ("\\", "a", "error"),
    ("b*[", "c", False),
    ("[\udcff]", "\udcff", "error"),
    ("?", "\udcff", True),
]
PATHS = [
    ("", ".", ".", "", ".", False),
    ("/", "/", "/", "", "/", True),
    ("//", "/", "/", "", "/", True),
    ("a", "a", ".", "", "a", False),
    ("a/", "a", "a", "", "a", False),
    ("/a", "a", "/", "", "/a", True),
    ("a/b.c", "b.c", "a", ".c", "a/b.c", False),
    ("/a/b.c.d", "b.c.d", "/a", ".d", "/a/b.c.d", True),
    ("a//b", "b", "a", "", "a/b", False),
    (".", ".", ".", ".", ".", False),
    ("..", "..", ".", ".", "..", False),
    ("../a", "a", "..", "", "../a", False),
    ("a/..", "..", "a", ".", ".", False),
    ("a/../..", "..", ".", ".", "..", False),
    ("/..", "..", "/", ".", "/", True),
    ("/../a", "a", "/", "", "/a", True),
    ("a/./b/../c", "c", "a", "", "a/c", False),
    (".txt", ".txt", ".", ".txt", ".txt", False),
    ("a/.b", ".b", "a", ".b", "a/.b", False),
    ("a.b/c", "c", "a.b", "", "a.b/c", False),
    ("a/b/", "b", "a/b", "", "a/b", False),
    ("é/ü.x", "ü.x", "é", ".x", "é/ü.x", False),
]


@pytest.mark.parametrize(("pattern", "name", "expected"), MATCHES)
def test_pattern_matches_or_is_refused_where_go_gets_to_the_error(pattern, name, expected):
    if expected == "error":
        with pytest.raises(GoError, match=r"^syntax error in pattern$"):
            filepath.match(pattern, name)
    else:
        assert filepath.match(pattern, name) is expected


@pytest.mark.parametrize(("path", "base", "directory", "extension", "clean", "absolute"), PATHS)
def test_path_is_taken_apart(path, base, directory, extension, clean, absolute):  # noqa: PLR0917 - a row of the table
    assert filepath.base(path) == base
    assert filepath.directory(path) == directory
    assert filepath.extension(path) == extension
    assert filepath.clean(path) == clean
    assert filepath.is_absolute(path) is absolute


def test_joined_path_is_clean_and_skips_empty_elements():
    assert filepath.join("a", "", "../b/") == "b"
    assert filepath.join("", "") == ""
    assert filepath.join("/", "a") == "/a"
