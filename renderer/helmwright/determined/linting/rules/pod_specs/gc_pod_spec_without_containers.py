"""A pod spec of checkpoint collection that deletes the containers of gpuPodSpec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position
from helmwright.determined.linting.rule import PODS, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.pods import TaskPods
    from helmwright.lint.finding import Problem

_BASE = (
    "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\ntaskContainerDefaults:\n"
    "  gpuPodSpec:\n    spec:\n      volumes:\n        - name: data\n      containers:\n"
    "        - name: determined-container\n          volumeMounts:\n            - name: data\n"
    "              mountPath: /data\n"
)


@rule(
    "gc-pod-spec-without-containers",
    reads=PODS,
    severity=Severity.WARNING,
    covers=("O7",),
    since="0.34.0",
    fixable=True,
    summary="A pod spec without containers deletes those of the one below it",
    why=(
        "checkpointGcPodSpec is merged over gpuPodSpec. Without containers it deletes all containers "
        "there, and with them mounts and variables that checkpoint collection may need."
    ),
    advice="Add 'containers: []' below spec to keep those of gpuPodSpec.",
    url=GUIDE,
    bad=(
        example(
            _BASE + "  checkpointGcPodSpec:\n    «spec»:\n      tolerations:\n"
            "        - operator: Exists\n",
            message="deletes the containers",
        ),
    ),
    good=(
        example(_BASE + "  checkpointGcPodSpec:\n    spec:\n      containers: []\n"),
        example(_BASE),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Look for containers that are lost to the pod spec of checkpoint collection."""
    from helmwright.values.editing import Put

    for task in pods.tasks:
        made = task.pods
        if made is None or len(made.layers) < 2:
            continue
        if any(loss.reason.startswith("deleted, since") for loss in made.losses):
            top = made.layers[-1]
            whole = pods.path_of(top.source.position())
            if whole is None:
                continue
            where = (*whole, "spec")
            yield pods.settings.problem(
                where,
                f"{pods.settings.name(where)} has no containers, which deletes the containers of"
                f" {_below(pods, made.layers[0].source.position())}",
                of_key=True,
                edits=[Put((*where, "containers"), [])],
            )


def _below(pods: TaskPods, position: object) -> str:
    path = pods.path_of(position) if isinstance(position, Position) else None
    return pods.settings.name(path) if path else "the pod spec of tasks with slots"
