"""The preemption scheduler with a master that does not start with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import PREEMPTION, chosen
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH: Path = ("defaultScheduler",)


@rule(
    "preemption-refused",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S11",),
    since="0.36.0",
    summary="defaultScheduler is preemption, which masters from 0.36.0 on refuse",
    why="The preemption scheduler was removed in 0.36.0: the master exits if it is asked for it.",
    advice="Leave defaultScheduler blank and use priority classes, or set it to coscheduler.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/release-notes.rst",
    bad=(
        example("defaultScheduler: «preemption»\n", release="0.36.0", message="0.36.0"),
        example("defaultScheduler: «preemption»\n", upstream=True, message="makes no scheduler"),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n"
            "      cluster_name: two\n"
            "      default_scheduler: «preemption»\n",
            message="default_scheduler",
        ),
    ),
    good=(
        example("defaultScheduler: preemption\n", release="0.35.1"),
        example("defaultScheduler: coscheduler\n"),
        example("defaultScheduler: preemption\nscheduler:\n  allowUnsupportedPreemption: true\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the schedulers of all managers; the chart of Determined leaves its own out."""
    if chosen(settings) == PREEMPTION:
        if settings.upstream:
            yield settings.problem(
                _PATH,
                f"defaultScheduler: the chart of {settings.release} makes no scheduler for preemption",
                severity=Severity.WARNING,
            )
        elif settings.get("scheduler", "allowUnsupportedPreemption") is not True:
            yield settings.problem(
                _PATH,
                "defaultScheduler: masters from 0.36.0 on refuse preemption, and this is "
                f"{settings.release}",
            )
    for manager in additional_managers(settings):
        if manager.settings.get("default_scheduler") == PREEMPTION:
            path = (*manager.settings_path, "default_scheduler")
            yield settings.problem(
                path,
                f"{settings.name(path)}: masters from 0.36.0 on refuse preemption, and this is "
                f"{settings.release}",
                fix="remove it, or write 'default_scheduler: coscheduler'",
            )
