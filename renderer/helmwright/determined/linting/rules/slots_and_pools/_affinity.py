"""Affinities of pod specs as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rules.slots_and_pools._managers import slot_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
TERMS = "nodeSelectorTerms"
_SLOT_TYPE = ("resource_manager", "slot_type")


def affinities(settings: DeterminedSettings) -> Iterator[tuple[Path, Path, dict[str, Any]]]:
    """Yield each affinity in a pod spec: the path of the pod spec, its own, and what it holds."""
    for path, _ in settings.pod_specs():
        spec = settings.section(*path, "spec")
        affinity = spec.get("affinity")
        if type(affinity) is dict:
            yield path, (*path, "spec", "affinity"), affinity


def crashes(settings: DeterminedSettings, pod: Path, affinity: dict[str, Any]) -> bool | None:
    """Tell whether the master crashes on an affinity: surely, perhaps, or never (None).

    It asks the pod specs of pools for their nodeAffinity since 0.34.0, those that it reads.
    """
    if "task_container_defaults" not in pod or pod[-1] == "checkpoint_gc_pod_spec":
        return None
    if affinity.get("nodeAffinity") is not None or not settings.release.at_least(0, 34, 0):
        return None
    of_pools = pod[0] == "resourcePools"
    slots = slot_type(settings, ("slotType",) if of_pools else (*pod[:2], *_SLOT_TYPE))
    if pod[-1] == "gpu_pod_spec":
        return None if slots == "cpu" else True
    return slots == "cpu" or settings.get(*pod[:-1], "gpu_pod_spec") is None
