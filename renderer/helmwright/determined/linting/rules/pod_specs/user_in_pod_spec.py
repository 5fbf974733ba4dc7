"""The user and the group of a task's container in a pod spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    ASSEMBLY,
    TASK_CONTAINER,
    containers_of,
    spec_of,
)
from helmwright.determined.pods.eras import Era

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "user-in-pod-spec",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O3",),
    since="0.13.5",
    summary="A pod spec says as which user or group the container of the task runs",
    why=(
        "Tasks run as the user that their owner is linked to (det user link-with-agent-user), else "
        "as that of security.defaultTask, else as root; the pod spec does not change it."
    ),
    advice="Set security.defaultTask, or link the users of Determined to users of the system.",
    url=ASSEMBLY,
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          securityContext:\n"
            "            runAsUser: «1000»\n            runAsGroup: «1000»\n"
        ),
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    spec:\n      securityContext:\n"
            "        runAsUser: «1000»\n        fsGroup: 2000\n"
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      securityContext:\n"
            "        fsGroup: 2000\n      containers:\n        - name: determined-container\n"
            "          securityContext:\n            allowPrivilegeEscalation: false\n"
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      securityContext:\n"
            "        runAsUser: 1000\n      containers:\n        - name: sidecar\n"
            "          image: alpine:3.20\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pod's security context, and at that of determined-container."""
    for path, pod in settings.pod_specs():
        containers = list(containers_of(path, pod))
        if Era(settings.release).takes_security_context:
            for container in containers:
                if container.runs_task:
                    yield from _users(settings, (*container.path, "securityContext"))
        if spec_of(pod) and all(container.runs_task for container in containers):
            yield from _users(settings, (*path, "spec", "securityContext"))


def _users(settings: DeterminedSettings, path: Path) -> Iterator[Problem]:
    for key in ("runAsUser", "runAsGroup"):
        if settings.get(*path, key) is not None:
            where = (*path, key)
            yield settings.problem(
                where,
                f"{settings.name(where)} has no effect on {TASK_CONTAINER}: the master sets it",
            )
