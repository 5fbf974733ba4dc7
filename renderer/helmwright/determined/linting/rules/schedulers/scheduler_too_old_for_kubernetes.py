"""The classic scheduler on a Kubernetes that it cannot work with."""

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

_PATH: Path = ("defaultScheduler",)
_LAST = 21
_OWN = "determinedai/kube-scheduler:"


@rule(
    "scheduler-too-old-for-kubernetes",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S13",),
    since="0.14.5",
    summary="The scheduler image v0.18.9 does not work with Kubernetes 1.22 and newer",
    why="It watches APIs that Kubernetes 1.22 removed, so that it places no pod: every task stays "
    "pending.",
    advice="Set scheduler.mode: modern (from Kubernetes 1.25 on), or leave defaultScheduler blank.",
    url="https://kubernetes.io/docs/reference/using-api/deprecation-guide/",
    bad=(
        example(
            "defaultScheduler: «coscheduler»\n", kube_version="1.31.0", message="Kubernetes 1.31"
        ),
        example(
            "defaultScheduler: «coscheduler»\n"
            "defaultImages:\n"
            "  kubeScheduler: k8s.gcr.io/scheduler-plugins/kube-scheduler:v0.18.9\n",
            kube_version="v1.22.3",
            upstream=True,
            message="Kubernetes 1.22",
        ),
        example(
            "defaultScheduler: «preemption»\n",
            release="0.35.1",
            nodes="{kind: Node, metadata: {name: a}, status: {allocatable: {cpu: 8}, "
            "nodeInfo: {kubeletVersion: v1.27.3-gke.100}}}",
            message="Kubernetes 1.27",
        ),
    ),
    good=(
        example("defaultScheduler: coscheduler\n", kube_version="1.21.0"),
        example("defaultScheduler: coscheduler\n"),
        example(
            "defaultScheduler: coscheduler\nscheduler: {mode: modern}\n", kube_version="1.31.0"
        ),
        example("defaultScheduler:\n", kube_version="1.31.0"),
        example(
            "defaultScheduler: coscheduler\ndefaultImages: {kubeScheduler: my/scheduler:v1}\n",
            kube_version="1.31.0",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the version that was asked for, or at the nodes; an image of the user's may work."""
    name = chosen(settings)
    minor = kube_minor(settings)
    if name not in (COSCHEDULER, PREEMPTION) or is_modern(settings) or minor is None:
        return
    if minor > _LAST and _is_old(settings, name):
        advice = (
            "leave defaultScheduler blank"
            if settings.upstream or name == PREEMPTION
            else "set scheduler.mode: modern, or leave defaultScheduler blank"
        )
        yield settings.problem(
            _PATH,
            f"defaultScheduler: the scheduler for {name} works with Kubernetes 1.18 to 1.{_LAST}, and "
            f"this is Kubernetes 1.{minor}",
            fix=advice,
        )


def _is_old(settings: DeterminedSettings, name: str) -> bool:
    key = "kubeScheduler" if name == COSCHEDULER else "kubeSchedulerPreemption"
    image = settings.get("defaultImages", key)
    if not image:
        return True
    text = str(image).strip()
    return text.startswith(_OWN) if name == PREEMPTION else ":v0.18." in text
