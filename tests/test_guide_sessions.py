"""What the guides show of a terminal is what the program prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.console_sessions import run_session, sessions

GUIDES = Path(__file__).resolve().parent.parent / "docs" / "guides"

pytestmark = pytest.mark.skipif(not GUIDES.exists(), reason="an installed package has no guides")


ELSEWHERE = {"write-a-pack.md"}
"""Pages whose sessions need more than the program: tests/packs runs them where a pack is installed."""


def pages() -> list[Path]:
    shown = sorted(path for path in GUIDES.glob("*.md") if path.name not in ELSEWHERE)
    return [path for path in shown if sessions(path)]


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(), ids=lambda path: path.name)
def test_shows_what_is_printed(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")

    for step in run_session("".join(sessions(page)), tmp_path):
        assert step.printed.strip() == step.shown.strip(), step.command
