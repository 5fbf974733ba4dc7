"""Patches of every kind, on random cases: ours against the Kubernetes code of two versions.

HELMWRIGHT_KUBE_CASES says how many cases of each operation (5,000), HELMWRIGHT_KUBE_SEED which.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.conformance.kube_agreement import differences
from tests.conformance.kube_cases import OPERATIONS, random_case
from tests.conformance.kube_peer import VERSIONS, KubeOracle

CASES = int(os.environ.get("HELMWRIGHT_KUBE_CASES", "5000"))
SEED = os.environ.get("HELMWRIGHT_KUBE_SEED", "1")
BATCH = 1000


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_random_cases_have_gos_outcome(operation: str, version: str) -> None:
    chance = Random(f"{SEED} {operation} {version}")  # noqa: S311 - cases, not secrets
    found = []
    with KubeOracle(version) as oracle:
        for start in range(0, CASES, BATCH):
            count = min(BATCH, CASES - start)
            cases = [random_case(operation, version, chance) for _ in range(count)]
            found += [f"{case}\n{text}" for case, text in differences(oracle, version, cases)]

    assert found == []
