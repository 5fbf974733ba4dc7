"""Whether ours and the Kubernetes code agree on cases."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.patch_ours import explain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.conformance.kube_peer import KubeOracle

Case = dict[str, Any]

ASKED_AGAIN = 400
"""How often a case on which we differ is asked again: Go leaves some results to a map's order."""


def differences(
    oracle: KubeOracle, version: str, cases: Sequence[Case]
) -> Iterator[tuple[Case, str]]:
    """Yields the cases on which we differ, each with an explanation."""
    doubtful = []
    for case, answer in zip(cases, oracle.ask_all(cases), strict=True):
        if _explain(case, answer, version):
            doubtful.append({**case, "times": ASKED_AGAIN})
    for case, answer in zip(doubtful, oracle.ask_all(doubtful), strict=True):
        explanation = _explain(case, answer, version)
        if explanation:
            yield case, explanation


def _explain(case: Case, answer: dict[str, Any], version: str) -> str:
    return explain(case, answer.get("results", []), answer.get("errors", []), version)
