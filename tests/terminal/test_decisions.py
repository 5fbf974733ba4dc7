"""What a terminal gets, by flags and variables: colours, links, a pager, signs."""

from __future__ import annotations

import pytest

from helmwright.base.style import BASIC, RICH
from helmwright.commands.terminal.decisions import (
    is_ascii,
    is_ascii_asked,
    number_of_colors,
    pager_command,
    pager_environment,
    wants_color,
    wants_links,
)

XTERM = {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("mode", "environment", "is_terminal", "colored"),
    [
        ("auto", XTERM, True, True),
        ("auto", XTERM, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "unknown"}, True, False),
        ("auto", {}, True, False),
        ("always", {}, False, True),
        ("never", XTERM, True, False),
        # A flag wins over all variables.
        ("always", {**XTERM, "NO_COLOR": "1"}, True, True),
        ("never", {**XTERM, "FORCE_COLOR": "1"}, True, False),
        # NO_COLOR wins over those that ask for colours; blank is as if it were not there.
        ("auto", {**XTERM, "NO_COLOR": "1"}, True, False),
        ("auto", {**XTERM, "NO_COLOR": "0"}, True, False),
        ("auto", {**XTERM, "NO_COLOR": ""}, True, True),
        ("auto", {**XTERM, "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {**XTERM, "NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, True, False),
        # Those that force colours win over CLICOLOR, TERM, and what standard output is.
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "3", "TERM": "dumb"}, False, True),
        ("auto", {"FORCE_COLOR": ""}, False, False),
        ("auto", {"CLICOLOR_FORCE": "1"}, False, True),
        ("auto", {"CLICOLOR_FORCE": "0"}, False, False),
        ("auto", {"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, False, True),
        # CLICOLOR only takes them away.
        ("auto", {**XTERM, "CLICOLOR": "0"}, True, False),
        ("auto", {**XTERM, "CLICOLOR": "1"}, True, True),
        ("auto", {"CLICOLOR": "1"}, False, False),
    ],
)
def test_colors(
    mode: str, environment: dict[str, str], *, is_terminal: bool, colored: bool
) -> None:
    assert wants_color(mode, environment, is_terminal=is_terminal) is colored


@pytest.mark.parametrize(
    ("environment", "number"),
    [
        (XTERM, RICH),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, RICH),
        ({"TERM": "xterm-kitty"}, RICH),
        ({"TERM": "xterm"}, BASIC),
        ({"TERM": "linux"}, BASIC),
        ({}, BASIC),
    ],
)
def test_number_of_colors(environment: dict[str, str], number: int) -> None:
    assert number_of_colors(environment) == number


@pytest.mark.parametrize(
    ("environment", "linking"),
    [
        (XTERM, False),
        ({"TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.0"}, True),
        ({"TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.0.15"}, False),
        ({"TERM_PROGRAM": "iTerm.app"}, False),
        ({"TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809-5046fc22"}, True),
        ({"TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.90.1"}, True),
        ({"TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.71.9"}, False),
        ({"TERM_PROGRAM": "Apple_Terminal", "TERM_PROGRAM_VERSION": "455"}, False),
        ({"VTE_VERSION": "7006"}, True),
        ({"VTE_VERSION": "5000"}, False),
        ({"VTE_VERSION": "4805"}, False),
        ({"VTE_VERSION": "x"}, False),
        ({"KITTY_WINDOW_ID": "1"}, True),
        ({"WT_SESSION": "6c2f"}, True),
        ({"TERM": "alacritty"}, True),
        # What is around tmux and screen says nothing of them.
        ({"TMUX": "/tmp/x,1,0", "VTE_VERSION": "7006"}, False),  # noqa: S108 - as tmux has it
        ({"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, False),
        ({"STY": "1.pts", "WT_SESSION": "6c2f"}, False),
        ({"TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"}, True),
        ({"TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"}, False),
        ({**XTERM, "HELMWRIGHT_HYPERLINKS": "always"}, True),
        ({"KITTY_WINDOW_ID": "1", "HELMWRIGHT_HYPERLINKS": "never"}, False),
        ({"KITTY_WINDOW_ID": "1", "HELMWRIGHT_HYPERLINKS": ""}, True),
    ],
)
def test_links(environment: dict[str, str], *, linking: bool) -> None:
    assert wants_links(environment) is linking


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        (XTERM, ["less", "-FRX"]),
        ({**XTERM, "PAGER": "more"}, ["more"]),
        ({**XTERM, "PAGER": "more", "HELMWRIGHT_PAGER": "most -s 'a b'"}, ["most", "-s", "a b"]),
        ({**XTERM, "PAGER": ""}, []),
        ({**XTERM, "PAGER": "less", "HELMWRIGHT_PAGER": "cat"}, []),
        ({**XTERM, "PAGER": "less 'x"}, []),
        ({"TERM": "dumb", "PAGER": "less"}, []),
    ],
)
def test_pager(environment: dict[str, str], command: list[str]) -> None:
    assert pager_command(environment) == command


def test_variables_of_a_pager_are_the_users_if_they_are_set() -> None:
    assert pager_environment({"LESS": "-i"}) == {
        "LESS": "-i",
        "LESSCHARSET": "utf-8",
        "LV": "-c",
    }


@pytest.mark.parametrize(
    ("environment", "ascii_only"),
    [
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LC_CTYPE": "UTF-8"}, False),
        ({"LANG": "C.utf8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, False),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
        ({"LANG": "de_DE.UTF-8", "PYTHONIOENCODING": "ascii:replace"}, True),
        ({"PYTHONUTF8": "1"}, False),
    ],
)
def test_signs(environment: dict[str, str], *, ascii_only: bool) -> None:
    assert is_ascii(environment) is ascii_only


def test_ascii_for_data_is_asked_for_by_a_variable_of_its_own() -> None:
    assert is_ascii_asked({"PYTHONIOENCODING": "ascii:strict"})
    assert not is_ascii_asked({"LC_ALL": "C"})
