"""Every golden case of the chart, through our engine, beside what the real helm answered."""

from __future__ import annotations

import re

import pytest
import yaml
from tests.chart_cases import (
    CHART,
    EXAMPLES,
    FOLDER,
    NOTES,
    ROOT,
    ChartCase,
    Refusal,
    load_cases,
    load_refusals,
    read_expected,
)
from tests.chart_rendering import rendered, studio

VALUES = yaml.safe_load((CHART / "values.yaml").read_text())
OLD_KEYS = ("detVersion", "slotsPerNode")
ROWS = [row for refusals in load_refusals() for row in refusals.rows]


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_renders_what_helm_renders(case: ChartCase) -> None:
    made = rendered(case)
    expected = read_expected(case)
    assert sorted(made.files()) == sorted(expected)
    for path, text in made.files().items():
        assert text == expected[path], path
    assert made.logs == ()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.case.name)
def test_refuses_what_helm_refuses_in_its_words(row: Refusal) -> None:
    assert row.expected, "no expected part; run update_goldens.py"
    assert f"Error: {studio().refuse(row.case)}".rstrip() in row.expected
    assert studio().refuse(row.case)


FROM_TEMPLATES = [row for row in ROWS if "execution error" in row.expected]


@pytest.mark.parametrize("row", FROM_TEMPLATES, ids=lambda row: row.case.name)
def test_a_refusal_is_a_sentence_that_names_a_key_and_says_what_to_do(row: Refusal) -> None:
    error = next(line for line in row.expected.splitlines() if line.startswith("Error: "))
    sentence = error.partition("): ")[2]
    found = re.fullmatch(r"(?P<key>\S+|the release name \S+): [^;]+; .+[^.]", sentence)
    assert found, sentence
    section = re.split(r"[.\[ ]", found["key"])[0]
    assert section in {*VALUES, *OLD_KEYS, "the"}


def test_every_case_says_what_it_shows() -> None:
    silent = [
        case.name
        for case in load_cases()
        if not (case.folder / "case.yaml").read_text().startswith("# ")
    ]
    assert silent == []


def test_every_example_is_a_case() -> None:
    used = {path for case in load_cases() for path in case.values}
    examples = set(EXAMPLES.glob("*.yaml"))
    assert examples - used == set()


def test_every_folder_is_a_case_and_every_file_of_a_case_exists() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"refusals"}
    assert folders == {case.name for case in load_cases()}
    missing = [
        str(path.relative_to(ROOT))
        for case in load_cases()
        for path in (*case.values, case.parent, case.chart_values)
        if path is not None and not path.exists()
    ]
    assert missing == []


def test_notes_are_part_of_the_cases() -> None:
    with_notes = [case for case in load_cases() if NOTES in read_expected(case)]
    assert len(with_notes) >= len(load_cases()) - 5
