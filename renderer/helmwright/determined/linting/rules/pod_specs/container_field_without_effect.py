"""Fields of determined-container that the master does not take over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    GUIDE,
    TASK_CONTAINER,
    all_containers,
)
from helmwright.determined.pods.eras import Era
from helmwright.kube.schemas import pod as pod_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_IGNORED = ("stdin", "stdinOnce", "tty", "resizePolicy", "restartPolicy")
"""Neither refused nor taken over; of a release that the master's Kubernetes code knows."""


@rule(
    "container-field-without-effect",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O2",),
    since="0.13.5",
    summary="A field of determined-container that the master does not take over",
    why=(
        "The master takes env, envFrom, resources, volumeMounts, volumeDevices and securityContext "
        "of this container, and drops the rest without a word."
    ),
    advice="Remove the field.",
    url=GUIDE,
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          tty: «true»\n",
            message="has no effect",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          tty: false\n"
            "          resources:\n            limits:\n              memory: 8Gi\n"
            "        - name: sidecar\n          image: alpine:3.20\n          tty: true\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at determined-container in every pod spec."""
    if not Era(settings.release).takes_sidecars:
        return
    known = pod_type().fields["spec"].type.fields["containers"].type.element
    for container in all_containers(settings):
        if not container.runs_task or known is None:
            continue
        for field in _IGNORED:
            if field in known.fields and container.fields.get(field):
                path = (*container.path, field)
                yield settings.problem(
                    path, f"{settings.name(path)} has no effect in {TASK_CONTAINER}"
                )
