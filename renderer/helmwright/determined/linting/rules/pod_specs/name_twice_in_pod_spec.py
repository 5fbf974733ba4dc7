"""Volumes, containers or mount paths that a pod spec has twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    TASK_CONTAINER,
    containers_of,
    maps_in,
    spec_of,
)
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"


@rule(
    "name-twice-in-pod-spec",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O4",),
    since="0.13.5",
    summary="A pod spec has two volumes or containers of one name, or two mounts at one path",
    why="The API server refuses a pod in which one of these is twice.",
    advice="Give one of the two another name or path, or remove it.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/",
    bad=(
        example(_POD + "      volumes:\n        - name: data\n        - name: «data»\n"),
        example(
            _POD + "      containers:\n        - name: sidecar\n          image: a\n"
            "      initContainers:\n        - name: «sidecar»\n          image: b\n"
        ),
        example(
            _POD + "      volumes:\n        - name: a\n        - name: b\n      containers:\n"
            "        - name: determined-container\n          volumeMounts:\n"
            "            - name: a\n              mountPath: /data\n"
            "            - name: b\n              mountPath: «/data»\n"
        ),
    ),
    good=(
        example(
            _POD + "      volumes:\n        - name: a\n      containers:\n"
            "        - name: determined-container\n        - name: determined-container\n"
            "        - name: b\n          volumeMounts:\n"
            "            - name: a\n              mountPath: /data\n"
            "            - name: a\n              mountPath: /data2\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for names that are there before."""
    for path, pod in settings.pod_specs():
        volumes = (
            ((*path, "spec", "volumes", index, "name"), volume.get("name"))
            for index, volume in maps_in(spec_of(pod), "volumes")
        )
        yield from _twice(settings, volumes, "a volume")
        containers = list(containers_of(path, pod))
        named = (
            ((*one.path, "name"), one.name) for one in containers if one.name != TASK_CONTAINER
        )
        yield from _twice(settings, named, "a container")
        for container in containers:
            mounts = (
                ((*container.path, "volumeMounts", index, "mountPath"), mount.get("mountPath"))
                for index, mount in maps_in(container.fields, "volumeMounts")
            )
            yield from _twice(settings, mounts, "a mount")


def _twice(
    settings: DeterminedSettings, named: Iterable[tuple[Path, Any]], what: str
) -> Iterator[Problem]:
    seen: dict[str, Path] = {}
    for path, name in named:
        if type(name) is not str or not name:
            continue
        if name in seen:
            link = "at" if what == "a mount" else "called"
            yield settings.problem(
                path,
                f"{settings.name(path)}: there is {what} {link} {name} already",
                related=[Related(settings.span(seen[name]), "the first one")],
            )
        else:
            seen[name] = path
