"""What each release of Helm answered to the cases of golden/eras is what we answer as that release."""

from __future__ import annotations

import pytest
from tests import era_cases, era_ours
from tests.known_differences import KNOWN_DIFFERENCES_OF_ERAS

CASES = era_cases.load_all()


def _parameters() -> list[object]:
    return [
        pytest.param(
            one,
            release,
            id=f"{one.id} ({release})",
            marks=[pytest.mark.xfail(reason=KNOWN_DIFFERENCES_OF_ERAS[key], strict=True)]
            if (key := f"{one.id} ({release})") in KNOWN_DIFFERENCES_OF_ERAS
            else [],
        )
        for one in CASES
        for release in one.expected
    ]


@pytest.mark.parametrize(("one", "release"), _parameters())
def test_answers_what_the_release_answers(one: era_cases.EraCase, release: str) -> None:
    got = era_ours.run_case(one.case, release)
    difference = era_cases.explain_difference(one, release, got)
    assert not difference, difference


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
