"""How many pods a task gets, and with how many slots each.

Source: ValidateResources and assignResources in master/internal/rm/kubernetesrm/resource_pool.go,
and their older homes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import TaskRefusedError

if TYPE_CHECKING:
    from helmwright.determined.pods.eras import Era


class PodSizes(NamedTuple):
    """The number of pods, and of the slots of each."""

    pods: int
    slots_per_pod: int


def pod_sizes(slots: int, max_slots: int, era: Era, *, single_node: bool) -> PodSizes:
    """Return the sizes of a task's pods.

    Raises ``TaskRefusedError`` with the master's words if it refuses the task, or would let it
    wait for ever.
    """
    if slots <= max_slots:
        return PodSizes(1, slots)
    if era.checks_sizes:
        _check(slots, max_slots, single_node=single_node)
    elif single_node:
        raise TaskRefusedError("request unfulfillable, please try requesting less slots")
    elif slots > 1 and max_slots == 0:
        raise TaskRefusedError("set max_slots_per_pod > 0 to schedule tasks with slots")
    elif slots > 1 and slots % max_slots:
        raise TaskRefusedError(
            f"task number of slots ({slots}) is not schedulable on the configured "
            f"max_slots_per_pod ({max_slots})"
        )
    if slots == 1:
        return PodSizes(1, 1)
    return PodSizes(slots // max_slots, max_slots)


def _check(slots: int, max_slots: int, *, single_node: bool) -> None:
    if single_node:
        raise TaskRefusedError(
            f"invalid resource request: slots ({slots}) must be < max_slots_per_pod "
            f"({max_slots}) on single pod"
        )
    if max_slots == 0:
        raise TaskRefusedError(
            "max_slots_per_pod is 0: the master divides the slots by it and fails; set it to "
            "the number of slots of a node"
        )
    if slots % max_slots:
        raise TaskRefusedError(
            f"invalid resource request: slots ({slots}) must be < or a multiple of "
            f"max_slots_per_pod ({max_slots})"
        )
