"""Tasks of a pool run on nodes that the web interface does not count for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import few
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import pool_path, report_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_TAINTED = "[{name: a, gpus: 8, taints: ['nvidia.com/gpu=present:NoSchedule']}]"
_TOP = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
    "      tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n"
)


@rule(
    "pool-hides-nodes",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R13",),
    since="0.21.2",
    summary="A pool without a pod spec of its own shows no slots of tainted nodes",
    why="With two or more pools the master counts a tainted node for a pool only if the pool's own "
    "pod spec tolerates the taint; tolerations at the top level let tasks run, but show no slots.",
    advice="Give every pool a gpu_pod_spec with the tolerations that its tasks need.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/rm/kubernetesrm/jobs.go",
    bad=(
        example(
            _TOP + "resourcePools:\n  - pool_name: «default»\n  - pool_name: «prod»\n",
            nodes=_TAINTED,
            message='the web interface shows no slots of a in pool "default"',
        ),
    ),
    good=(
        example(_TOP + "resourcePools:\n  - pool_name: default\n", nodes=_TAINTED),
        example(
            _TOP + "resourcePools:\n  - pool_name: default\n  - pool_name: prod\n",
            nodes="[{gpus: 8}]",
        ),
        example(_TOP + "resourcePools:\n  - pool_name: default\n  - pool_name: prod\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for nodes that tasks of a pool can use and the master does not count for it."""
    report = report_of(settings)
    if report is None:
        return
    for index, pool in enumerate(report.pools):
        hidden = [node for node in pool.nodes if node.slots and not node.refusal and not node.shown]
        if hidden:
            yield settings.problem(
                pool_path(settings, index),
                f"the web interface shows no slots of {few([node.name for node in hidden])} in "
                f'pool "{pool.name}", although tasks run there',
            )
