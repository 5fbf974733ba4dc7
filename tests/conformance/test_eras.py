"""Helm 3.21.4 answers generated examples as we do with its era, and its golden cases as they say.

HELMWRIGHT_EXAMPLES (default 5000) is the number of examples of each release, HELMWRIGHT_SEED (default 0)
chooses others. Older releases are asked by ``tox -e eras``.
"""

from __future__ import annotations

import os

import pytest
from tests import era_cases
from tests.conformance import compare
from tests.conformance.update_era_goldens import answers_of

EXAMPLES = int(os.environ.get("HELMWRIGHT_EXAMPLES", "5000"))
SEED = int(os.environ.get("HELMWRIGHT_SEED", "0"))
RELEASES = os.environ.get("HELMWRIGHT_RELEASES", "3.21.4").split()


@pytest.mark.parametrize("release", RELEASES)
def test_generated_examples_render_as_in_the_release(release: str) -> None:
    total = compare.Report()
    with compare.Comparison(release) as comparison:
        for batch in range(max(1, EXAMPLES // compare.BATCH)):
            examples = compare.examples(SEED * 1_000_003 + batch, compare.BATCH)
            total.add(comparison.check(examples, shrink_most=5))
    assert not total.differences, f"{total}\n" + "\n".join(map(str, total.differences))


@pytest.mark.parametrize("release", RELEASES)
def test_goldens_of_the_release_are_what_it_answers(release: str) -> None:
    cases = era_cases.load_all()
    answers = answers_of(release, [one for one in cases if release in one.expected])
    different = [
        one.id
        for one, answer in zip(cases, answers, strict=True)
        if one.expected[release] != answer
    ]
    assert different == []
