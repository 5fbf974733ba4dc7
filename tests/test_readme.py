"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command import helmwright
from tests.console_sessions import run_session, sessions

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"

pytestmark = pytest.mark.skipif(not README.exists(), reason="an installed package has no README")


def without_lines(text: str) -> str:
    """Returns ``text`` without the lines of templates, which move whenever these are edited."""
    return re.sub(r"(determined/templates/[\w./-]+):\d+:\d+", r"\1", text)


@pytest.mark.parametrize("session", sessions(README), ids=lambda text: text.splitlines()[0])
def test_shows_what_is_printed(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    if "$ cat Chart.yaml\n" not in session:  # that is a chart of its own
        (tmp_path / "chart").symlink_to(ROOT / "chart")

    for step in run_session(session, tmp_path):
        assert without_lines(step.printed).strip() == without_lines(step.shown).strip()


def test_shows_commands_and_a_program_that_run(tmp_path, monkeypatch, capsys):
    text = README.read_text()
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(tmp_path))
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)

    exec(program.replace("9500", "9002"), {})  # noqa: S102 - the README's own program

    assert "Deployment determined-master-deployment-det" in capsys.readouterr().out
    (first,) = re.findall(r"\.venv/bin/helmwright (.*)", text)
    assert helmwright(*shlex.split(first)).code == 0


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#\s]+)\)", README.read_text())

    assert [target for target in targets if not (ROOT / target).exists()] == []
