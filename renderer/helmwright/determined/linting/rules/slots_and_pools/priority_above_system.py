"""Tasks have a priority above that of the master, or one below zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import number
from helmwright.determined.linting.rules.slots_and_pools._priorities import (
    class_names,
    extra_classes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SYSTEM = 1_000_000
_OWN = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      priorityClassName: urgent\n"
    "extraObjects:\n  - apiVersion: scheduling.k8s.io/v1\n    kind: PriorityClass\n"
    "    metadata: {{name: urgent}}\n    value: {}\n"
)


@rule(
    "priority-above-system",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R19",),
    since="0.14.5",
    summary="Tasks have a priority above that of the master, or one below zero",
    why="Pods of a higher priority are scheduled before the master and its database; pods below zero "
    "come after everything that has no class.",
    advice="Keep the values of classes for tasks from 0 to below that of determined-system-priority, "
    "which is 1000000.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            "priorityClasses: {systemValue: 50, mediumValue: «50»}\n",
            message="priorityClasses.mediumValue: 50 is not below",
        ),
        example(_OWN.format("«2000000»"), message="is not below that of"),
        example(_OWN.format("«-1»"), message="-1 is below 0"),
    ),
    good=(
        example("priorityClasses: {systemValue: 500, mediumValue: 5}\n"),
        example(_OWN.format("99")),
        example(_OWN.format("2000000").replace("priorityClassName: urgent", "hostIPC: false")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at priorityClasses, and at classes in extraObjects that pod specs name."""
    if settings.upstream:
        return
    given = number(settings.get("priorityClasses", "systemValue"))
    system = float(_SYSTEM) if given is None else given
    paths: list[Path] = [("priorityClasses", "mediumValue")]
    own = extra_classes(settings)
    used = {name for _, name in class_names(settings)}
    paths += [(*path, "value") for name, path in own.items() if name in used]
    for path in paths:
        value = number(settings.get(*path))
        if value is None:
            continue
        shown = f"{settings.name(path)}: {settings.show(*path)}"
        if value >= system:
            yield settings.problem(
                path, f"{shown} is not below that of determined-system-priority, {system:g}"
            )
        elif value < 0:
            yield settings.problem(path, f"{shown} is below 0")
