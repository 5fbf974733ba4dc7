"""Pods ask for a scheduler that the chart does not make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import (
    COSCHEDULER,
    PREEMPTION,
    is_decided_elsewhere,
    scheduler_of_tasks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      schedulerName: "
_PLAIN = _POD + "coscheduler\n"
_POOL = (
    "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
    "      cpu_pod_spec:\n        spec:\n          schedulerName: "
)


@rule(
    "scheduler-name-without-scheduler",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S11",),
    since="0.13.2",
    summary="A pod spec names the coscheduler or preemption, and the chart does not make it",
    why="Pods wait for ever for a scheduler that does not run.",
    advice="Set defaultScheduler to that scheduler, or remove schedulerName.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(_POD + "«coscheduler»\n", message="makes no scheduler coscheduler"),
        example("defaultScheduler: coscheduler\n" + _POOL + "«preemption»\n", message="preemption"),
        example("defaultScheduler: coscheduler\n" + _POD + "«coscheduler»\n", release="0.14.4"),
    ),
    good=(
        example("defaultScheduler: coscheduler\n" + _PLAIN),
        example("defaultScheduler: preemption\n" + _POD + "preemption\n", release="0.35.1"),
        example(_POD + "default-scheduler\n"),
        example(_POD + "volcano\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the schedulers of pod specs; those of other names are made by other people."""
    made = scheduler_of_tasks(settings)
    if is_decided_elsewhere(settings):
        return
    for pod, _ in settings.pod_specs():
        path = (*pod, "spec", "schedulerName")
        name = settings.get(*path)
        if name in (COSCHEDULER, PREEMPTION) and name != made:
            usable = name == COSCHEDULER and settings.release.at_least(0, 14, 5)
            yield settings.problem(
                path,
                f"{settings.name(path)}: the chart makes no scheduler {name}",
                fix=f"set defaultScheduler: {name}, or remove schedulerName"
                if usable
                else "remove it",
            )
