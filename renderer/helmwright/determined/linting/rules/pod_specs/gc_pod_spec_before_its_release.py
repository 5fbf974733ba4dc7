"""A pod spec of checkpoint collection for masters that know none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  {}:\n    spec:\n      nodeSelector:\n        disk: ssd\n"


@rule(
    "gc-pod-spec-before-its-release",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O15",),
    until="0.33.0",
    summary="checkpointGcPodSpec came with 0.34.0",
    why="Older masters do not know it: checkpoint collection runs with the pod spec of the experiment.",
    advice="Remove it, or upgrade to 0.34.0 or newer.",
    url="https://github.com/determined-ai/determined/blob/0.34.0/helm/charts/determined/values.yaml",
    bad=(
        example(_POD.format("«checkpointGcPodSpec»"), release="0.33.0"),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      «checkpoint_gc_pod_spec»:\n        spec: {}\n",
            release="0.33.0",
        ),
    ),
    good=(
        example(_POD.format("checkpointGcPodSpec"), release="0.34.0"),
        example(_POD.format("cpuPodSpec"), release="0.33.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Name the pod specs of checkpoint collection."""
    for path, _ in settings.pod_specs():
        if str(path[-1]).startswith("checkpoint"):
            yield settings.problem(
                path,
                f"{settings.name(path)} has no effect in {settings.release}; it came with 0.34.0",
                of_key=True,
            )
