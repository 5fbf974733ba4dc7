"""Colours and links of reports: what they mean, whether they can be read, and that nothing gets out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.file_links import file_url
from helmwright.base.printable import linked, printable
from helmwright.base.style import BASIC, CODES, PLAIN, RICH, Role, Style

if TYPE_CHECKING:
    from pathlib import Path

BACKGROUNDS = {
    "white": "ffffff",
    "black": "000000",
    "Solarized light": "fdf6e3",
    "Solarized dark": "002b36",
    "Visual Studio Code dark": "1e1e1e",
}
LEAST = 3.4


def luminance(color: str) -> float:
    """Relative luminance. Source: WCAG 2.1."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def of_cube(number: int) -> str:
    """The colour that a terminal with 256 of them shows."""
    if number >= 232:
        return f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    at = number - 16
    return "".join(f"{steps[one]:02x}" for one in (at // 36, at // 6 % 6, at % 6))


def test_every_meaning_has_its_codes() -> None:
    assert set(CODES) == set(Role)


@pytest.mark.parametrize("role", Role)
def test_colors_can_be_read_on_light_and_dark_backgrounds(role: Role) -> None:
    few, many = CODES[role]
    number = re.search(r"38;5;(\d+)", many)

    for name, background in BACKGROUNDS.items():
        if number:
            assert contrast(of_cube(int(number[1])), background) >= LEAST, name
    words = few.split(";")
    if not any(word.startswith("4") for word in words):  # a label has a background of its own
        assert not set(words) & {"33", "34", "37", "90", "93", "97"}


def test_text_is_painted_by_its_meaning() -> None:
    texts = [printable(Style(colors).paint("gone", Role.REMOVED)) for colors in (0, BASIC, RICH)]

    assert texts == ["gone", "\x1b[31mgone\x1b[0m", "\x1b[38;5;196mgone\x1b[0m"]
    assert Style(BASIC).paint("", Role.ERROR) == ""


def test_the_head_of_a_diff_is_not_taken_for_lines_that_are_gone() -> None:
    lines = ["--- a\n", "+++ b\n", "@@ -1 +1 @@\n", "--- x\n", "+y\n", " z\n"]

    shown = [printable(line) for line in Style(BASIC).diff(lines)]

    assert shown == [
        "\x1b[1m--- a\x1b[0m\n",
        "\x1b[1m+++ b\x1b[0m\n",
        "\x1b[36m@@ -1 +1 @@\x1b[0m\n",
        "\x1b[31m--- x\x1b[0m\n",
        "\x1b[32m+y\x1b[0m\n",
        " z\n",
    ]
    assert list(PLAIN.diff(lines)) == lines


def test_names_of_files_become_links(tmp_path: Path) -> None:
    path = tmp_path / "a b;é\x07.yaml"
    path.touch()

    shown = printable(Style(BASIC, "web-1").link("a b", str(path)))

    url = f"file://web-1{tmp_path}/a%20b%3B%C3%A9%07.yaml"
    assert shown == f"\x1b]8;;{url}\x1b\\a b\x1b]8;;\x1b\\"
    assert unquote(urlsplit(url).path) == str(path)


def test_only_files_that_are_there_become_links(tmp_path: Path) -> None:
    style = Style(BASIC, "web-1")

    assert style.link("x", str(tmp_path / "x")) == "x"
    assert style.link("x", "a\0b") == "x"
    assert style.link("x", "") == "x"
    assert Style(BASIC).link("x", str(tmp_path)) == "x"


def test_the_name_of_a_machine_that_is_none_is_left_out(tmp_path: Path) -> None:
    assert file_url(str(tmp_path), "a\x1b]b") == f"file://{tmp_path}"


@given(st.text(), st.text())
def test_no_text_and_no_url_gets_out_of_its_sequence(text: str, url: str) -> None:
    shown = printable(linked(text, url))

    rest = re.sub(r"\x1b\]8;;(?:file://[A-Za-z0-9.-]*/[A-Za-z0-9/._~%-]*)?\x1b\\", "", shown)
    assert "\x1b" not in rest
    assert "\x07" not in rest
