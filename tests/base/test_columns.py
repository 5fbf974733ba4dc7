"""Columns that text takes, and texts that are made to fit."""

from __future__ import annotations

import textwrap

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.columns import _ODD, columns, fitting, padded, reflowed, shortened, wrapped

FAMILY = "👩\u200d👩\u200d👧"
NARROW = st.text(st.sampled_from("ab-—→…×é.,(") | st.just(" "), max_size=80).map(str.strip)
ODD = "aé中ｱ각コ、\u0301\u0308\u3099❤\ufe0f→…☺️👩👍🏽🇩🇪1️⃣\u200bñไก็"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("plain", 5),
        ("中文", 4),
        ("コンニチハ", 10),
        ("ｱ", 1),
        ("각", 2),
        ("\u1100\u1161\u11a8", 2),
        ("e\u0301", 1),
        ("あ\u3099", 2),
        ("→…×·▸", 5),
        ("👍", 2),
        ("👍🏽", 2),
        (FAMILY, 2),
        ("🏳️\u200d🌈", 2),
        ("🇩🇪", 2),
        ("🇩🇪🇫🇷", 4),
        ("❤", 1),
        ("❤\ufe0f", 2),
        ("1\ufe0f\u20e3", 2),
        ("ℹ\ufe0f", 2),
        ("a\ufe0f", 1),
        ("\u200b", 0),
        ("so\xadft", 5),
    ],
)
def test_columns_are_those_of_a_terminal(text: str, number: int) -> None:
    assert columns(text) == number == wcwidth.width(text)


def test_characters_that_are_not_looked_at_take_one_column() -> None:
    plain = {chr(code) for code in range(0x20, 0x110000) if not _ODD.search(chr(code))}

    assert {one for one in plain if wcwidth.wcwidth(one) != 1} == {
        chr(code) for code in range(0x7F, 0xA0)
    }


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Mn", "Me", "Zs"])))
def test_texts_without_joined_marks_take_what_the_package_wcwidth_says(text: str) -> None:
    indic = {
        one for one in text if 0x900 <= ord(one) < 0x1100 or ord(one) > 0xFFFF or one == "\ufe0f"
    }
    plain = "".join(one for one in text if one not in indic and wcwidth.wcwidth(one) >= 0)

    assert columns(plain) == sum(wcwidth.wcwidth(one) for one in plain)


@given(
    st.lists(st.sampled_from(["a", "中", "é", FAMILY, "🇩🇪", "👍🏽", "❤️", "→", " "]), max_size=30)
)
def test_sequences_take_what_the_package_wcwidth_says(parts: list[str]) -> None:
    text = "".join(parts)

    assert columns(text) == wcwidth.width(text)


@given(NARROW, st.integers(1, 60), st.booleans())
def test_narrow_text_is_wrapped_as_the_standard_library_does(
    text: str,
    width: int,
    hyphens: bool,  # noqa: FBT001 - drawn
) -> None:
    expected = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=hyphens)

    assert wrapped(text, width, break_on_hyphens=hyphens) == expected


@given(NARROW, st.integers(10, 60))
def test_indents_count_as_in_the_standard_library(text: str, width: int) -> None:
    expected = textwrap.wrap(
        text, width, initial_indent="- ", subsequent_indent="    ", break_long_words=False
    )

    assert wrapped(text, width, first="- ", rest="    ") == expected


def test_wide_text_is_wrapped_by_its_columns() -> None:
    text = "端口必须是数字，而这里是文本。 the port"

    assert wrapped(text, 12) == ["端口必须是数", "字，而这里是", "文本。 the", "port"]


@given(st.text(ODD + " -"), st.integers(4, 40))
def test_no_line_is_longer_than_asked_unless_a_word_is(text: str, width: int) -> None:
    for line in wrapped(text, width):
        assert columns(line) <= width or " " not in line.strip()


@given(st.text(ODD), st.integers(0, 20))
def test_what_does_not_fit_ends_with_a_mark(text: str, width: int) -> None:
    shown = shortened(text, width)

    assert shown == text or (shown.endswith("…") and columns(shown) <= max(width, 1))
    assert text.startswith(fitting(text, width))
    assert columns(fitting(text, width)) <= width


def test_texts_are_filled_up_to_columns() -> None:
    assert [padded(one, 6) + "|" for one in ("ab", "中文", FAMILY)] == [
        "ab    |",
        "中文  |",
        f"{FAMILY}    |",
    ]


def test_a_row_of_a_table_goes_on_below_its_first_column() -> None:
    row = "  lint         Find mistakes in values files and charts"

    assert reflowed(row, 60) == [row]
    assert reflowed(row, 30) == [
        "  lint",
        "      Find mistakes in values",
        "      files and charts",
    ]


def test_the_other_columns_of_a_table_stay_apart() -> None:
    row = "  port-out-of-range     error    core    A port is no TCP port"

    assert reflowed(row, 30) == [
        "  port-out-of-range",
        "      error  core  A port is",
        "      no TCP port",
    ]


def test_a_paragraph_is_broken_at_words() -> None:
    assert reflowed("one two three four", 9) == ["one two", "three", "four"]
