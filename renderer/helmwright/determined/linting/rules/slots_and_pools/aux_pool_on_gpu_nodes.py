"""Tasks without slots can only run on nodes with GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import few
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import cluster_of, pool_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POOLS = (
    "resourcePools:\n"
    "  - pool_name: «gpu»\n    task_container_defaults:\n"
    "      cpu_pod_spec: {spec: {nodeSelector: {pool: gpu}}}\n"
    "  - pool_name: cpu\n    task_container_defaults:\n"
    "      cpu_pod_spec: {spec: {nodeSelector: {pool: cpu}}}\n"
    "defaultComputeResourcePool: gpu\ndefaultAuxResourcePool: gpu\n"
)
_NODES = "[{name: a, gpus: 8, labels: {pool: gpu}}, {name: b, cpus: 8, labels: {pool: cpu}}]"


@rule(
    "aux-pool-on-gpu-nodes",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R6",),
    since="0.19.10",
    summary="The default pool of tasks without slots has only nodes with GPUs, and others are there",
    why="TensorBoards and CPU notebooks take CPUs and memory of nodes that are there for their GPUs.",
    advice="Set defaultAuxResourcePool to a pool whose cpu_pod_spec selects nodes without GPUs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(example(_POOLS, nodes=_NODES, message="only run on nodes with GPUs, as a"),),
    good=(
        example(
            _POOLS.replace("«", "")
            .replace("»", "")
            .replace("AuxResourcePool: gpu", "AuxResourcePool: cpu"),
            nodes=_NODES,
        ),
        example("maxSlotsPerPod: 8\n", nodes="[{gpus: 8}]"),
        example("maxSlotsPerPod: 8\n", nodes=_NODES),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look where the pods of the default auxiliary pool can run."""
    cluster = cluster_of(settings)
    if cluster is None or not settings.nodes or all(node.gpus for node in settings.nodes):
        return
    for index, pool in enumerate(cluster.pools):
        if pool.name != cluster.aux_pool:
            continue
        pod = cluster.pod_of(pool, slots=False)
        usable = [node for node in settings.nodes if not pod.refusal(node)]
        if usable and all(node.gpus for node in usable):
            yield settings.problem(
                pool_path(settings, index),
                f'tasks without slots in the default pool "{pool.name}" can only run on nodes with '
                f"GPUs, as {few([node.name for node in usable])}",
            )
