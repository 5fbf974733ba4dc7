"""Default pod specs of masters that do not merge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  «gpuPodSpec»:\n    spec:\n      nodeSelector:\n        a: b\n"


@rule(
    "pod-spec-that-tasks-replace",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("O8",),
    since="0.13.2",
    until="0.22.2",
    summary="Tasks with a pod spec of their own get nothing of the default one",
    why="Masters before 0.23.0 do not merge pod specs: that of a task takes the place of the default.",
    advice="Repeat what is needed in the pod specs of tasks, or upgrade to 0.23.0 or newer.",
    url=GUIDE,
    bad=(example(_POD, release="0.22.0"),),
    good=(
        example(_POD.replace("«", "").replace("»", "")),
        example("taskContainerDefaults:\n  gpuPodSpec: {}\n", release="0.22.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Name every default pod spec."""
    for path, pod in settings.pod_specs():
        if pod and settings.given(*path) and not str(path[-1]).startswith("checkpoint"):
            yield settings.problem(
                path,
                f"{settings.name(path)}: in {settings.release} a task with a pod_spec of its own"
                " gets nothing of it",
                of_key=True,
            )
