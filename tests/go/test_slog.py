"""Log lines, with results of Go's log/slog."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ValuesError
from helmwright.go.slog import format_record


def test_attributes_follow_the_message():
    line = format_record("WARN", "returned non-bool value", {"path": "s.enabled", "chart": "s"})
    assert line == 'level=WARN msg="returned non-bool value" path=s.enabled chart=s'


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", '""'),
        ("a\\b", "a\\b"),
        ("a=b", '"a=b"'),
        ('"', '"\\""'),
        ("<é>", "<é>"),
        ("\u00a0", '"\\u00a0"'),
        ("a\ufffd", '"a\ufffd"'),
        ("\x7f", "\x7f"),
        ("a\nb", '"a\\nb"'),
    ],
)
def test_values_are_quoted_where_they_must_be(text, printed):
    assert format_record("INFO", "m", {"k": text}) == f"level=INFO msg=m k={printed}"


def test_other_values_are_printed_by_fmt():
    record = {"error": ValuesError('"x" is not a table'), "n": 5, "b": True, "l": ["a", "b"]}
    assert format_record("ERROR", "m", record) == (
        'level=ERROR msg=m error="\\"x\\" is not a table" n=5 b=true l="[a b]"'
    )
