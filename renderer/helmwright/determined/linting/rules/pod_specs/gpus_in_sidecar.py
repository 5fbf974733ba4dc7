"""GPUs that other containers than the task's ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GPUS, GUIDE, all_containers, is_some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
    "        - name: sidecar\n          image: alpine:3.20\n          resources:\n"
    "            limits:\n"
)


@rule(
    "gpus-in-sidecar",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O12",),
    since="0.13.5",
    summary="A container beside the task's asks for GPUs",
    why=(
        "The pod then needs more GPUs than the task has slots. With maxSlotsPerPod slots it does not "
        "fit on a node, and waits for ever."
    ),
    advice="Remove the GPUs of the sidecar.",
    url=GUIDE,
    bad=(example(_POD + "              nvidia.com/gpu: «1»\n"),),
    good=(example(_POD + "              nvidia.com/gpu: 0\n              memory: 1Gi\n"),),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the resources of sidecars."""
    for container in all_containers(settings):
        if container.kind != "containers" or container.runs_task:
            continue  # an init container gives its GPUs back
        for name, amount in settings.section(*container.path, "resources", "limits").items():
            if name in GPUS and is_some(amount):
                where = (*container.path, "resources", "limits", name)
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: these GPUs come on top of the slots of the task",
                )
