"""A gang scheduler in a cluster whose nodes come and go by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import COSCHEDULER, PREEMPTION, chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH: Path = ("defaultScheduler",)
_TAINTS = (
    "DeletionCandidateOfClusterAutoscaler",
    "ToBeDeletedByClusterAutoscaler",
    "karpenter.sh/",
)
_KEYS = ("cluster-autoscaler.kubernetes.io/", "karpenter.sh/")


@rule(
    "gang-with-autoscaler",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S12",),
    since="0.14.5",
    summary="defaultScheduler in a cluster with an autoscaler",
    why="The scheduler holds back pods of a gang that does not fit, and an autoscaler adds nodes only "
    "for pods that were refused: neither does anything.",
    advice="Leave defaultScheduler blank where nodes are added on demand, or use node pools of a fixed "
    "size.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            "defaultScheduler: «coscheduler»\n",
            nodes="[{name: a, gpus: 8, labels: {karpenter.sh/nodepool: gpu}}]",
            message="node a",
        ),
        example(
            "defaultScheduler: «coscheduler»\n",
            nodes="[{name: a, gpus: 8, taints: "
            "['DeletionCandidateOfClusterAutoscaler=1:PreferNoSchedule']}]",
            message="node a",
        ),
        example(
            "defaultScheduler: «coscheduler»\n"
            "taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      annotations:\n"
            '        cluster-autoscaler.kubernetes.io/safe-to-evict: "false"\n',
            message="taskContainerDefaults.gpuPodSpec",
        ),
    ),
    good=(
        example("defaultScheduler: coscheduler\n", nodes="[{name: a, gpus: 8}]"),
        example("maxSlotsPerPod: 8\n", nodes="[{gpus: 8, labels: {karpenter.sh/nodepool: gpu}}]"),
        example("defaultScheduler: coscheduler\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for marks of an autoscaler on nodes and in pod specs."""
    name = chosen(settings)
    sign = _sign(settings) if name in (COSCHEDULER, PREEMPTION) else ""
    if sign:
        yield settings.problem(
            _PATH,
            f"defaultScheduler: {name} does not work with an autoscaler, which {sign} speaks of",
        )


def _sign(settings: DeterminedSettings) -> str:
    for node in settings.nodes or ():
        tainted = any(taint.key.startswith(_TAINTS) for taint in node.taints)
        if tainted or any(label.startswith("karpenter.sh/") for label in node.labels):
            return f"node {node.name}"
    for path, _ in settings.pod_specs():
        where = (*path, "metadata", "annotations")
        if any(str(key).startswith(_KEYS) for key in settings.section(*where)):
            return settings.name(where)
    return ""
