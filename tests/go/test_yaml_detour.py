"""Expected results are those of encoding/json (Go 1.26) and yaml.v2 v2.4.3."""

from __future__ import annotations

import pytest

from helmwright.go.yaml_detour import DetourError, go_error, read_back, too_deep


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a\tb\r\n", "a\tb\r\n"),
        ("a \x85 b", "a b"),
        ("\x85\x85\x85a", "\n\na"),
        ("a\t\x85b", "a\t b"),
        ("\udc80\udcff", "\ufffd\ufffd"),
    ],
)
def test_string_comes_back(text, read):
    assert read_back(text) == read


@pytest.mark.parametrize("text", ["\x7f", "\x9f", "\ufffe", "a\x85--- b"])
def test_string_does_not_come_back(text):
    with pytest.raises(DetourError):
        read_back(text)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["\x85", {"k" * 1023: 1.0}], "yaml: line 1: did not find expected ',' or '}'"),
        ([{"k" * 1023: 1.0}, "x" * 600 + "\x7f"], "yaml: did not find expected ',' or '}'"),
        ([{"k" * 1023: "\x7f"}], "yaml: control characters are not allowed"),
        (["a\x85--- b"], "yaml: line 2: found unexpected document indicator"),
    ],
)
def test_first_problem_is_named_with_its_line(value, message):
    assert go_error(value).message == message


def test_shared_values_are_not_too_deep():
    value: list[object] = []
    for _ in range(100):
        value = [value, value]
    assert not too_deep(value, 101)
    assert too_deep(value, 100)
