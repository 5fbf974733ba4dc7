"""What the guides show of a terminal is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command import helmwright

GUIDES = Path(__file__).resolve().parent.parent / "docs" / "guides"

pytestmark = pytest.mark.skipif(not GUIDES.exists(), reason="an installed package has no guides")


def pages() -> list[Path]:
    return [path for path in sorted(GUIDES.glob("*.md")) if "```console" in path.read_text()]


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.name)
def test_shows_what_is_printed(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    sessions = re.findall(r"^```console\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)

    for step in re.split(r"^\$ ", "".join(sessions), flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        name, *arguments = shlex.split(command)
        if name == "cat":
            (tmp_path / arguments[0]).write_text(shown)
            continue
        outcome = helmwright(*arguments)
        assert name == "helmwright"
        assert (outcome.out + outcome.err).strip() == shown.strip(), command
