"""Text that is safe to show: nothing in it reaches a terminal or the log of a build as a command."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.printable import painted, printable, printable_json, printable_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext, ünïcode, 日本\u3000語", "plain\n\ttext, ünïcode, 日本\u3000語"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("a\x9b31m", "a\\x9b31m"),
        ("a\udc9b31m", "a\\x9b31m"),
        ("\ud800", "\\ud800"),
        ("a\u2028b", "a\\u2028b"),
        ("\U000e0041", "\\U000e0041"),
        ("one\rtwo\r\nthree", "one\\rtwo\r\nthree"),
        ("\0", "\\x00"),
        ("::error::x", "\\x3a:error::x"),
        ("a\n \t::set-output name=a::b", "a\n \t\\x3a:set-output name=a::b"),
        ("a\n\u3000::add-mask::b", "a\n\u3000\\x3a:add-mask::b"),
        ("a ::error::b, ::1, a::b", "a ::error::b, ::1, a::b"),
        ("x ##[error]y", "x \\x23#[error]y"),
        ("##vso[task.setvariable variable=a]b", "\\x23#vso[task.setvariable variable=a]b"),
        ("## heading [link]", "## heading [link]"),
    ],
)
def test_what_does_not_print_is_spelt_out(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_line_has_no_line_ends() -> None:
    assert printable_line("a\nb\tc\r\n::error::d\x1b") == "a\\nb\\tc\\r\\n\\x3a:error::d\\x1b"
    assert printable_line("::error::d") == "\\x3a:error::d"


def test_our_own_colours_are_left_and_those_of_others_are_not() -> None:
    assert printable(painted("a\x1b[31mb", "1;32")) == "\x1b[1;32ma\\x1b[31mb\x1b[0m"


def test_a_command_is_seen_in_what_is_painted() -> None:
    assert printable("a\n" + painted("::error::x", "1")) == "a\n\x1b[1m\\x3a:error::x\x1b[0m"


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_nothing_that_moves_a_cursor_or_commands_a_build_is_left(text: str) -> None:
    shown = printable(text)

    assert all(one.isprintable() or one in "\n\t\r" or one.isspace() for one in shown)
    assert not re.search(r"^\s*::[A-Za-z]|##[A-Za-z.]*\[|\r(?!\n)", shown, re.MULTILINE)
    assert printable(shown) == shown
    assert "\n" not in printable_line(text)


@pytest.mark.slow
@given(st.recursive(st.text(st.characters(codec=None, exclude_categories=())), st.lists))
def test_json_means_the_same(value: object) -> None:
    shown = printable_json(json.dumps(value, ensure_ascii=False))

    assert json.loads(shown) == json.loads(json.dumps(value))
    assert shown.isprintable() or all(one.isprintable() or one.isspace() for one in shown)
    shown.encode()
