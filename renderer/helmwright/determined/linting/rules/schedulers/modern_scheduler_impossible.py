"""scheduler.mode modern with something that there is no current scheduler for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.schedulers._chosen import (
    COSCHEDULER,
    PREEMPTION,
    chosen,
    is_modern,
    kube_minor,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_MODE: Path = ("scheduler", "mode")
_IMAGE: Path = ("defaultImages", "kubeScheduler")
_FIRST = 25


@rule(
    "modern-scheduler-impossible",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S13",),
    since="0.14.5",
    summary="scheduler.mode is modern, with preemption, an old image or an old Kubernetes",
    why="There are current images of the coscheduler only, for Kubernetes 1.25 and newer; an image of "
    "v0.18 cannot read their configuration. The chart refuses the rest.",
    advice="Use scheduler.mode classic until Kubernetes 1.21, and clear defaultImages.kubeScheduler "
    "with modern.",
    url="https://github.com/kubernetes-sigs/scheduler-plugins",
    bad=(
        example(
            "defaultScheduler: preemption\nscheduler:\n  mode: «modern»\n",
            release="0.35.1",
            message="no modern scheduler for preemption",
        ),
        example(
            "defaultScheduler: coscheduler\nscheduler:\n  mode: «modern»\n",
            kube_version="1.24.0",
            message="Kubernetes 1.25",
        ),
        example(
            "defaultScheduler: coscheduler\nscheduler:\n  mode: modern\n"
            "defaultImages:\n"
            "  kubeScheduler: «k8s.gcr.io/scheduler-plugins/kube-scheduler:v0.18.9»\n",
            message="v0.18",
        ),
    ),
    good=(
        example(
            "defaultScheduler: coscheduler\nscheduler:\n  mode: modern\n", kube_version="1.31.0"
        ),
        example("defaultScheduler: coscheduler\nscheduler:\n  mode: modern\n"),
        example("scheduler:\n  mode: modern\n", kube_version="1.24.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what goes with the mode."""
    name = chosen(settings)
    if not is_modern(settings) or name not in (COSCHEDULER, PREEMPTION):
        return
    minor = kube_minor(settings) if settings.kube_version else None  # nodes may lag behind
    if name == PREEMPTION:
        yield settings.problem(
            _MODE,
            "scheduler.mode: there is no modern scheduler for preemption",
            fix="write 'mode: classic', or 'defaultScheduler: coscheduler'",
        )
    elif minor is not None and minor < _FIRST:
        yield settings.problem(
            _MODE,
            f"scheduler.mode: modern needs Kubernetes 1.{_FIRST}, and this is Kubernetes 1.{minor}",
        )
    elif ":v0.18." in str(settings.get(*_IMAGE, default="")):
        yield settings.problem(
            _IMAGE,
            "defaultImages.kubeScheduler: the image of v0.18 cannot read the configuration of "
            "scheduler.mode modern",
            fix="leave it blank",
        )
