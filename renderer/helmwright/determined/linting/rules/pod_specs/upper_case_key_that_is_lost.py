"""Keys with capitals in default pod specs, which old masters make lower-case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PLACES = (("metadata", "labels"), ("metadata", "annotations"), ("spec", "nodeSelector"))


@rule(
    "upper-case-key-that-is-lost",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O9",),
    since="0.13.2",
    until="0.24.0",
    summary="A label, annotation or node selector with capitals, which the master makes lower-case",
    why=(
        "Until 0.24.0 the master reads master.yaml in a way that makes the keys of maps lower-case; "
        "a node selector then matches no node. In the pod specs of pools keys stay as they are."
    ),
    advice="Use keys in lower case, put the pod spec into the pools, or upgrade to 0.25.0.",
    url="https://github.com/determined-ai/determined/blob/0.25.0/master/cmd/determined-master/root.go",
    bad=(
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n"
            "        «customLabel»: cpu-label\n    spec:\n      nodeSelector:\n"
            "        «diskType»: ssd\n",
            release="0.24.0",
            message='becomes "customlabel"',
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n"
            "        customLabel: cpu-label\n",
            release="0.25.0",
        ),
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    metadata:\n      labels:\n"
            "        custom-label: CPU\nresourcePools:\n  - pool_name: a\n"
            "    task_container_defaults:\n      cpu_pod_spec:\n        metadata:\n"
            "          labels:\n            customLabel: cpu-label\n",
            release="0.24.0",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys of the pod specs that are not in a list."""
    for path, _ in settings.pod_specs():
        if path[0] != "taskContainerDefaults":
            continue
        for place in _PLACES:
            for key in settings.section(*path, *place):
                if key != key.lower():
                    where = (*path, *place, key)
                    yield settings.problem(
                        where,
                        f'{settings.name(where)} becomes "{key.lower()}" in {settings.release}',
                        of_key=True,
                    )
