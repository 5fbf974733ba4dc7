"""A pod spec names a priority class of Determined that there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._priorities import (
    CLASSES,
    OLD_CLASSES,
    class_names,
    extra_classes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_CLASS = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      priorityClassName: {}\n"


@rule(
    "priority-class-unknown",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R19",),
    since="0.14.5",
    summary="A pod spec names a priority class of Determined that this release does not have",
    why="Kubernetes refuses pods with a priority class that there is not.",
    advice="Write determined-medium-priority or determined-system-priority, or the name of a class of "
    "your own.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/priority-classes.yaml",
    bad=(
        example(
            _CLASS.format("«determined-meduim-priority»"),
            message="there is no priority class determined-meduim-priority",
        ),
        example(_CLASS.format("«determined-high-priority»"), message="since 0.17.0"),
    ),
    good=(
        example(_CLASS.format("determined-medium-priority")),
        example(_CLASS.format("my-class")),
        example(_CLASS.format("determined-high-priority"), release="0.16.0"),
        example(
            _CLASS.format("determined-our-priority")
            + "extraObjects:\n  - apiVersion: scheduling.k8s.io/v1\n    kind: PriorityClass\n"
            "    metadata: {name: determined-our-priority}\n    value: 40\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at names that begin as those of Determined do; others may be in the cluster."""
    own = extra_classes(settings)
    for path, name in class_names(settings):
        if not (name.startswith("determined-") and name.endswith("-priority")):
            continue
        old = name in OLD_CLASSES
        if name in CLASSES or name in own or (old and not settings.release.at_least(0, 17, 0)):
            continue
        since = " since 0.17.0" if old else ""
        yield settings.problem(
            path, f"{settings.name(path)}: there is no priority class {name}{since}"
        )
