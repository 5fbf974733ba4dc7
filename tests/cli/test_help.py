"""Help texts as a user reads them."""

from __future__ import annotations

import pytest
from tests.cli.command import helmwright

from helmwright.cli.command_table import known_commands


@pytest.mark.parametrize("arguments", [[], ["help"], ["-h"], ["--help"], ["help", "help"]])
def test_lists_the_commands(arguments: list[str]) -> None:
    code, out, err = helmwright(*arguments)
    assert (code, err) == (0, "")
    assert "\n  template     Render a chart as 'helm template' does\n" in out


@pytest.mark.parametrize("command", [name for name in known_commands() if name != "help"])
def test_explains_each_command(command: str) -> None:
    outcome = helmwright("help", command)
    assert outcome.code == 0
    assert f"\nUsage:\n  helmwright {command}" in outcome.out
    assert outcome == helmwright(command, "--help") == helmwright(command, "-h")


def test_shows_flags_in_groups() -> None:
    out = helmwright("template", "--help").out
    titles = [line for line in out.splitlines() if line.endswith(":") and line[0] != " "]
    assert titles == [
        "Usage:",
        "Examples:",
        "Values:",
        "Output:",
        "Release and checks:",
        "Cluster:",
        "Charts from repositories:",
        "Output that repeats:",
        "Accepted without effect, for scripts written for helm:",
        "Refused:",
    ]
    assert "\n  -f, --values FILE             values from a YAML file, - for" in out


@pytest.mark.parametrize("command", known_commands())
def test_fits_a_narrow_window(command: str) -> None:
    lines = helmwright("help", command).out.splitlines()
    assert max(map(len, lines)) <= 95


def test_shows_which_values_may_be_left_out() -> None:
    out = helmwright("podspec", "--help").out
    assert "      --explain[=PATH]          print" in out
    assert "      --pool NAME               resource" in out


def test_every_flag_is_shown_once() -> None:
    from helmwright.cli.template_flags import TemplateFlags

    words = helmwright("template", "--help").out.replace(",", " ").split()
    shown = [word.partition("[")[0] for word in words if word.startswith("--")]
    for flag in TemplateFlags.declared():
        if not flag.hidden and flag.name not in (
            "force",
            "atomic",
            "hide-notes",
            "render-subchart-notes",
        ):
            assert f"--{flag.name}" in shown
