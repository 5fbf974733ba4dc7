"""What is long for a terminal, and what a pager is given."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from helmwright.commands.terminal.output import fitted, size_of
from helmwright.commands.terminal.pager import is_long, page

if TYPE_CHECKING:
    from pathlib import Path

LINK = "\x1b]8;;file://web/a.yaml\x1b\\a.yaml\x1b]8;;\x1b\\"
PROGRAM = """\
#!{python}
import sys
if sys.argv[1:] == ["--version"]:
    print("{version}")
else:
    open("{place}/paged", "wb").write(sys.stdin.buffer.read())
"""


@pytest.mark.parametrize(
    ("text", "width", "long"),
    [
        ("", 10, False),
        ("a\n" * 4, 10, False),
        ("a\n" * 5, 10, True),
        ("a" * 40, 10, False),
        ("a" * 41, 10, True),
        ("中" * 20, 10, False),
        ("中" * 21, 10, True),
        ("\x1b[1;38;5;196ma\x1b[0m\n" * 4, 10, False),
        (f"{LINK}\n" * 4, 10, False),
        ("\n" * 5, 10, True),
    ],
)
def test_rows_are_counted_as_they_are_shown(text: str, width: int, *, long: bool) -> None:
    assert is_long(text, width, 5) is long


@pytest.mark.parametrize(
    ("name", "version", "linked"),
    [
        ("less", "less 590 (GNU regular expressions)", True),
        ("less", "less 551 (GNU regular expressions)", False),
        ("less", "", False),
        ("most", "less 590", False),
    ],
)
def test_a_pager_that_may_not_know_links_gets_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, version: str, *, linked: bool
) -> None:
    program = tmp_path / name
    program.write_text(PROGRAM.format(python=sys.executable, version=version, place=tmp_path))
    program.chmod(0o755)
    for variable, value in (("HELMWRIGHT_PAGER", str(program)), ("TERM", "xterm"), ("LINES", "3")):
        monkeypatch.setenv(variable, value)

    with (tmp_path / "shown").open("wb") as stdout:
        assert page(f"\x1b[1mx\x1b[0m {LINK}\n" * 3, stdout)

    expected = LINK if linked else "a.yaml"
    assert (tmp_path / "paged").read_text() == f"\x1b[1mx\x1b[0m {expected}\n" * 3


def test_what_is_no_terminal_has_the_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)

    assert size_of(io.BytesIO()) == (120, 24)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("40", 40), ("3", 20), ("0", 120), ("-1", 120), ("x", 120), ("9" * 9, 120)],
)
def test_a_size_that_is_none_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    assert size_of(io.BytesIO())[0] == width


def test_lines_that_fit_keep_their_colors() -> None:
    text = "\x1b[1mport\x1b[0m: 80\n\x1b[1mlong\x1b[0m  some more words than fit\n"

    assert fitted(text, 20) == ("\x1b[1mport\x1b[0m: 80\nlong\n    some more words\n    than fit\n")
