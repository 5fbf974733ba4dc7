"""The spec of a pod that stands beside the pod, or in its metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PARTS = ("spec", "metadata")
_KEYS = ("cpuPodSpec", "gpuPodSpec", "checkpointGcPodSpec")
_POOL_KEYS = ("cpu_pod_spec", "gpu_pod_spec", "checkpoint_gc_pod_spec")
_CPU = "  cpuPodSpec:\n    spec:\n      nodeSelector:\n        disk: ssd\n"


@rule(
    "spec-in-the-wrong-place",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O10",),
    since="0.13.2",
    fixable=True,
    summary="The spec of a pod is not indented as a part of the pod",
    why=(
        "Indented too little, spec is no part of the pod spec above it; indented too much, it is a "
        "part of metadata. Either way the pod spec stays empty."
    ),
    advice="Indent spec like apiVersion, kind and metadata, one level below the name of the pod spec.",
    url=GUIDE,
    bad=(
        example(
            "taskContainerDefaults:\n" + _CPU + "  gpuPodSpec:\n    apiVersion: v1\n"
            "    kind: Pod\n    metadata:\n      labels:\n        customLabel: gpu-label\n"
            "  «spec»:\n    containers:\n      - name: determined-container\n",
            message="belongs to gpuPodSpec",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      labels:\n"
            "        customLabel: gpu-label\n      «spec»:\n        containers:\n"
            "          - name: determined-container\n",
            message="is indented too far",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n  «metadata»:\n    labels:\n      a: b\n"
            "  «spec»:\n    containers:\n      - name: determined-container\n",
            message="belongs to gpuPodSpec",
        ),
        example(
            "taskContainerDefaults:\n" + _CPU + "  gpuPodSpec:\n    kind: Pod\n«spec»:\n"
            "  nodeSelector:\n    a: b\n",
            message="spec belongs to taskContainerDefaults.gpuPodSpec",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      gpu_pod_spec:\n        kind: Pod\n      «spec»:\n        nodeSelector: {}\n",
            message="belongs to gpu_pod_spec",
        ),
    ),
    good=(
        example("taskContainerDefaults:\n" + _CPU),
        example("taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      spec: 1\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look beside pod specs, and in their metadata."""
    sections: list[Path] = [("taskContainerDefaults",)]
    sections += [(*path, "task_container_defaults") for path, _ in settings.pools()]
    for section in sections:
        yield from _beside(settings, section, section)
    yield from _beside(settings, (), ("taskContainerDefaults",))
    for path, pod in settings.pod_specs():
        metadata = pod.get("metadata")
        if type(metadata) is dict and type(metadata.get("spec")) is dict:
            where = (*path, "metadata", "spec")
            free = pod.get("spec") is None
            yield settings.problem(
                where,
                f"{settings.name(where)}: spec is indented too far; it is no part of metadata",
                of_key=True,
                fix="indent it like metadata",
                edits=[Rename(where, (*path, "spec"))] if free else (),
            )


def _beside(settings: DeterminedSettings, place: Path, section: Path) -> Iterator[Problem]:
    """Yield parts of a pod at ``place``, which belong to a pod spec of ``section``."""
    for part in _PARTS:
        found = settings.get(*place, part)
        if type(found) is not dict or (not place and not _is_spec(found)):
            continue
        where = (*place, part)
        owners = _without(settings, section, part)
        owner: Path = owners[0] if len(owners) == 1 else ()
        shown = settings.name(owner[len(place) :])
        yield settings.problem(
            where,
            f"{settings.name(where)} belongs to {shown or 'a pod spec'}: it is indented too little",
            of_key=True,
            fix=f"indent it as a part of {shown or 'the pod spec above it'}",
            edits=[Rename(where, (*owner, part))] if owner else (),
        )


def _without(settings: DeterminedSettings, section: Path, part: str) -> list[Path]:
    """Return the pod specs of a section that the user has written without a part."""
    keys = _POOL_KEYS if section[-1] == "task_container_defaults" else _KEYS
    found = []
    for key in keys:
        path = (*section, key)
        layer = settings.layer(path, of_users=True)
        written = layer is not None and layer[1][-len(path) :] == path
        if (
            written
            and not settings.get(*path, part)
            and type(settings.get(*path, default={})) is dict
        ):
            found.append(path)
    return found


def _is_spec(found: dict[str, object]) -> bool:
    return bool({"containers", "nodeSelector", "tolerations", "volumes"} & set(found))
