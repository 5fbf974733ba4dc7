"""The CPUs of a slot are more than nodes can give, or all that they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import few
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import cluster_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH: Path = ("slotResourceRequests", "cpu")


@rule(
    "slot-cpu-fills-node",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R2",),
    since="0.16.1",
    summary="slotResourceRequests.cpu leaves nothing on a node of the inventory, or does not fit it",
    why="Kubernetes runs pods of its own on every node, and a task that needs all CPUs of a node waits "
    "for ever.",
    advice="Set slotResourceRequests.cpu to a little less than the allocatable CPUs of a node, as 7.5 "
    "of 7.91.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: «8»\n",
            nodes="[{name: a, cpus: 7910m}]",
            message="is more than node a can give, which is 7.91",
        ),
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: «8»\n",
            nodes="[{name: big, cpus: 64}, {name: small, cpus: 8}]",
            message="all that small can give",
        ),
    ),
    good=(
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: 7.5\n", nodes="[{name: a, cpus: 7910m}]"
        ),
        example("slotType: cpu\nslotResourceRequests:\n  cpu: 8\n"),
        example("slotResourceRequests:\n  cpu: 8\n", nodes="[{name: a, gpus: 8, cpus: 8}]"),
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: 8\n"
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      nodeSelector: {size: large}\n",
            nodes="[{name: a, cpus: 8}, {name: b, cpus: 64, labels: {size: large}}]",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the number with the nodes that tasks with slots can use."""
    cluster = cluster_of(settings)
    if cluster is None or not settings.nodes or cluster.slot_type != "cpu" or not cluster.slot_cpu:
        return
    pods = [cluster.pod_of(pool) for pool in cluster.pools]
    usable = [
        (node.name, node.cpu)
        for node in settings.nodes
        if node.cpu and any(not pod.refusal(node) for pod in pods)
    ]
    if not usable:
        return
    from helmwright.determined.capacity.recommendation import slot_cpu_for

    slot = cluster.slot_cpu * 1000
    full = [name for name, cpu in usable if cpu == slot]
    shown = settings.show(*_PATH)
    fit = slot_cpu_for(cpu for _, cpu in usable)
    fix = f"write 'cpu: {fit:g}'" if fit else ""
    if all(cpu < slot for _, cpu in usable):
        name, cpu = max(usable, key=lambda one: one[1])
        yield settings.problem(
            _PATH,
            f"slotResourceRequests.cpu: {shown} is more than node {name} can give, which is "
            f"{cpu / 1000:g}, and no other node has more",
            fix=fix,
        )
    elif full:
        yield settings.problem(
            _PATH,
            f"slotResourceRequests.cpu: {shown} is all that {few(full)} can give, and other pods "
            "there need some",
            fix=fix,
        )
