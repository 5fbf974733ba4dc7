"""The real helms say about values of the bundled chart what the tests of its schema expect."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.values_schema_cases import ACCEPTED, REFUSED

if TYPE_CHECKING:
    from collections.abc import Callable

CHART = Path(__file__).resolve().parent.parent.parent / "chart"
HEAD = "in the following chart(s):\ndetermined:\n"


@pytest.fixture(scope="module")
def chart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the bundled chart without its templates and defaults."""
    folder = tmp_path_factory.mktemp("chart")
    for name in ("Chart.yaml", "values.schema.json"):
        (folder / name).write_bytes((CHART / name).read_bytes())
    return folder


@pytest.fixture(params=["helm", "helm3"])
def said(request: pytest.FixtureRequest, chart: Path) -> Callable[[str], list[str]]:
    """Returns a function from values to the lines of what a helm says about them."""
    binary = request.getfixturevalue(request.param)

    def say(values: str) -> list[str]:
        done = subprocess.run(
            [binary, "template", chart, "-f", "-"],
            input=values,
            capture_output=True,
            check=False,
            text=True,
        )
        _, found, text = done.stderr.partition(HEAD)
        return sorted((text if found else done.stderr).strip().splitlines())

    return say


@pytest.mark.parametrize("text", ACCEPTED)
def test_helm_accepts_what_works(said: Callable[[str], list[str]], text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_helm_refuses_in_these_words(
    said: Callable[[str], list[str]], text: str, message: str
) -> None:
    assert said(text) == message.splitlines()
