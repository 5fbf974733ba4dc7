"""What about nodes and pools is worth a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import few

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.capacity.pools import NodeView, PoolCapacity
    from helmwright.determined.capacity.settings import ClusterSettings


def notes_on(
    settings: ClusterSettings, pools: Sequence[PoolCapacity], nodes: Sequence[ClusterNode]
) -> tuple[str, ...]:
    """Return sentences about what people may not expect."""
    found: list[str] = []
    for pool in pools:
        found.extend(_pool_notes(settings, pool))
    shared = {
        (one.name, other.name)
        for number, one in enumerate(pools)
        for other in pools[number + 1 :]
        for mine, theirs in zip(one.nodes, other.nodes, strict=True)
        if mine.slots and mine.shown and theirs.shown
    }
    found.extend(
        f"{one} and {other} have nodes in common: their slots are counted in both."
        for one, other in sorted(shared)
    )
    if settings.slot_type == "cpu" and any(node.cpu for node in nodes):
        found.append(
            "CPUs that other pods on the nodes ask for are not in the inventory; the slots that "
            "the chart's own pods leave are fewer."
        )
    return tuple(found)


def _pool_notes(settings: ClusterSettings, pool: PoolCapacity) -> Iterator[str]:
    hidden = [node for node in pool.nodes if node.slots and not node.refusal and not node.shown]
    useless = [node for node in pool.nodes if node.slots and node.refusal and node.shown]
    if hidden:
        yield (
            f"{pool.name}: the web interface does not count {_names(hidden)}, although tasks run "
            "there: a pool needs tolerations and selectors in a pod spec of its own."
        )
    if useless:
        yield (
            f"{pool.name}: the web interface counts {_names(useless)}, but no task can run there "
            f"({useless[0].refusal})."
        )
        if any("/gpu" in node.refusal for node in useless):
            yield (
                "Where the API server adds tolerations for GPUs (ExtendedResourceToleration, always "
                "so on GKE) they can: see --gpu-toleration."
            )
    usable = [node for node in pool.nodes if node.slots and not node.refusal]
    if not pool.max_slots and usable:
        yield f"{pool.name}: with maxSlotsPerPod 0 only tasks without slots run."
    elif usable and pool.max_slots > (largest := max(node.slots for node in usable)):
        yield (
            f"{pool.name}: pods may have {pool.max_slots} slots, but no node has more than {largest}: "
            "tasks with more are accepted and wait for ever."
        )
    elif rest := [node for node in usable if node.slots % pool.max_slots]:
        yield (
            f"{pool.name}: tasks with several pods leave {rest[0].slots % pool.max_slots} of "
            f"{rest[0].slots} slots unused on {_names(rest)}."
        )
    if usable and settings.slot_type == "cpu" and len(usable) < len(pool.nodes):
        small = [node for node in pool.nodes if not node.slots and not node.refusal]
        if small:
            yield f"{pool.name}: {_names(small)} cannot hold one slot of {settings.slot_cpu:g} CPUs."


def _names(nodes: Sequence[NodeView]) -> str:
    return few([node.name for node in nodes])
