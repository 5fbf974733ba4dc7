"""The size of a gang is no number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._pod_groups import SIZE, pod_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "defaultScheduler: coscheduler\n"
    "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n"
    "        pod-group.scheduling.sigs.k8s.io/name: gang\n"
    "        pod-group.scheduling.sigs.k8s.io/min-available: {}\n"
)


@rule(
    "pod-group-size-wrong",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S15",),
    since="0.14.5",
    summary="The label min-available of a pod group is no number of pods",
    why="The scheduler then takes the pod for one that belongs to no gang.",
    advice='Write the number of pods that must start together in quotes: "2".',
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(_POD.format("«two»"), message='"two" is no number of pods'),
        example(_POD.format('«"-1"»'), message='"-1" is no number of pods'),
    ),
    good=(example(_POD.format('"2"')), example(_POD.format('"0"'))),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the labels of all pod specs."""
    for group in pod_groups(settings):
        size = group.labels.get(SIZE)
        if isinstance(size, str) and not (size.isascii() and size.isdecimal()):
            path = (*group.path, SIZE)
            yield settings.problem(
                path,
                f"{settings.name(group.pod)}: the label {SIZE}: {settings.show(*path)} is no number "
                "of pods",
            )
