"""Volumes that tasks without slots do not get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    GUIDE,
    containers_of,
    maps_in,
    spec_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SHARED = ("persistentVolumeClaim", "nfs", "hostPath", "cephfs", "glusterfs", "csi", "azureFile")
_GPU = (
    "  gpuPodSpec:\n    spec:\n      volumes:\n        - name: data\n          nfs:\n"
    "            server: nas\n            path: /data\n      containers:\n"
    "        - name: determined-container\n          volumeMounts:\n            - name: data\n"
    "              mountPath: /data\n"
)


@rule(
    "cpu-pod-spec-missing",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("O13",),
    since="0.13.2",
    summary="gpuPodSpec mounts shared volumes, and there is no cpuPodSpec",
    why=(
        "Tasks without slots, such as TensorBoards and notebooks on CPUs, start from cpuPodSpec: they "
        "do not see these volumes."
    ),
    advice="Add cpuPodSpec with the same volumes, if tasks without slots need them.",
    url=GUIDE,
    bad=(example("taskContainerDefaults:\n" + _GPU.replace("gpuPodSpec", "«gpuPodSpec»")),),
    good=(
        example("taskContainerDefaults:\n  cpuPodSpec:\n    spec: {}\n" + _GPU),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      tolerations:\n"
            "        - operator: Exists\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the shared volumes of gpuPodSpec."""
    path = ("taskContainerDefaults", "gpuPodSpec")
    pod = settings.section(*path)
    if settings.get("taskContainerDefaults", "cpuPodSpec") or not settings.given(*path):
        return
    shared = {
        str(volume.get("name"))
        for _, volume in maps_in(spec_of(pod), "volumes")
        if any(volume.get(source) for source in _SHARED)
    }
    mounted = [
        str(mount.get("mountPath"))
        for container in containers_of(path, pod)
        if container.runs_task
        for _, mount in maps_in(container.fields, "volumeMounts")
        if str(mount.get("name")) in shared
    ]
    if mounted:
        yield settings.problem(
            path,
            f"{settings.name(path)} mounts {', '.join(mounted)}; tasks without slots do not get it,"
            " since there is no cpuPodSpec",
            of_key=True,
        )
