"""What a chart's values say about slots, pools and the scheduler of tasks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import InputError
from helmwright.base.records import Record, replace
from helmwright.determined.capacity.given import mapping, quantity, sequence, text, whole
from helmwright.determined.capacity.nodes import AMD, NVIDIA
from helmwright.determined.capacity.pod_rules import PodRules, Toleration, read_pod
from helmwright.determined.versions import FIRST, LATEST, DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.paths import Path

_SLOT_TYPES = {"": "cuda", "gpu": "cuda", "cuda": "cuda", "rocm": "rocm", "cpu": "cpu"}
DEFAULT_PRIORITY = 50
IMPLICIT_POOL = "default"


class PoolSettings(Record):
    """A resource pool.

    max_slots: its own max_slots_per_pod. gpu_pod and cpu_pod: its own pod specs, for tasks with
    slots and without; None if it has none. priority: what tasks have that name none.
    """

    name: str
    max_slots: int | None = None
    gpu_pod: PodRules | None = None
    cpu_pod: PodRules | None = None
    priority: int = DEFAULT_PRIORITY


class ClusterSettings(Record):
    """What a master knows about one cluster.

    slot_type: cuda, rocm or cpu. slot_cpu: CPUs of a slot, with slot type cpu; 0 if they are not
    set. scheduler: coscheduler, preemption or blank. gpu_toleration: whether the API server lets pods
    that ask for GPUs tolerate the taint of that name (ExtendedResourceToleration, as on GKE).
    """

    release: DeterminedRelease = LATEST
    max_slots: int | None = None
    slot_type: str = "cuda"
    slot_cpu: float = 0.0
    scheduler: str = ""
    pools: tuple[PoolSettings, ...] = (PoolSettings(IMPLICIT_POOL),)
    gpu_pod: PodRules | None = None
    cpu_pod: PodRules | None = None
    compute_pool: str = IMPLICIT_POOL
    aux_pool: str = IMPLICIT_POOL
    gpu_toleration: bool = False

    @property
    def gpu_name(self) -> str:
        """The resource that a slot is, blank with slot type cpu."""
        return {"cuda": NVIDIA, "rocm": AMD, "cpu": ""}[self.slot_type]

    @property
    def own_maximum(self) -> bool:
        """Whether a pool can have a max_slots_per_pod of its own."""
        return self.release.at_least(0, 26, 1)

    def max_slots_of(self, pool: PoolSettings) -> int | None:
        """Return the max_slots_per_pod that holds in a pool."""
        if self.own_maximum and pool.max_slots is not None:
            return pool.max_slots
        return self.max_slots

    def pod_of(self, pool: PoolSettings, *, slots: bool = True) -> PodRules:
        """Return the rules of the pods of tasks with slots, or without: a pool's replace."""
        if slots:
            pod = pool.gpu_pod or self.gpu_pod or PodRules()
            if not (self.gpu_toleration and self.gpu_name):
                return pod
            added = Toleration(self.gpu_name, "Exists", "", "NoSchedule")
            return replace(pod, tolerations=(*pod.tolerations, added))
        return pool.cpu_pod or self.cpu_pod or PodRules()


@checked
def read_cluster_settings(
    values: Mapping[str, Any],
    *,
    app_version: str = "",
    release: DeterminedRelease | None = None,
    pool: str = "",
) -> ClusterSettings:
    """Return what a chart's values say, defaults included, about the cluster that has ``pool``.

    app_version: the chart's, for values without detVersion. pool: by default one of the cluster
    that the master runs in, else it may be one of additional_resource_managers.

    Raises:
        InputError: if a value has the wrong type, or there is no such pool.
    """
    release = release or _release(values, app_version)
    root = _root(values, release)
    if not pool or any(known.name == pool for known in root.pools):
        return root
    names = [known.name for known in root.pools]
    managers = sequence(values.get("additional_resource_managers"), _ADDITIONAL)
    for index in range(len(managers) if release.at_least(0, 29, 0) else 0):
        found = _additional(values, index, root)
        if any(known.name == pool for known in found.pools):
            return found
        names.extend(known.name for known in found.pools)
    raise InputError((), f'there is no pool "{pool}"; there is {", ".join(names)}')


_ADDITIONAL: Path = ("additional_resource_managers",)


def _release(values: Mapping[str, Any], app_version: str) -> DeterminedRelease:
    for given in (values.get("detRelease"), values.get("detVersion"), app_version):
        found = re.search(r"[0-9]+[.][0-9]+[.][0-9]+", str(given or ""))
        release = DeterminedRelease.parse(found[0]) if found else None
        if release is not None and release >= FIRST:  # charts out of the sources say 0.0.0
            return release
    return LATEST


def _root(values: Mapping[str, Any], release: DeterminedRelease) -> ClusterSettings:
    defaults = mapping(values.get("taskContainerDefaults"), ("taskContainerDefaults",))
    keys = ("maxSlotsPerPod", "slotsPerNode")
    if not release.at_least(0, 13, 2):
        keys = keys[::-1]
    maximum = next((key for key in keys if values.get(key) not in (None, "")), "")
    scheduler = text(values.get("defaultScheduler"), ("defaultScheduler",)).strip()
    since = {"coscheduler": (0, 14, 5), "preemption": (0, 15, 2)}.get(scheduler)
    if scheduler and since is None:
        raise InputError(
            ("defaultScheduler",), f'expected coscheduler or preemption, not "{scheduler}"'
        )
    pools = _pools(values.get("resourcePools"), ("resourcePools",))
    if not release.at_least(0, 19, 10):  # there is only one, which has no settings
        pools = ()
    names = {
        key: text(values.get(key), (key,)) if release.at_least(0, 19, 10) else ""
        for key in ("defaultComputeResourcePool", "defaultAuxResourcePool")
    }
    return ClusterSettings(
        release,
        whole(values[maximum], (maximum,)) if maximum else None,
        *_slot(values, release, (), camel=True),
        scheduler if since is not None and release.number >= since else "",
        pools or (PoolSettings(IMPLICIT_POOL),),
        _pod(defaults, "gpuPodSpec", ("taskContainerDefaults",)),
        _pod(defaults, "cpuPodSpec", ("taskContainerDefaults",)),
        names["defaultComputeResourcePool"] or IMPLICIT_POOL,
        names["defaultAuxResourcePool"] or IMPLICIT_POOL,
    )


def _additional(values: Mapping[str, Any], index: int, root: ClusterSettings) -> ClusterSettings:
    """Return the settings of another cluster; its tasks have the same defaults."""
    path: Path = (*_ADDITIONAL, index)
    given = mapping(sequence(values["additional_resource_managers"], _ADDITIONAL)[index], path)
    here = (*path, "resource_manager")
    manager = mapping(given.get("resource_manager"), here)
    maximum = manager.get("max_slots_per_pod")
    return ClusterSettings(
        root.release,
        None if maximum in (None, "") else whole(maximum, (*here, "max_slots_per_pod")),
        *_slot(manager, root.release, here, camel=False),
        text(manager.get("default_scheduler"), (*here, "default_scheduler")),
        _pools(given.get("resource_pools"), (*path, "resource_pools")),
        root.gpu_pod,
        root.cpu_pod,
        text(manager.get("default_compute_resource_pool"), here) or IMPLICIT_POOL,
        text(manager.get("default_aux_resource_pool"), here) or IMPLICIT_POOL,
    )


def _slot(
    given: Mapping[str, Any], release: DeterminedRelease, path: Path, *, camel: bool
) -> tuple[str, float]:
    """Return slot type and the CPUs of a slot."""
    type_key, request_key = (
        ("slotType", "slotResourceRequests") if camel else ("slot_type", "slot_resource_requests")
    )
    kind = text(given.get(type_key), (*path, type_key)).strip()
    if not release.at_least(0, 16, 1):
        return "cuda", 0.0
    if kind not in _SLOT_TYPES:
        raise InputError(
            (*path, type_key), f'expected {", ".join(filter(None, _SLOT_TYPES))}, not "{kind}"'
        )
    slot_type = _SLOT_TYPES[kind]
    here = (*path, request_key)
    cpu = mapping(given.get(request_key), here).get("cpu")
    if slot_type != "cpu" or cpu in (None, ""):
        return slot_type, 0.0
    return slot_type, float(quantity(cpu, (*here, "cpu")))


def _pools(values: Any, path: Path) -> tuple[PoolSettings, ...]:
    return tuple(_pool(value, (*path, index)) for index, value in enumerate(sequence(values, path)))


def _pool(value: Any, path: Path) -> PoolSettings:
    pool = mapping(value, path)
    name = text(pool.get("pool_name"), (*path, "pool_name"))
    if not name:
        raise InputError(path, "pool_name is missing")
    here = (*path, "task_container_defaults")
    defaults = mapping(pool.get("task_container_defaults"), here)
    kubernetes = mapping(defaults.get("kubernetes"), (*here, "kubernetes"))
    maximum = kubernetes.get("max_slots_per_pod")
    scheduler = mapping(pool.get("scheduler"), (*path, "scheduler"))
    priority = scheduler.get("default_priority")
    return PoolSettings(
        name,
        None if maximum is None else whole(maximum, (*here, "kubernetes", "max_slots_per_pod")),
        _pod(defaults, "gpu_pod_spec", here),
        _pod(defaults, "cpu_pod_spec", here),
        whole(priority, (*path, "scheduler", "default_priority"), DEFAULT_PRIORITY),
    )


def _pod(defaults: Mapping[str, Any], key: str, path: Path) -> PodRules | None:
    pod = defaults.get(key)
    return None if pod is None else read_pod(pod, (*path, key))
