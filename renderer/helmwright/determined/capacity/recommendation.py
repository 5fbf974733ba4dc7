"""Which maxSlotsPerPod, and which CPUs per slot, suit the nodes of a cluster."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.capacity.pools import PoolCapacity
    from helmwright.determined.capacity.settings import ClusterSettings

_SHARE = 0.95
"""Of a node's allocatable CPUs, what a slot takes at most: other pods on the node need some."""


class Recommendation(Record):
    """What to write into the values.

    max_slots: None if no node has slots. slot_cpu: CPUs per slot, None unless slots are CPUs.
    pools: max_slots_per_pod of pools whose nodes allow more than ``max_slots``.
    changes: whether the values say something else. reasons: sentences. values: a piece of YAML.
    """

    max_slots: int | None
    slot_cpu: float | None
    pools: tuple[tuple[str, int], ...]
    changes: bool
    reasons: tuple[str, ...]
    values: str


def slot_cpu_for(cpus: Iterable[int]) -> float | None:
    """Return the CPUs of a slot that fills the smallest node; None without nodes.

    cpus: allocatable, in thousandths. At most 95 % of it is taken, in halves: 7.5 of 7.91.
    """
    smallest = min(cpus, default=0)
    share = int(smallest * _SHARE)
    step = 500 if share >= 500 else 10
    return share // step * step / 1000 or None


def recommend(
    settings: ClusterSettings,
    given: ClusterSettings,
    pools: Sequence[PoolCapacity],
    nodes: Sequence[ClusterNode],
) -> Recommendation:
    """Return the recommendation.

    settings: with the CPUs of a slot that ``pools`` was counted with. given: as values have it.
    """
    divisors = {pool.name: pool.divisor for pool in pools if pool.divisor}
    best = gcd(*divisors.values()) or None
    reasons = []
    slot_cpu = settings.slot_cpu or None if settings.slot_type == "cpu" else None
    if slot_cpu is not None and slot_cpu != given.slot_cpu:
        reasons.append(_cpu_reason(slot_cpu, given, nodes))
    if best is None:
        reasons.append(_no_slots(settings, pools))
        return Recommendation(None, slot_cpu, (), False, tuple(reasons), "")
    reasons.append(_divisor_reason(best, pools))
    more = tuple((name, slots) for name, slots in divisors.items() if slots > best)
    own = more if settings.own_maximum else ()
    if own:
        reasons.append(
            "A pool can have more for itself: add it to the pool's entry. A pool that has "
            "task_container_defaults takes network_mode and shm_size_bytes from there, or the "
            "master's defaults, and not from taskContainerDefaults."
        )
    elif best == 1 and len({view.slots for pool in pools for view in pool.nodes}) > 1:
        reasons.append("Tasks with many slots then have as many pods: put unequal nodes apart.")
    maxima = {pool.name: given.max_slots_of(pool) for pool in settings.pools}
    wanted = dict(own)
    changes = slot_cpu != (given.slot_cpu or None) or any(
        maxima[name] not in (best, wanted.get(name, best)) for name in divisors
    )
    return Recommendation(
        best, slot_cpu, own, changes, tuple(reasons), _snippet(best, slot_cpu, own)
    )


def _divisor_reason(best: int, pools: Sequence[PoolCapacity]) -> str:
    counts = sorted(
        {node.slots for pool in pools for node in pool.nodes if node.slots and not node.refusal}
    )
    if len(counts) == 1:
        return f"Every node that tasks can use has {_slots(best)}."
    shown = ", ".join(map(str, counts[:-1]))
    return f"{best} divides the slots of all nodes that tasks can use: {shown} and {counts[-1]}."


def _slots(count: int) -> str:
    return f"{count} slot" if count == 1 else f"{count} slots"


def _cpu_reason(slot_cpu: float, given: ClusterSettings, nodes: Sequence[ClusterNode]) -> str:
    smallest = min(node.cpu for node in nodes if node.cpu)
    why = "The values have no slotResourceRequests.cpu"
    full = [node.name for node in nodes if given.slot_cpu and node.cpu == given.slot_cpu * 1000]
    if full:
        why = f"{given.slot_cpu:g} CPUs per slot are all that {_listed(full)} can give"
    elif given.slot_cpu:
        why = f"{given.slot_cpu:g} CPUs per slot fit no node"
    return (
        f"{why}; {slot_cpu:g} fit the smallest, which has {smallest / 1000:g} to give, and leave "
        "some for what runs on every node."
    )


def _listed(names: Sequence[str]) -> str:
    return f"{names[0]} and {len(names) - 1} more" if len(names) > 1 else names[0]


def _no_slots(settings: ClusterSettings, pools: Sequence[PoolCapacity]) -> str:
    if any(view.slots for pool in pools for view in pool.nodes):
        return "No pod can use any of the nodes that have slots."
    what = settings.gpu_name or "enough CPUs"
    return f"No node has {what}: there are no slots."


def _snippet(best: int, slot_cpu: float | None, own: Sequence[tuple[str, int]]) -> str:
    lines = [f"maxSlotsPerPod: {best}"]
    if slot_cpu is not None:
        lines += ["slotType: cpu", "slotResourceRequests:", f"  cpu: {slot_cpu:g}"]
    if own:
        lines.append("resourcePools:")
    for name, slots in own:
        from helmwright.go.yaml_write import marshal

        lines += [
            f"  - {marshal({'pool_name': name}).rstrip()}",
            "    task_container_defaults:",
            "      kubernetes:",
            f"        max_slots_per_pod: {slots}",
        ]
    return "\n".join(lines) + "\n"
