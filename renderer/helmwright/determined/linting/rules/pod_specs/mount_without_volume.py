"""Mounts of volumes that the pod does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import containers_of, maps_in, spec_of
from helmwright.determined.pods.eras import Era
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_GENERATED = (
    "det-",
    "root-volume-",
    "archive-volume",
    "entrypoint-volume",
    "additional-files-volume",
)
"""How the names of the volumes begin that the master adds."""
_POD = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n        - name: {}\n"
    "          emptyDir: {{}}\n      containers:\n        - name: {}\n"
    "          {}:\n            - name: {}\n              {}: /data\n"
)


@rule(
    "mount-without-volume",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O5",),
    since="0.13.2",
    fixable=True,
    summary="A container mounts a volume that the pod does not have",
    why=(
        "The API server refuses the pod. A pool's pod spec replaces that of taskContainerDefaults as "
        "a whole, with its volumes."
    ),
    advice="Add the volume to spec.volumes of the same pod spec, or correct the name.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/",
    bad=(
        example(
            _POD.format("datta", "determined-container", "volumeMounts", "«data»", "mountPath"),
            message='no volume "data"; did you mean "datta"?',
        ),
        example(
            _POD.format("a", "sidecar", "volumeDevices", "«b»", "devicePath"),
            message='no volume "b"',
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n"
            "        - name: data\nresourcePools:\n  - pool_name: a\n"
            "    task_container_defaults:\n      gpu_pod_spec:\n        spec:\n"
            "          containers:\n            - name: determined-container\n"
            "              volumeMounts:\n                - name: «data»\n"
            "                  mountPath: /data\n",
            message="taskContainerDefaults.gpuPodSpec has it, which this one replaces",
        ),
    ),
    good=(
        example(_POD.format("data", "determined-container", "volumeMounts", "data", "mountPath")),
        example(_POD.format("a", "sidecar", "volumeMounts", "det-shm-volume", "mountPath")),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n"
            "        - name: data\n  checkpointGcPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          volumeMounts:\n"
            "            - name: data\n              mountPath: /data\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the mounts of every pod spec with its volumes."""
    for path, pod in settings.pod_specs():
        volumes = _names(pod)
        if str(path[-1]).startswith("checkpoint"):
            if not Era(settings.release).has_gc_pod:
                continue
            for other, below in settings.pod_specs():  # what it is merged over, in some pool
                if str(other[-1]).startswith("gpu"):
                    volumes |= _names(below)
        mounts = list(_mounts(path, pod))
        unused = volumes - {name for _, name in mounts}
        for where, name in mounts:
            if name not in volumes and not name.startswith(_GENERATED):
                yield _problem(settings, where, name, volumes, unused)


def _names(pod: dict[str, Any]) -> set[str]:
    return {str(volume.get("name")) for _, volume in maps_in(spec_of(pod), "volumes")}


def _mounts(path: Path, pod: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the names of volumes that containers mount, with their paths."""
    for container in containers_of(path, pod):
        for kind in ("volumeMounts", "volumeDevices"):
            for index, mount in maps_in(container.fields, kind):
                name = mount.get("name")
                if type(name) is str:
                    yield (*container.path, kind, index, "name"), name


def _problem(
    settings: DeterminedSettings, where: Path, name: str, volumes: set[str], unused: set[str]
) -> Problem:
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(volumes), 1)
    hint = f'; did you mean "{close[0]}"?' if close else _elsewhere(settings, where, name)
    return settings.problem(
        where,
        f'{settings.name(where)}: the pod has no volume "{name}"{hint}',
        fix=f"write 'name: {close[0]}'" if close else "",
        edits=[Put(where, close[0])] if close and volumes == unused == {close[0]} else (),
    )


def _elsewhere(settings: DeterminedSettings, where: Path, name: str) -> str:
    """Say where else a volume is, if this pod spec takes the place of that one."""
    keys: dict[str | int, str] = {"cpu_pod_spec": "cpuPodSpec", "gpu_pod_spec": "gpuPodSpec"}
    top = next((keys[step] for step in where if step in keys), "")
    if top and name in _names(settings.section("taskContainerDefaults", top)):
        return f"; taskContainerDefaults.{top} has it, which this one replaces as a whole"
    return ""
