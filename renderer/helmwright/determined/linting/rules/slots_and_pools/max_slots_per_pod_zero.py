"""maxSlotsPerPod is 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_overrides import decided_elsewhere
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import (
    additional_managers,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "max-slots-per-pod-zero",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B1",),
    since="0.13.2",
    summary="maxSlotsPerPod is 0",
    why="No task with slots runs then: no experiment on a GPU, and no notebook that asks for one.",
    advice="Set maxSlotsPerPod to the number of GPUs of a node, or to their greatest common divisor.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example("maxSlotsPerPod: «0»\n", message="without slots"),
        example(
            "maxSlotsPerPod: 4\n"
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: cpu\n      max_slots_per_pod: «0»\n",
            message="max_slots_per_pod",
        ),
    ),
    good=(example("maxSlotsPerPod: 1\n"), example("maxSlotsPerPod:\n")),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at maxSlotsPerPod of every manager."""
    paths: list[Path] = []
    if not decided_elsewhere(settings, "resource_manager", "max_slots_per_pod"):
        paths.append(("maxSlotsPerPod",))
    paths += [(*one.settings_path, "max_slots_per_pod") for one in additional_managers(settings)]
    for path in paths:
        if number(settings.get(*path)) == 0:
            yield settings.problem(
                path, f"{settings.name(path)} is 0, so that only tasks without slots run"
            )
