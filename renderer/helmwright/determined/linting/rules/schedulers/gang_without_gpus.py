"""Gang scheduling with slots that are CPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import (
    COSCHEDULER,
    PREEMPTION,
    chosen,
    is_decided_elsewhere,
)
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_CPU = "slotType: cpu\nslotResourceRequests: {cpu: 7}\n"


@rule(
    "gang-without-gpus",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S16",),
    since="0.16.1",
    summary="defaultScheduler with slotType cpu: tasks are not scheduled as gangs",
    why="The master counts pods for a gang only where slots are GPUs; otherwise it asks for gangs of "
    "0, so that the scheduler does nothing for tasks with several pods.",
    advice="Leave defaultScheduler blank with slotType cpu, or put the labels of pod groups into the "
    "pod specs of tasks.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(_CPU + "defaultScheduler: «coscheduler»\n", message="slotType is cpu"),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n"
            "      cluster_name: two\n"
            "      slot_type: cpu\n"
            "      default_scheduler: «coscheduler»\n",
            message="slot_type is cpu",
        ),
    ),
    good=(
        example("defaultScheduler: coscheduler\n"),
        example(_CPU),
        example(_CPU + "defaultScheduler: default\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all managers with a scheduler."""
    name = chosen(settings)
    if name in (COSCHEDULER, PREEMPTION) and not is_decided_elsewhere(settings):
        kind = settings.get("slotType")
        if isinstance(kind, str) and kind.strip() == "cpu":
            yield settings.problem(
                ("defaultScheduler",),
                f"defaultScheduler: {name} makes no gangs, because slotType is cpu",
            )
    for manager in additional_managers(settings):
        given = manager.settings
        name = str(given.get("default_scheduler"))
        if name in (COSCHEDULER, PREEMPTION) and given.get("slot_type") == "cpu":
            path = (*manager.settings_path, "default_scheduler")
            yield settings.problem(
                path, f"{settings.name(path)}: {name} makes no gangs, because slot_type is cpu"
            )
