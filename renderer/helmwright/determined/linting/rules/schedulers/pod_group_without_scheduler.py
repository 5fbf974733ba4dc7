"""Pods have the labels of a gang, but not its scheduler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import is_modern
from helmwright.determined.linting.rules.schedulers._pod_groups import NAME, SIZE, pod_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n"
    "        «pod-group.scheduling.sigs.k8s.io/name»: gang\n"
    '        pod-group.scheduling.sigs.k8s.io/min-available: "2"\n'
)
_PLAIN = _POD.replace("«", "").replace("»", "")


@rule(
    "pod-group-without-scheduler",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S15",),
    since="0.14.5",
    summary="A pod spec has the labels of a pod group, and pods go to the cluster's own scheduler",
    why="Only the coscheduler reads these labels; the scheduler of the cluster places each pod alone.",
    advice="Add schedulerName: coscheduler to the spec, and set defaultScheduler: coscheduler.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(_POD, message="the cluster's own scheduler"),
        example(
            "defaultScheduler: coscheduler\n"
            + _POD
            + "    spec: {schedulerName: default-scheduler}\n",
            message="the cluster's own scheduler",
        ),
        example(
            "defaultScheduler: coscheduler\nscheduler: {mode: modern}\n" + _POD,
            message="scheduler.mode is modern",
        ),
    ),
    good=(
        example("defaultScheduler: coscheduler\n" + _PLAIN),
        example(_PLAIN + "    spec: {schedulerName: coscheduler}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all pod specs with these labels; one of another scheduler may read them."""
    for group in pod_groups(settings):
        key = NAME if NAME in group.labels else SIZE
        path = (*group.path, key)
        if group.scheduler in ("", "default-scheduler"):
            yield settings.problem(
                path,
                f"{settings.name(group.pod)}: the label {key} is for the coscheduler, and pods go to "
                "the cluster's own scheduler",
                of_key=True,
            )
        elif group.completed and is_modern(settings):
            yield settings.problem(
                path,
                f"{settings.name(group.pod)}: the label {key} is not read, because scheduler.mode is "
                "modern",
                of_key=True,
                fix="use scheduling.x-k8s.io/pod-group with a PodGroup object",
            )
