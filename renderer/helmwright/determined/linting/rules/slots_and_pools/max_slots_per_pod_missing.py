"""maxSlotsPerPod is missing, or no number of slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_overrides import decided_elsewhere
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_RENAMED = (0, 13, 2)


@rule(
    "max-slots-per-pod-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B1",),
    since="0.12.12",
    summary="maxSlotsPerPod is missing, or no whole number of slots",
    why="The master divides the slots of a task into pods of so many; without it no chart renders.",
    advice="Set maxSlotsPerPod to the number of GPUs of a node, or to their greatest common divisor.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example("«»db:\n  name: determined\n", message="is not set"),
        example("«maxSlotsPerPod»:\n", message="is not set"),
        example('maxSlotsPerPod: «""»\n', message="is not set"),
        example("maxSlotsPerPod: «many»\n", message='"many" is no whole number'),
        example("maxSlotsPerPod: «-1»\n", message="-1 is no whole number"),
        example("«»maxSlotsPerPod: 4\n", release="0.13.0", upstream=True, message="slotsPerNode"),
        example(
            "«»masterConfig:\n  extra:\n    task_container_defaults:\n      kubernetes:\n"
            "        max_slots_per_pod: 8\n"
            "additional_resource_managers:\n  - resource_manager:\n      type: kubernetes\n",
            message="several managers",
        ),
    ),
    good=(
        example("maxSlotsPerPod: 8\n"),
        example("maxSlotsPerPod: 0\n"),
        example("maxSlotsPerPod: '8'\n"),
        example("slotsPerNode: 8\n"),
        example("slotsPerNode: 8\n", release="0.13.0", upstream=True),
        example("masterConfig:\n  extra:\n    resource_manager:\n      max_slots_per_pod: 8\n"),
        example(
            "masterConfig:\n  extra:\n    task_container_defaults:\n      kubernetes:\n"
            "        max_slots_per_pod: 8\n"
        ),
        example("masterConfig:\n  existingSecret: my-master-yaml\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at maxSlotsPerPod, which slotsPerNode was until 0.13.1."""
    names = ["maxSlotsPerPod", "slotsPerNode"]
    if settings.release.number < _RENAMED:
        names.reverse()
    name = next((one for one in names if settings.get(one) is not None), names[0])
    if settings.upstream:  # which does not read the other name
        name = names[0]
    slots = settings.get(name)
    if slots in (None, ""):
        if decided_elsewhere(settings, "resource_manager", "max_slots_per_pod"):
            return
        pods = ("task_container_defaults", "kubernetes", "max_slots_per_pod")
        several = bool(settings.items("additional_resource_managers"))
        if decided_elsewhere(settings, *pods):
            if several and settings.release.at_least(0, 29, 1):
                yield settings.problem(
                    (name,), f"{name} is not set; of several managers each needs its own"
                )
            return
        yield settings.problem((name,), f"{name} is not set")
    elif not _is_count(slots):
        yield settings.problem(
            (name,), f"{name}: {settings.show(name)} is no whole number of slots"
        )


def _is_count(value: object) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdecimal()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value >= 0 and float(value).is_integer()
