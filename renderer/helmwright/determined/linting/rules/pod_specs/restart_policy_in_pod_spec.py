"""A restart policy in a pod spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE, spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "restart-policy-in-pod-spec",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O3",),
    since="0.13.2",
    summary="A pod spec has a restart policy other than Never",
    why="Pods of tasks always have the policy Never: the master itself starts a task again.",
    advice="Remove it; max_restarts of an experiment says how often it is started again.",
    url=GUIDE,
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      restartPolicy: «OnFailure»\n"
        ),
    ),
    good=(
        example("taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      restartPolicy: Never\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the restart policy of every pod spec."""
    for path, pod in settings.pod_specs():
        if spec_of(pod).get("restartPolicy") not in (None, "", "Never"):
            where = (*path, "spec", "restartPolicy")
            yield settings.problem(
                where,
                f"{settings.name(where)}: {settings.show(*where)} has no effect: pods of tasks"
                " have the policy Never",
            )
