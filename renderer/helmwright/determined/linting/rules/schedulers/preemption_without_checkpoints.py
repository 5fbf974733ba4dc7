"""The preemption scheduler with a master that does not hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import PREEMPTION, chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH: Path = ("defaultScheduler",)


@rule(
    "preemption-without-checkpoints",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S11",),
    since="0.34.0",
    summary="defaultScheduler is preemption, which masters from 0.34.0 on do not hear",
    why="The scheduler asks for preemption by a label on a pod; masters that make Jobs look for it "
    "under another name, so that tasks are neither checkpointed nor stopped in time.",
    advice="Leave defaultScheduler blank and use priority classes, or set it to coscheduler.",
    url="https://github.com/determined-ai/determined/blob/0.35.1/master/internal/rm/kubernetesrm/jobs.go",
    bad=(
        example("defaultScheduler: «preemption»\n", release="0.34.0", message="0.34.0"),
        example(
            "defaultScheduler: «preemption»\nscheduler:\n  allowUnsupportedPreemption: true\n",
            release="0.38.1",
        ),
    ),
    good=(
        example("defaultScheduler: preemption\n", release="0.33.0"),
        example("defaultScheduler: preemption\n", release="0.36.0"),
        example("defaultScheduler: coscheduler\n", release="0.35.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at releases that take preemption, or are made to take it."""
    if chosen(settings) != PREEMPTION:
        return
    if settings.release.at_least(0, 36, 0):
        allowed = settings.get("scheduler", "allowUnsupportedPreemption") is True
        if settings.upstream or not allowed:
            return
    yield settings.problem(
        _PATH,
        "defaultScheduler: masters from 0.34.0 on do not hear that preemption wants to stop a task, "
        f"and this is {settings.release}",
    )
