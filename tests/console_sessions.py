"""What pages show of a terminal: blocks of Markdown that begin with ```console."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from tests.cli.command import helmwright

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Step(NamedTuple):
    """A command of a session, with what the page shows and what the program prints."""

    command: str
    shown: str
    printed: str


def sessions(page: Path) -> list[str]:
    """Returns the sessions that a page shows."""
    return re.findall(r"^```console\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


def run_session(session: str, folder: Path, *, of_a_chart: bool = False) -> Iterator[Step]:
    """Runs the program as a session does; what ``cat`` shows is written into ``folder`` first.

    of_a_chart: ``folder`` is that of a chart already; other sessions are about Determined's, unless
    they show another.
    """
    settings = folder / ".helmwright.yaml"
    if not of_a_chart and "$ cat Chart.yaml\n" not in session:
        settings.write_text("chart: determined\n")
    for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        name, *arguments = shlex.split(command)
        if name == "cat":
            path = folder / arguments[0]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(shown)
            continue
        assert name == "helmwright", command
        outcome = helmwright(*arguments)
        yield Step(command, shown, outcome.out + outcome.err)
