"""A pod spec for tasks without slots where slots are CPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_CPU = "slotType: cpu\nslotResourceRequests:\n  cpu: 7\ntaskContainerDefaults:\n"
_POD = "    spec:\n      nodeSelector:\n        disk: ssd\n"


@rule(
    "cpu-slots-use-gpu-pod-spec",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O14",),
    since="0.16.1",
    summary="With slotType cpu there is a cpuPodSpec and no gpuPodSpec",
    why=(
        "gpuPodSpec is for tasks with slots, whatever a slot is. With slotType cpu experiments use it, "
        "too; cpuPodSpec is for tasks without slots only."
    ),
    advice="Write the pod spec of experiments as gpuPodSpec, and that of TensorBoards as cpuPodSpec.",
    url="https://github.com/determined-ai/determined/pull/9531",
    bad=(
        example(_CPU + "  «cpuPodSpec»:\n" + _POD),
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: 7\nresourcePools:\n  - pool_name: a\n"
            "    task_container_defaults:\n      «cpu_pod_spec»:\n        spec:\n"
            "          nodeSelector:\n            disk: ssd\n"
        ),
    ),
    good=(
        example(_CPU + "  cpuPodSpec:\n" + _POD + "  gpuPodSpec:\n" + _POD),
        example("taskContainerDefaults:\n  cpuPodSpec:\n" + _POD),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the two pod specs of the cluster, and of every pool."""
    if str(settings.get("slotType", default="")).strip() != "cpu":
        return
    top = settings.get("taskContainerDefaults", "gpuPodSpec")
    if not top:
        yield from _look(settings, ("taskContainerDefaults",), "cpuPodSpec", "gpuPodSpec")
        for path, _ in settings.pools():
            section = (*path, "task_container_defaults")
            yield from _look(settings, section, "cpu_pod_spec", "gpu_pod_spec")


def _look(settings: DeterminedSettings, section: Path, cpu: str, gpu: str) -> Iterator[Problem]:
    path = (*section, cpu)
    if settings.section(*path) and not settings.get(*section, gpu) and settings.given(*path):
        yield settings.problem(
            path,
            f"{settings.name(path)} is for tasks without slots; with slotType cpu tasks with slots"
            f" use {gpu}, which is not set",
            of_key=True,
        )
