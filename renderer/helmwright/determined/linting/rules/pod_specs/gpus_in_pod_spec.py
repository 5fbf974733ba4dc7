"""GPUs in the resources of determined-container."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    GPUS,
    GUIDE,
    containers_of,
    has_slots,
    is_some,
)
from helmwright.determined.pods.eras import Era

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_GPUS = {"cuda": "nvidia.com/gpu", "gpu": "nvidia.com/gpu", "rocm": "amd.com/gpu", "cpu": "cpu"}
_POD = (
    "taskContainerDefaults:\n  {}PodSpec:\n    spec:\n      containers:\n"
    "        - name: determined-container\n          resources:\n            limits:\n"
)


@rule(
    "gpus-in-pod-spec",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O3",),
    since="0.13.5",
    summary="A pod spec says how many GPUs the container of the task gets",
    why=(
        "The master asks for as many GPUs (or CPUs, with slotType cpu) as the task has slots in a "
        "pod, and its number wins; tasks without slots would get GPUs that nobody counts."
    ),
    advice="Remove it; tasks say with slots how many GPUs they need.",
    url=GUIDE,
    bad=(
        example(
            _POD.format("gpu") + "              nvidia.com/gpu: «4»\n", message="has no effect"
        ),
        example(
            _POD.format("cpu") + "              nvidia.com/gpu: «1»\n",
            message="tasks without slots",
        ),
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: 7\n"
            + _POD.format("gpu")
            + "              cpu: «4»\n",
            message="has no effect",
        ),
    ),
    good=(
        example(_POD.format("gpu") + "              memory: 8Gi\n              cpu: 4\n"),
        example(_POD.format("cpu") + "              nvidia.com/gpu: 0\n              cpu: 4\n"),
        example(_POD.format("gpu") + "              amd.com/gpu: 1\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at limits and requests of determined-container."""
    slot_type = str(settings.get("slotType", default="cuda")).strip() or "cuda"
    generated = _GPUS.get(slot_type, "")
    always = Era(settings.release).requests_no_gpus
    for path, pod in settings.pod_specs():
        for container in containers_of(path, pod):
            if not container.runs_task:
                continue
            for kind in ("limits", "requests"):
                for name, amount in settings.section(*container.path, "resources", kind).items():
                    where = (*container.path, "resources", kind, name)
                    if name == generated and (has_slots(path) or always):
                        yield settings.problem(
                            where,
                            f"{settings.name(where)} has no effect: the master puts the slots"
                            " of the task there",
                        )
                    elif name in GPUS and not has_slots(path) and is_some(amount):
                        yield settings.problem(
                            where,
                            f"{settings.name(where)} gives tasks without slots GPUs that Determined does not count",
                        )
