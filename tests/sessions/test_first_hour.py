"""Somebody's first hour with a chart that is not ours: what the page shows is what is printed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.cli.command import helmwright
from tests.console_sessions import run_session, sessions

CHART = Path(__file__).resolve().parents[2] / "chart"
HERE = Path(__file__).resolve().parent


@pytest.fixture
def storefront(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a copy of the chart, in whose folder the test runs."""
    folder = tmp_path / "storefront"
    shutil.copytree(HERE / "storefront", folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    return folder


@pytest.mark.slow
def test_shows_what_is_printed(storefront: Path) -> None:
    session = "".join(sessions(HERE / "first_hour.md"))

    for step in run_session(session, storefront, of_a_chart=True):
        assert step.printed.strip() == step.shown.strip(), step.command


@pytest.mark.usefixtures("storefront")
def test_suites_of_the_chart_run() -> None:
    code, out, err = helmwright("unittest")

    assert (code, err) == (0, "")
    assert "Tests:       2 passed, 2 total" in out


def test_readme_of_the_chart_stays(storefront: Path) -> None:
    before = (storefront / "README.md").read_text()

    assert helmwright("docs").code == 1
    assert (storefront / "README.md").read_text() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["template", "det", str(CHART), "--set", "maxSlotsPerPod=4"],
        ["lint", str(CHART), "--set", "maxSlotsPerPod=4"],
    ],
    ids=["template", "lint"],
)
def test_first_installation_without_a_password_is_told_what_it_needs(arguments: list[str]) -> None:
    code, out, err = helmwright(*arguments)

    assert code == 1
    assert "a new installation needs a password for the users admin and determined" in out + err
