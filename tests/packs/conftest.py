"""Scratch environments, one with the sample pack installed as anybody would."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.packs.scratch import SAMPLE, SHOP, Scratch

if TYPE_CHECKING:
    from pathlib import Path

collect_ignore = ["sample"]
"""The tests of the sample are run in the environment that it is installed in."""


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    """Returns an environment without any pack but Determined."""
    for name in ("site", "work"):
        (tmp_path / name).mkdir()
    return Scratch(tmp_path / "site", tmp_path / "work")


@pytest.fixture(scope="session")
def sample_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder that pip has installed the sample pack into."""
    site = tmp_path_factory.mktemp("sample") / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--no-index", "--target", site, SAMPLE],
        check=True,
        capture_output=True,
    )
    return site


@pytest.fixture
def sample(sample_site: Path, tmp_path: Path) -> Scratch:
    """Returns an environment with the sample pack, and a chart that it is for in the folder to work in."""
    work = tmp_path / "work"
    work.mkdir()
    made = Scratch(sample_site, work)
    made.write(SHOP)
    return made
