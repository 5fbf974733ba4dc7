"""The pool for tasks with slots has no node with slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import pool_path, report_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.capacity.pools import PoolCapacity
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_FIX = (
    "add the toleration to the gpu_pod_spec, unless the API server adds it to pods with GPUs "
    "(ExtendedResourceToleration)"
)
_POOLS = (
    "maxSlotsPerPod: 8\n"
    "resourcePools:\n"
    "  - pool_name: «gpu»\n    task_container_defaults:\n"
    "      gpu_pod_spec: {spec: {nodeSelector: {pool: gpu}}}\n"
    "  - pool_name: cpu\n    task_container_defaults:\n"
    "      cpu_pod_spec: {spec: {nodeSelector: {pool: cpu}}}\n"
    "      gpu_pod_spec: {spec: {nodeSelector: {pool: cpu}}}\n"
    "defaultComputeResourcePool: gpu\ndefaultAuxResourcePool: cpu\n"
)


@rule(
    "compute-pool-without-slots",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R6",),
    since="0.19.10",
    summary="No node of the inventory has slots for the default compute pool",
    why="Experiments that name no pool go there and wait for ever, if no node is added.",
    advice="Set defaultComputeResourcePool to a pool whose pods can run on nodes with GPUs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            _POOLS,
            nodes="[{name: a, gpus: 8}, {name: b, cpus: 8, labels: {pool: cpu}}]",
            message="label pool=gpu is missing",
        ),
        example(
            "maxSlotsPerPod: 4\nresourcePools:\n  - pool_name: «default»\n",
            nodes="[{cpus: 8}]",
            message="no node has nvidia.com/gpu",
        ),
    ),
    good=(
        example(
            "maxSlotsPerPod: 8\ntaskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
            "      tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n",
            nodes="[{gpus: 8, taints: ['nvidia.com/gpu=present:NoSchedule']}]",
        ),
        example(
            _POOLS.replace("«", "").replace("»", ""),
            nodes="[{gpus: 8, labels: {pool: gpu}}, {cpus: 8, labels: {pool: cpu}}]",
        ),
        example("maxSlotsPerPod: 0\n", nodes="[{cpus: 8}]"),
        example(_POOLS.replace("«", "").replace("»", "")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the default compute pool, if tasks may have slots at all."""
    report = report_of(settings)
    if report is None:
        return
    for index, pool in enumerate(report.pools):
        if pool.name != report.settings.compute_pool or not pool.max_slots:
            continue
        if not any(node.slots and not node.refusal for node in pool.nodes):
            what = report.settings.gpu_name or "the CPUs of a slot"
            why = _why(pool, what)
            yield settings.problem(
                pool_path(settings, index),
                f'the default compute pool "{pool.name}" has no node with slots: {why}',
                fix=_FIX if why.startswith("taint") else "",
            )


def _why(pool: PoolCapacity, what: str) -> str:
    refusals = [node.refusal for node in pool.nodes if node.slots]
    return refusals[0] if refusals else f"no node has {what}"
