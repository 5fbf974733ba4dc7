"""The image of tasks with GPUs is set without that of tasks without, or the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = ("cpuImage", "gpuImage")


@rule(
    "one-task-image-only",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("I1",),
    since="0.13.4",
    until="0.35.1",
    summary="Of taskContainerDefaults.cpuImage and gpuImage only one is set",
    why="Until 0.35.1 the chart takes both or none, and refuses to render with one.",
    advice="Set taskContainerDefaults.cpuImage and gpuImage, or neither.",
    url="https://github.com/determined-ai/determined/blob/0.35.0/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "«taskContainerDefaults»:\n  gpuImage: registry.example.com/train:1\n",
            release="0.34.0",
            message="taskContainerDefaults.cpuImage is not set, and gpuImage is",
        ),
        example("taskContainerDefaults:\n  cpuImage: a/b:1\n  gpuImage: «''»\n", release="0.20.0"),
    ),
    good=(
        example("taskContainerDefaults:\n  gpuImage: a/b:1\n", release="0.36.0"),
        example("taskContainerDefaults:\n  cpuImage: a/b:1\n  gpuImage: a/c:1\n", release="0.20.0"),
        example("taskContainerDefaults:\n  cpuImage:\n  gpuImage:\n", release="0.20.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for one image without the other."""
    images = settings.section("taskContainerDefaults")
    for missing, present in (_KEYS, _KEYS[::-1]):
        if images.get(present) and not images.get(missing):
            name = settings.name(("taskContainerDefaults", missing))
            message = f"{name} is not set, and {present} is"
            path = ("taskContainerDefaults", missing)
            yield settings.problem(path, message, fix=f"set {missing}, too, or clear {present}")
