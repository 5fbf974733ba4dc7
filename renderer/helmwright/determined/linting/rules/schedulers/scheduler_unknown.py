"""defaultScheduler is none that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import (
    COSCHEDULER,
    NONE,
    PREEMPTION,
    chosen,
)
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH: Path = ("defaultScheduler",)


@rule(
    "scheduler-unknown",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S11",),
    since="0.14.5",
    summary="defaultScheduler is neither coscheduler nor preemption",
    why="The chart knows no other scheduler; that of Determined itself makes none then, and says "
    "nothing.",
    advice="Set defaultScheduler to coscheduler, or leave it blank for the scheduler of the cluster.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    fixable=True,
    bad=(
        example("defaultScheduler: «Coscheduler»\n", message='"Coscheduler" is neither'),
        example("defaultScheduler: «co-scheduler»\n", message="coscheduler nor preemption"),
        example("defaultScheduler: «volcano»\n", upstream=True, message="volcano"),
        example("defaultScheduler: «preemption»\n", release="0.15.1", message="from 0.15.2 on"),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n      default_scheduler: «volcano»\n",
            message="default_scheduler",
        ),
    ),
    good=(
        example("defaultScheduler: coscheduler\n"),
        example('defaultScheduler: " coscheduler "\n'),
        example("defaultScheduler: default-scheduler\n"),
        example("defaultScheduler:\n"),
        example("defaultScheduler: preemption\n", release="0.35.1"),
        example("defaultScheduler: volcano\n", release="0.14.4"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the schedulers of all managers."""
    name = chosen(settings)
    if name not in (*NONE, COSCHEDULER, PREEMPTION):
        meant = _meant(name)
        yield settings.problem(
            _PATH,
            f"defaultScheduler: {settings.show(*_PATH)} is neither coscheduler nor preemption",
            fix=f"write 'defaultScheduler: {meant}'" if meant else "",
            edits=(Put(_PATH, meant),) if meant else (),
            severity=Severity.WARNING if settings.upstream else None,
        )
    elif name == PREEMPTION and not settings.release.at_least(0, 15, 2):
        yield settings.problem(
            _PATH,
            f"defaultScheduler: there is preemption from 0.15.2 on, and this is {settings.release}",
            fix="use coscheduler, or leave it blank",
        )
    for manager in additional_managers(settings):
        path = (*manager.settings_path, "default_scheduler")
        given = manager.settings.get("default_scheduler")
        if isinstance(given, str) and given not in ("", COSCHEDULER, PREEMPTION):
            refused = settings.release.at_least(0, 36, 0)
            yield settings.problem(
                path,
                f"{settings.name(path)}: {settings.show(*path)} is no scheduler that the master knows",
                severity=None if refused else Severity.WARNING,
            )


def _meant(name: str) -> str:
    """Return the scheduler that is the same but for case and signs; blank if none is."""
    letters = "".join(filter(str.isalpha, name)).lower()
    return next((one for one in (COSCHEDULER, PREEMPTION) if letters == one), "")
