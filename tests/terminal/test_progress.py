"""The line of progress: when it is there, that it is gone at the end, and that it never mixes with text."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import write
from tests.terminal.sessions import Shown, play

from helmwright.commands.terminal import Screen
from helmwright.commands.terminal.progress import Progress

if TYPE_CHECKING:
    from pathlib import Path

WORK = """
import sys, time
from helmwright.base.errors import HelmwrightError
from helmwright.cli import _run_whole
from helmwright.commands import Context, Leaving
from helmwright.commands.terminal import Screen
import helmwright.cli

def work(context, arguments):
    {begin}
    with context.progress("digging", quiet={quiet}) as progress:
        for number in range({parts}):
            time.sleep({pause})
            progress.told(number + 1, {parts})
            {each}
    context.write("done\\n")
    return 0

helmwright.cli.run_command = work
streams = (sys.stdin.buffer, sys.stdout.buffer, sys.stderr.buffer)
context = Context(*streams, Leaving(), Screen())
code = _run_whole(context, [], limited={limited})
sys.stdout.flush()
sys.exit(code)
"""


def dig(
    place: Path,
    *,
    begin: str = "pass",
    each: str = "pass",
    parts: int = 16,
    pause: float = 0.1,
    quiet: bool = False,
    limited: bool = False,
    **more: object,
) -> Shown:
    """Run work of so many parts in a terminal."""
    (place / "work.py").write_text(WORK.format(**locals()))
    return play([], place, program=[sys.executable, "work.py"], **more)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("limited", [False, True])
def test_work_that_takes_a_while_has_a_line_which_is_gone_at_the_end(
    tmp_path: Path, *, limited: bool
) -> None:
    shown = dig(tmp_path, limited=limited)

    assert shown.code == 0
    assert b"digging [" in shown.data
    assert b"/16" in shown.data
    assert shown.lines[0] == "done"
    assert not any(shown.lines[1:])


def test_work_that_is_done_soon_has_none(tmp_path: Path) -> None:
    shown = dig(tmp_path, parts=3)

    assert shown.data == b"done\r\n"


@pytest.mark.slow
def test_the_line_is_there_while_the_first_part_is_being_done(tmp_path: Path) -> None:
    shown = dig(tmp_path, parts=1, pause=1.4)

    assert b"digging 1 s" in shown.data
    assert shown.lines[0] == "done"


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        {"TERM": "dumb"},
        {"TERM": ""},
        {"quiet": True},
        {"begin": "context = context._replace(stderr=open('log', 'wb'))"},
    ],
)
def test_there_is_none_where_it_is_not_wanted(tmp_path: Path, more: dict[str, object]) -> None:
    shown = dig(tmp_path, parts=13, **more)  # type: ignore[arg-type]

    assert shown.data == b"done\r\n"


@pytest.mark.slow
def test_text_takes_the_place_of_the_line(tmp_path: Path) -> None:
    shown = dig(
        tmp_path,
        each="number % 4 or context.say(f'note {number}'); number % 4 - 1 or context.write(f'row {number}\\n')",
    )

    expected = [f"{what} {at + n}" for at in (0, 4, 8, 12) for n, what in ((0, "note"), (1, "row"))]
    assert b"digging [" in shown.data
    assert [line for line in shown.lines if line] == [*expected, "done"]


@pytest.mark.slow
def test_an_error_stands_alone(tmp_path: Path) -> None:
    each = "if number == 13: raise HelmwrightError('a stone')"

    shown = dig(tmp_path, each=each)

    assert shown.code == 1
    assert b"digging [" in shown.data
    assert [line for line in shown.lines if line] == ["Error: a stone"]


@pytest.mark.slow
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    shown = dig(tmp_path, parts=200, keys=(("digging [", b"\x03"),))

    assert shown.code == 130
    assert [line.replace("^C", "") for line in shown.lines if line] in ([], [""])


@pytest.mark.slow
def test_the_line_is_on_standard_error_alone(tmp_path: Path) -> None:
    shown = dig(tmp_path, piped=True)

    assert b"digging [" in shown.data
    assert not any(shown.lines)


@pytest.mark.slow
@pytest.mark.parametrize("width", [20, 24, 30, 200])
def test_the_line_fits(tmp_path: Path, width: int) -> None:
    shown = dig(tmp_path, width=width)

    lines = [part.partition(b"\x1b")[0] for part in shown.data.split(b"\r") if b"digging" in part]
    assert lines
    assert all(len(line) < width for line in lines)


def test_without_a_terminal_nothing_happens() -> None:
    stderr = io.BytesIO()
    screen = Screen()

    with Progress(stderr, screen, "digging") as progress:
        progress.told(1, 2)

        assert screen.line is None
    assert stderr.getvalue() == b""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_files_are_linted_with_a_line_and_the_report_is_as_without(
    tmp_path: Path, jobs: str
) -> None:
    names = [f"v{number}.yaml" for number in range(60)]
    write(tmp_path, dict.fromkeys(names, "maxSlotsPerPod: 8\ndb:\n  port: none\n"))
    arguments = ["lint", *names, "--no-pager", "--chart", "determined", "--jobs", jobs]

    soon = (
        "import sys, helmwright.cli, helmwright.commands.terminal.progress as progress;"
        "progress._SOON = progress._FIRST = 0.05; sys.exit(helmwright.cli.main())"
    )
    shown = play(arguments, tmp_path, program=[sys.executable, "-c", soon])

    assert b"linting " in shown.data
    quiet = play(arguments, tmp_path, TERM="dumb", FORCE_COLOR="1")
    assert "linting" not in quiet.text
    assert shown.text.split("\r")[-1] == quiet.text.partition("\n")[2]
