"""What the guides show of a terminal is what the program prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.console_sessions import run_session, sessions

GUIDES = Path(__file__).resolve().parent.parent / "docs" / "guides"

pytestmark = pytest.mark.skipif(not GUIDES.exists(), reason="an installed package has no guides")


def pages() -> list[Path]:
    return [path for path in sorted(GUIDES.glob("*.md")) if sessions(path)]


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(), ids=lambda path: path.name)
def test_shows_what_is_printed(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")

    for step in run_session("".join(sessions(page)), tmp_path):
        assert step.printed.strip() == step.shown.strip(), step.command
