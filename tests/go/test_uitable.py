"""Tables look as uitable prints them."""

from __future__ import annotations

import pytest

from helmwright.go.uitable import table


def test_cells_are_padded_to_their_column_and_one_tab_is_between() -> None:
    rows = [("NAME", "URL"), ("lab", "http://127.0.0.1:8801")]

    assert table(rows) == "NAME\tURL                  \nlab \thttp://127.0.0.1:8801"


def test_a_column_without_text_has_no_width() -> None:
    assert table([("a", "", "b"), ("c", "", "d")]) == "a\t\tb\nc\t\td"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1234567890", "1234567890"),
        ("1234567890a", "1234567..."),
        ("日本語日本語", "日本語日..."),
    ],
)
def test_what_is_wider_than_a_column_may_be_is_cut(text: str, shown: str) -> None:
    assert table([(text,)], widest=10) == shown


def test_wide_letters_count_twice_marks_and_escape_sequences_nothing() -> None:
    rows = [("日本", "|"), ("a\u0301", "|"), ("\x1b[31mab\x1b[0m", "|"), ("1234", "|")]

    assert table(rows) == "日本\t|\na\u0301   \t|\n\x1b[31mab\x1b[0m  \t|\n1234\t|"


def test_a_cell_of_several_lines_makes_its_row_higher() -> None:
    assert table([("a\nbc", "x"), ("d", "y")]) == "a \tx\nbc\t \nd \ty"


def test_no_rows_are_no_text() -> None:
    assert table([]) == ""
