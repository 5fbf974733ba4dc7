"""The guide "Write a pack" is the sample pack, and what it shows of a terminal is what the program prints."""

from __future__ import annotations

import re
import shlex
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from tests.console_sessions import sessions
from tests.packs.scratch import ROOT, SAMPLE

from helmwright.packs import Pack

if TYPE_CHECKING:
    from tests.packs.scratch import Scratch

PAGE = ROOT / "docs" / "guides" / "write-a-pack.md"
FILES = dict(
    re.findall(
        r"^`(\S+)`:\n\n```(?:python|toml)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
)


def test_the_files_of_the_page_are_those_of_the_sample() -> None:
    written = {
        path.relative_to(SAMPLE).as_posix(): path.read_text()
        for path in SAMPLE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert written == FILES


def test_every_part_of_a_pack_is_on_the_page() -> None:
    text = PAGE.read_text()

    assert [
        part for part in Pack.__match_args__ if f"`{part}`" not in text and f"{part}=" not in text
    ] == []


@pytest.mark.slow
@pytest.mark.skipif(find_spec("hatchling") is None, reason="the build backend is not here")
def test_shows_what_is_printed(sample: Scratch) -> None:
    shutil.rmtree(sample.work / "shop")  # the page has its own
    for step in re.split(r"^\$ ", "".join(sessions(PAGE)), flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        name, *arguments = shlex.split(command)
        if name == "cat":
            sample.write({arguments[0]: shown})
            continue
        assert name == "helmwright"
        ran = sample.run(*arguments)
        assert (ran.out + ran.err).strip() == shown.strip(), command
