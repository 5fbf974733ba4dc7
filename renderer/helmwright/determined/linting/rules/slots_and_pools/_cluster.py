"""The pools with the nodes of the inventory, and what pod specs say about nodes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.determined.linting.master_overrides import decided_elsewhere

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.determined.capacity.assessment import CapacityReport
    from helmwright.determined.capacity.settings import ClusterSettings
    from helmwright.determined.linting.settings import DeterminedSettings

_ELSEWHERE = ("resource_manager", "resource_pools", "task_container_defaults")


@lru_cache(maxsize=1)
def cluster_of(settings: DeterminedSettings) -> ClusterSettings | None:
    """Return what the values say about the cluster of the master; None if they cannot be read."""
    if any(decided_elsewhere(settings, key) for key in _ELSEWHERE):
        return None
    from helmwright.determined.capacity.settings import read_cluster_settings

    try:
        return read_cluster_settings(settings.values, release=settings.release)
    except HelmwrightError:
        return None  # other rules say what is wrong with them


@lru_cache(maxsize=1)
def report_of(settings: DeterminedSettings) -> CapacityReport | None:
    """Return what fits the nodes; None without an inventory, or if the values cannot be read."""
    cluster = cluster_of(settings)
    if cluster is None or not settings.nodes:
        return None
    from helmwright.determined.capacity.assessment import assess_capacity

    try:
        return assess_capacity(settings.nodes, cluster, slots=(1,))
    except HelmwrightError:
        return None


def pool_path(settings: DeterminedSettings, index: int) -> Path:
    """Return the path of a pool's name, or that of the whole list if the master makes the pool."""
    if settings.get("resourcePools", index) is None:
        return ("resourcePools",)
    return ("resourcePools", index, "pool_name")
