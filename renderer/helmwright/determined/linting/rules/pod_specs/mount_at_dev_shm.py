"""A mount over the shared memory of a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import ASSEMBLY, all_containers, maps_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - of a container
_POD = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n        - name: dshm\n"
    "          emptyDir:\n            medium: Memory\n      containers:\n        - name: {}\n"
    "          volumeMounts:\n            - name: dshm\n              mountPath: {}\n"
)


@rule(
    "mount-at-dev-shm",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O4",),
    since="0.13.2",
    summary="A pod spec mounts something at /dev/shm of the task's container",
    why=(
        "The master mounts shared memory without a limit there. With two mounts at one path the "
        "API server refuses the pod."
    ),
    advice="Remove the mount: /dev/shm is as large as the memory of the pod.",
    url=ASSEMBLY,
    bad=(example(_POD.format("determined-container", "«/dev/shm»")),),
    good=(
        example(_POD.format("nvcertjob", _SHARED_MEMORY)),
        example(_POD.format("determined-container", "/data")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the mounts of determined-container."""
    for container in all_containers(settings):
        if not container.runs_task:
            continue
        for index, mount in maps_in(container.fields, "volumeMounts"):
            if mount.get("mountPath") == _SHARED_MEMORY:
                where = (*container.path, "volumeMounts", index, "mountPath")
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: the master mounts det-shm-volume at"
                    f" {_SHARED_MEMORY} already",
                )
