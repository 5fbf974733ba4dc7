"""The guide to pod specs: what it shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command import helmwright

pytestmark = pytest.mark.usefixtures("determined")

ROOT = Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs" / "guides" / "pod-specs.md"


def commands() -> list[tuple[str, str]]:
    """Returns the commands of the guide and what it shows of each, in their order."""
    text = "\n".join(re.findall(r"```console\n(.*?)```", GUIDE.read_text(), re.DOTALL))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.slow
@pytest.mark.skipif(not GUIDE.exists(), reason="an installed package has no guides")
def test_the_guide_shows_what_the_commands_print(place: Path) -> None:
    ran = 0
    for command, shown in commands():
        program, *arguments = shlex.split(command)
        if program == "cat":
            (place / arguments[0]).write_text(shown.rstrip("\n") + "\n")
        else:
            assert (program, arguments[0]) == ("helmwright", "podspec")
            outcome = helmwright(*arguments)
            assert (outcome.out + outcome.err).strip("\n") == shown.strip("\n"), command
            ran += 1
    assert ran > 10
