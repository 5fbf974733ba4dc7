"""Tasks that the master would refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_places import master_problems
from helmwright.determined.linting.rule import PODS, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.pods import TaskPods
    from helmwright.lint.finding import Problem

_BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"


@rule(
    "task-refused",
    reads=PODS,
    severity=Severity.ERROR,
    covers=("O1",),
    general=True,
    summary="The master refuses the simplest task in a resource pool",
    why="The pods of tasks are made from these values, and the master fails to make them.",
    advice="Change that part of the pod spec or of the pool's task_container_defaults; helmwright podspec shows the pod that the master makes.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/rm/kubernetesrm/spec.go",
    bad=(
        example(
            _BASE + "masterConfig:\n  extra:\n    task_container_defaults:\n      image:\n"
            "resourcePools:\n  - pool_name: default\n    task_container_defaults:\n"
            "      «image»: alpine:3.20\n",
            message="a pool's image needs one in task_container_defaults",
        ),
    ),
    good=(
        example(_BASE),
        example("maxSlotsPerPod: 0\ninitialUserPassword: Passw0rd\n"),
        example(_BASE + "resourcePools:\n  - pool_name: a\ndefaultAuxResourcePool: a\n"),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Ask for the pods of one task with a slot and of one without, in every pool."""
    seen: set[str] = set()
    told = {path for _, path in master_problems(pods)}
    for task in pods.tasks:
        if (
            task.error is None
            or task.task_type == "gc"
            or (text := f"{task.error.position}{task.error.message}") in seen
        ):
            continue
        seen.add(text)
        if pods.path_of(task.error.position) in told:
            continue
        where = f' in the pool "{task.pool}"' if task.pool else ""
        kind = "a task with a slot" if task.slots else "a task without slots"
        yield pods.problem(
            task.error.position,
            f"{kind}{where} is refused: {task.error.message}",
            of_key=True,
        )
