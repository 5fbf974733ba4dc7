"""slotType is none that the master knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import slot_paths, slot_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ROCM = (0, 36, 0)
_CUDA = (0, 17, 6)
_NEAREST = {"nvidia": "gpu", "gpus": "gpu", "amd": "rocm", "cpus": "cpu"}


@rule(
    "slot-type-unknown",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R1",),
    since="0.16.1",
    summary="slotType is none that this release knows",
    why="The master does not start with a slot type that it does not know.",
    advice="Set slotType to gpu, cuda, rocm (from 0.36.0 on) or cpu, or leave it blank for gpu.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst",
    bad=(
        example("slotType: «tpu»\n", message='"tpu" is none of gpu, cuda, rocm, cpu'),
        example("slotType: «GPU»\n", message='"GPU" is none of'),
        example("slotType: «rocm»\n", release="0.35.1", message="from 0.36.0 on"),
        example(
            "slotType: «cuda»\nslotResourceRequests: {cpu: 1}\n",
            release="0.17.0",
            upstream=True,
            message="from 0.17.6 on",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: amd\n      slot_type: «amd»\n",
            message="slot_type",
        ),
    ),
    good=(
        example("slotType: gpu\n"),
        example("slotType: rocm\n", release="0.36.0"),
        example("slotType: cpu\nslotResourceRequests:\n  cpu: 7\n"),
        example("slotType: cuda\n", release="0.17.0"),
        example("slotType:\n"),
        example("slotType: tpu\n", release="0.16.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the slot type of every manager."""
    for paths in slot_paths(settings):
        path = paths.kind
        if settings.get(*path) is None:
            continue
        name = settings.name(path)
        kind = slot_type(settings, path)
        if kind not in {"gpu", "cuda", "rocm", "cpu"}:
            yield settings.problem(
                path,
                f"{name}: {settings.show(*path)} is none of gpu, cuda, rocm, cpu",
                fix=_fix(kind, path),
            )
        elif kind == "rocm" and settings.release.number < _ROCM:
            yield settings.problem(
                path,
                f"{name}: the master knows rocm on Kubernetes from 0.36.0 on, and this is "
                f"{settings.release}",
                fix="choose another type, or a newer release",
            )
        elif kind == "cuda" and settings.release.number < _CUDA and settings.upstream:
            yield settings.problem(
                path,
                f"{name}: the master knows cuda from 0.17.6 on, and this is {settings.release}",
                fix=f"write '{path[-1]}: gpu'",
            )


def _fix(kind: str, path: Path) -> str:
    folded = kind.lower()
    meant = folded if folded in {"gpu", "cuda", "rocm", "cpu"} else _NEAREST.get(folded)
    return f"write '{path[-1]}: {meant}'" if meant else ""
