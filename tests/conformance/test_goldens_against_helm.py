"""The golden cases say what the real helm answers, and the oracle is the real helm."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tests.conformance import peer, update_earlier_goldens
from tests.golden_cases import FOLDERS, LINT, load_all

if TYPE_CHECKING:
    from pathlib import Path

    from tests.golden_cases import Case, Expected

SAMPLE = 13  # every 13th case goes through the binary, too


def _different(cases: list[Case], answers: list[Expected]) -> list[str]:
    pairs = zip(cases, answers, strict=True)
    return [f"{case.id}\n{case.expected}\n{got}" for case, got in pairs if case.expected != got]


def test_every_golden_is_what_the_oracle_answers(oracle: peer.Oracle) -> None:
    cases = load_all((*FOLDERS, *LINT))
    assert _different(cases, oracle.run_cases(cases)) == []


def test_a_sample_of_goldens_is_what_the_binary_answers(helm: Path) -> None:
    cases = load_all((*FOLDERS, *LINT))[::SAMPLE]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda case: peer.run_binary(helm, case), cases))
    assert _different(cases, answers) == []


def test_answers_of_helm_3_are_what_its_oracle_answers() -> None:
    stale = [
        str(path)
        for path, text in update_earlier_goldens.answers().items()
        if not update_earlier_goldens.is_current(path, text)
    ]
    assert stale == []
