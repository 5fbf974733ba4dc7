"""The table of small pairs: each kind of change, of impact and of folding."""

from __future__ import annotations

import pytest
from tests.diff.table import Case, cases, lines_of

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_diff_says_what_the_table_says(case: Case) -> None:
    assert lines_of(case.report()) == case.expect


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_side_does_not_differ_from_itself(case: Case) -> None:
    for text in (case.before, case.after):
        assert not case._replace(before=text, after=text).report().differs


def test_table_has_enough_cases_with_names_of_their_own() -> None:
    names = {case.name for case in CASES}

    assert len(names) == len(CASES) >= 150
