"""A pod spec has one of the two labels of a gang."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._pod_groups import NAME, SIZE, pod_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n{}"
    "    spec:\n      schedulerName: my-coscheduler\n"
)


@rule(
    "pod-group-incomplete",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S15",),
    since="0.14.5",
    summary="A pod spec has only one of the labels name and min-available of a pod group",
    why="The scheduler makes a gang of pods only if both labels are there.",
    advice="Give both labels, min-available as a quoted number.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            _POD.format("        «pod-group.scheduling.sigs.k8s.io/name»: gang\n"),
            message="min-available is missing",
        ),
        example(
            _POD.format('        «pod-group.scheduling.sigs.k8s.io/min-available»: "2"\n'),
            message="name is missing",
        ),
    ),
    good=(
        example(
            _POD.format(
                "        pod-group.scheduling.sigs.k8s.io/name: gang\n"
                '        pod-group.scheduling.sigs.k8s.io/min-available: "2"\n'
            )
        ),
        example(
            "defaultScheduler: coscheduler\n"
            + _POD.format("        pod-group.scheduling.sigs.k8s.io/name: gang\n").replace(
                "my-coscheduler", "coscheduler"
            )
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all pod specs whose labels the master does not complete."""
    for group in pod_groups(settings):
        missing = next((key for key in (NAME, SIZE) if group.labels.get(key) is None), None)
        if missing is None or group.completed:
            continue
        given = SIZE if missing == NAME else NAME
        path = (*group.path, given)
        yield settings.problem(
            path,
            f"{settings.name(group.pod)}: the label {given} is there, but {missing} is missing",
            of_key=True,
            fix=f"add the label {missing}",
        )
