"""What each release of Helm answered to the cases of golden/eras is what we answer as that release."""

from __future__ import annotations

import pytest
from tests import era_cases, era_ours
from tests.known_differences import KNOWN_DIFFERENCES_OF_ERAS

CASES = era_cases.load_all()


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.id)
def test_answers_what_each_release_answers(one: era_cases.EraCase) -> None:
    differences = {}
    for release in one.expected:
        got = era_ours.run_case(one.case, release)
        difference = era_cases.explain_difference(one, release, got)
        if difference:
            differences[f"{one.id} ({release})"] = difference
    known = {key for key in KNOWN_DIFFERENCES_OF_ERAS if key.startswith(f"{one.id} (")}
    surprising = {key: text for key, text in differences.items() if key not in known}
    assert not surprising, "\n".join(f"{key}: {text}" for key, text in surprising.items())
    assert known <= set(differences), "a known difference is gone: take it out of the list"


def test_every_case_has_the_answer_of_every_release() -> None:
    without = {
        one.id: release
        for one in CASES
        for release in era_cases.RELEASES
        if release not in one.expected
    }
    assert without == {}


def test_known_differences_name_cases() -> None:
    known = {f"{one.id} ({release})" for one in CASES for release in one.expected}
    assert known >= set(KNOWN_DIFFERENCES_OF_ERAS)
