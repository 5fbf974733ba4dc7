"""The priority of tasks that say none, by the scheduler of their pool."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.determined import DeterminedRelease
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.master_setup import read_setup
from helmwright.determined.pods.sources import NOWHERE


@pytest.mark.parametrize(
    ("scheduler", "version", "priority"),
    [
        (None, "0.38.1", 50),
        ({"type": "priority"}, "0.38.1", 42),
        ({"type": "priority"}, "0.19.10", 42),
        ({"type": "priority", "default_priority": 7}, "0.38.1", 7),
        ({"type": "fair_share"}, "0.38.1", 50),
        ({"type": "round_robin"}, "0.33.0", 50),
        # Without a type the master takes fair_share, and from 0.34.0 on priority.
        ({"fitting_policy": "best"}, "0.33.0", 50),
        ({"fitting_policy": "best"}, "0.34.0", 42),
        ({}, "0.38.1", 42),
    ],
)
def test_priority_of_a_pool(scheduler: Any, version: str, priority: int) -> None:
    pool = {"pool_name": "default"} | ({} if scheduler is None else {"scheduler": scheduler})
    config = {"resource_manager": {"max_slots_per_pod": 4}, "resource_pools": [pool]}
    release = DeterminedRelease.parse(version)
    assert release is not None

    assert read_setup(config, "", 1, Era(release), NOWHERE).priority == priority
