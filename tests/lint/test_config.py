"""Settings of the linter in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import write

from helmwright.base.errors import UsageError
from helmwright.lint.config import LintConfig, find_config, load_config

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_nearest_file_counts(place: Path) -> None:
    (place / ".git").mkdir()
    write(
        place,
        {
            ".helmwright.yaml": "lint: {jobs: 1}\n",
            "a/pyproject.toml": "[tool.helmwright.lint]\njobs = 2\n",
            "a/b/pyproject.toml": "[project]\nname = 'x'\n",
            "a/b/v.yaml": "",
            "v.yaml": "",
        },
    )

    assert find_config("v.yaml").get("jobs") == 1
    assert find_config("a/b/v.yaml").get("jobs") == 2
    assert find_config("a/b").path == "a/pyproject.toml"


def test_the_search_ends_at_the_repository(place: Path) -> None:
    write(place, {".helmwright.yaml": "lint: {jobs: 1}\n", "a/.git/x": "", "a/b/v.yaml": ""})

    assert find_config("a/b/v.yaml") == LintConfig()


def test_paths_begin_at_the_folder_of_the_file(place: Path) -> None:
    write(place, {"ci/.helmwright.yaml": "lint: {values: [../v.yaml, w.yaml], baseline: b.json}\n"})

    config = load_config("ci/.helmwright.yaml")

    assert config.get("values") == ["v.yaml", "ci/w.yaml"]
    assert config.get("baseline") == "ci/b.json"


def test_a_text_stands_for_a_list_of_one(place: Path) -> None:
    write(place, {"c.yaml": "lint: {select: style, jobs: 2}\n"})

    assert load_config("c.yaml").values == {"select": ["style"], "jobs": 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lint:\n  selct: []\n", 'c.yaml:2:3: unknown key "selct"; did you mean "select"?'),
        ("select: []\n", 'c.yaml:1:1: unknown key "select"; settings of the linter stand below'),
        ("lint: [a]\n", "lint must be a map of settings"),
        ("lint:\n  jobs: many\n", "c.yaml:2:3: jobs must be a whole number from 1 on"),
        ("lint:\n  select: {a: b}\n", "c.yaml:2:3: select must be a list of texts"),
        ("lint:\n  severity: [a]\n", "c.yaml:2:3: severity must be a map of texts"),
        ("lint:\n  quiet: 'no'\n", "c.yaml:2:3: quiet must be true or false"),
        ("lint:\n  det-version: 0.26\n", "must be a text; put it into quotation marks"),
        ("lint: {\n", "c.yaml:2:1: yaml: line 2: did not find"),
        ("{}\n", "c.yaml has no map lint"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(place: Path, text: str, message: str) -> None:
    write(place, {"c.yaml": text})

    with pytest.raises(UsageError) as caught:
        load_config("c.yaml")

    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.helmwright.lint\n", "pyproject.toml:1:22: Expected ']'"),
        (
            "[tool.helmwright.lint]\njob = 1\n",
            'pyproject.toml:2:1: unknown key "job"; did you mean',
        ),
        ("[tool.helmwright]\nlint = 1\n", "pyproject.toml:2:1: lint must be a map of settings"),
        ("[tool.other]\n", r"pyproject.toml has no [tool.helmwright.lint]"),
    ],
)
def test_toml_is_checked_as_well(place: Path, text: str, message: str) -> None:
    write(place, {"pyproject.toml": text})

    with pytest.raises(UsageError) as caught:
        load_config("pyproject.toml")

    assert caught.value.message.startswith(message)
