"""The scheduler of a pool has no type, which changes the priority of its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_HEAD = "resourcePools:\n  - pool_name: a\n    "


@rule(
    "pool-scheduler-without-type",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R19",),
    since="0.19.10",
    summary="scheduler of a resource pool has no type",
    why="From 0.34.0 on the master takes it for type: priority, with 42 as the default priority; "
    "pools without a scheduler have 50 on Kubernetes. Before, it is fair_share, which does nothing "
    "there. How tasks are fitted to nodes is Kubernetes' to decide.",
    advice="Write type: priority and a default_priority, or remove scheduler.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/scheduler_config.go",
    bad=(
        example(
            _HEAD + "«scheduler»:\n      fitting_policy: best\n", message="tasks have priority 42"
        ),
        example(
            _HEAD + "«scheduler»:\n      fitting_policy: best\n",
            release="0.33.0",
            message="the master takes it for fair_share",
        ),
    ),
    good=(
        example(_HEAD + "scheduler: {type: priority, fitting_policy: best}\n"),
        example(_HEAD + "scheduler: {}\n"),
        example(_HEAD + "scheduler:\n"),
        example(_HEAD + "scheduler: {default_priority: 40}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the schedulers of all pools; keys that only go with a type are told elsewhere."""
    for path, _ in settings.pools():
        place = (*path, "scheduler")
        scheduler = settings.section(*place)
        told = {"default_priority", "preemption"} & set(scheduler)
        if scheduler and not told and "type" not in scheduler:
            effect = "its tasks have priority 42 instead of 50"
            if not settings.release.at_least(0, 34, 0):
                effect = "the master takes it for fair_share, which does nothing on Kubernetes"
            yield settings.problem(
                place,
                f"{settings.name(place)}: it has no type, and {effect}",
                of_key=True,
                fix="write 'type: priority' and a default_priority below it, or remove it",
            )
