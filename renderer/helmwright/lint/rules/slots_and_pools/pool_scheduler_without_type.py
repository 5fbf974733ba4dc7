"""The scheduler of a pool has no type, which changes the priority of its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import DeterminedSettings

_HEAD = "resourcePools:\n  - pool_name: a\n    "


@rule(
    "pool-scheduler-without-type",
    reads=Reads.DETERMINED,
    severity=Severity.WARNING,
    covers=("R19",),
    since="0.19.10",
    summary="scheduler of a resource pool has no type",
    why="The master takes it for type: priority, with 42 as the default priority; pools without a "
    "scheduler have 50 on Kubernetes. How tasks are fitted to nodes is Kubernetes' to decide.",
    advice="Write type: priority and a default_priority, or remove scheduler.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/scheduler_config.go",
    bad=(
        Example(
            _HEAD + "«scheduler»:\n      fitting_policy: best\n", message="tasks have priority 42"
        ),
    ),
    good=(
        Example(_HEAD + "scheduler: {type: priority, fitting_policy: best}\n"),
        Example(_HEAD + "scheduler: {}\n"),
        Example(_HEAD + "scheduler:\n"),
        Example(_HEAD + "scheduler: {default_priority: 40}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the schedulers of all pools; keys that only go with a type are told elsewhere."""
    for path, _ in settings.pools():
        place = (*path, "scheduler")
        scheduler = settings.section(*place)
        told = {"default_priority", "preemption"} & set(scheduler)
        if scheduler and not told and "type" not in scheduler:
            yield settings.problem(
                place,
                f"{settings.name(place)}: it has no type, and its tasks have priority 42 instead of 50",
                of_key=True,
                fix="write 'type: priority' and a default_priority below it, or remove it",
            )
