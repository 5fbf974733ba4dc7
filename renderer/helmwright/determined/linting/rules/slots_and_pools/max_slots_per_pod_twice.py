"""The maximum of slots per pod is given to the manager and to its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PODS: Path = (
    "masterConfig",
    "extra",
    "task_container_defaults",
    "kubernetes",
    "max_slots_per_pod",
)


@rule(
    "max-slots-per-pod-twice",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B1",),
    since="0.26.1",
    summary="max_slots_per_pod is given to the manager and to the defaults of tasks",
    why="The master takes it in one of the two places only, and does not start with both.",
    advice="Remove maxSlotsPerPod, or max_slots_per_pod from task_container_defaults.kubernetes.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/resource_config.go",
    bad=(
        example(
            "maxSlotsPerPod: «4»\n"
            "masterConfig:\n  extra:\n    task_container_defaults:\n      kubernetes:\n"
            "        max_slots_per_pod: 8\n",
            message="maxSlotsPerPod is given as well as masterConfig.extra",
        ),
    ),
    good=(
        example("maxSlotsPerPod: 4\n"),
        example(
            "masterConfig:\n  extra:\n    task_container_defaults:\n      kubernetes:\n"
            "        max_slots_per_pod: 8\n"
        ),
        example(
            "maxSlotsPerPod: 4\n"
            "resourcePools:\n  - pool_name: default\n    task_container_defaults:\n"
            "      kubernetes:\n        max_slots_per_pod: 8\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for both in one configuration."""
    if settings.upstream or settings.get("masterConfig", "existingSecret"):
        return
    if settings.items("additional_resource_managers") and settings.release.at_least(0, 29, 1):
        return  # then each manager has its own, and the other is for those that have none
    if settings.get(*_PODS) is None or settings.get("maxSlotsPerPod") in (None, ""):
        return
    manager = settings.section("masterConfig", "extra", "resource_manager")
    if "max_slots_per_pod" in manager and manager["max_slots_per_pod"] is None:
        return  # a null takes out what the chart writes
    other = Related(settings.span(_PODS), "the other one")
    yield settings.problem(
        ("maxSlotsPerPod",),
        f"maxSlotsPerPod is given as well as {settings.name(_PODS)}, and the master takes only one of "
        "them",
        fix="remove one of the two",
        related=(other,),
    )
