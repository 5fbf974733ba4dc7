"""What is predicted of an upgrade, against what the real Helm then did: pairs by chance of changes and drift."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cluster import pairs
from tests.cluster.pairs import Bench

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cluster.servers import RunningCluster

COUNT = 20
"""Pairs for each way; ``python -m tests.cluster.pairs`` tries as many as one likes."""
_CONFLICT = "conflict occurred while applying object"


def conflicts(error: object) -> list[str]:
    """Returns the conflicts among the errors of an upgrade."""
    return [one for one in str(error).split(" && ") if one.startswith(_CONFLICT)]


@pytest.mark.parametrize("way", pairs.WAYS)
def test_an_upgrade_does_what_was_predicted(
    cluster: RunningCluster, namespace: str, tmp_path: Path, way: str
) -> None:
    found = pairs.run(Bench(cluster, tmp_path, namespace), COUNT, "ci", (way,))
    errors = [one for one in found if one.name.endswith(": error")]
    # Helm ends at an object that it cannot create, which only the server knows.
    told = [one for one in errors if not str(one.happened).startswith("failed to create")]

    assert len(found) >= COUNT // 4
    assert [one for one in found if one.predicted != one.happened] == []
    assert [
        one for one in found if one not in errors and one.read_only not in (one.happened, None)
    ] == []
    assert [conflicts(one.read_only) for one in told] == [conflicts(one.happened) for one in told]
