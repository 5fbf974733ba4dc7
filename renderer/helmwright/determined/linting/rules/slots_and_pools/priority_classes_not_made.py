"""The chart makes no priority classes, which its pods name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._priorities import CLASSES, extra_classes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "priority-classes-not-made",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("R20",),
    since="0.26.0",
    summary="The chart makes no priority classes, and its pods need one",
    why="Kubernetes refuses the pods of the master and of the database until "
    "determined-system-priority exists; another installation in the cluster may have made it.",
    advice="Check with kubectl get priorityclass, or set createNonNamespacedObjects: true.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/priority-classes.yaml",
    bad=(
        example(
            "createNonNamespacedObjects: «false»\n",
            message="determined-system-priority must exist",
        ),
        example(
            "priorityClasses:\n  create: «false»\n",
            message="priorityClasses.create is false",
        ),
        example("createNonNamespacedObjects: «false»\n", upstream=True),
    ),
    good=(
        example("createNonNamespacedObjects: true\n"),
        example("createNonNamespacedObjects: false\npriorityClasses:\n  create: true\n"),
        example(
            "createNonNamespacedObjects: false\nextraObjects:\n"
            "  - {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, "
            "metadata: {name: determined-system-priority}, value: 1000000}\n"
        ),
        example(
            "createNonNamespacedObjects: false\n"
            "master: {priorityClassName: own}\ndb: {priorityClassName: own}\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the switches of the classes, and whether the pods name classes of the user's."""
    path: Path = ("createNonNamespacedObjects",)
    if not settings.upstream and settings.get("priorityClasses", "create") is not None:
        path = ("priorityClasses", "create")
    if settings.get(*path) is not False:
        return
    if not settings.upstream:
        pods = ("master",) if settings.get("db", "hostAddress") else ("master", "db")
        named = all(settings.get(pod, "priorityClassName") for pod in pods)
        if named or CLASSES[0] in extra_classes(settings):
            return
    yield settings.problem(
        path, f"{settings.name(path)} is false, so that {CLASSES[0]} must exist already"
    )
