"""Every golden case, through our command line or, with --engine=helm, through the real helm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.golden_cases import Case, explain_difference, load_all
from tests.known_differences import KNOWN_DIFFERENCES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.golden_cases import Expected

CASES = load_all()


def _parameters() -> list[object]:
    return [
        pytest.param(
            case,
            id=case.id,
            marks=[pytest.mark.xfail(reason=KNOWN_DIFFERENCES[case.id], strict=True)]
            if case.id in KNOWN_DIFFERENCES
            else [],
        )
        for case in CASES
    ]


@pytest.fixture(scope="session")
def run_case(request: pytest.FixtureRequest) -> Callable[[Case], Expected]:
    if request.config.getoption("--engine") == "helm":
        from tests.conformance import peer

        binary = peer.helm_binary()
        return lambda case: peer.run_binary(binary, case)
    from tests import ours

    return ours.run_case


@pytest.mark.parametrize("case", _parameters())
def test_renders_what_helm_renders(case: Case, run_case: Callable[[Case], Expected]) -> None:
    got = run_case(case)
    difference = explain_difference(case, got)
    assert not difference, difference


def test_known_differences_name_cases() -> None:
    assert set(KNOWN_DIFFERENCES) <= {case.id for case in CASES}
