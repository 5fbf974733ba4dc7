"""Volumes that no container mounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import containers_of, maps_in, spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n        - name: {}\n"
    "          emptyDir: {{}}\n      containers:\n        - name: determined-container\n"
    "          volumeMounts:\n            - name: data\n              mountPath: /data\n"
)


@rule(
    "volume-that-nothing-mounts",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("O5",),
    since="0.13.2",
    summary="No container of the pod spec mounts a volume",
    why=(
        "The kubelet waits for the Secret, ConfigMap or claim of a volume even if nothing mounts it; "
        "a mount may have been forgotten. Tasks can mount it in pod specs of their own."
    ),
    advice="Mount the volume in determined-container, or remove it.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/",
    bad=(example(_POD.format("«other»")),),
    good=(example(_POD.format("data")),),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the volumes of every pod spec with its mounts."""
    for path, pod in settings.pod_specs():
        mounted = {
            mount.get("name")
            for container in containers_of(path, pod)
            for kind in ("volumeMounts", "volumeDevices")
            for _, mount in maps_in(container.fields, kind)
            if type(mount.get("name")) is str
        }
        for index, volume in maps_in(spec_of(pod), "volumes"):
            name = volume.get("name")
            if type(name) is str and name not in mounted:
                where = (*path, "spec", "volumes", index, "name")
                yield settings.problem(
                    where, f"{settings.name(where)}: no container of the pod spec mounts {name}"
                )
