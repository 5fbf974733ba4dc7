"""slotType cpu without the CPUs of a slot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import (
    number,
    slot_paths,
    slot_type,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "slot-cpu-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R2",),
    since="0.16.1",
    summary="slotType is cpu and slotResourceRequests.cpu is no number of CPUs",
    why="The master does not start: it cannot say how many slots a node has.",
    advice="Set slotResourceRequests.cpu to a little less than the CPUs of a node, as 7.5 of 8.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example("«»slotType: cpu\n", message="is not set"),
        example("slotType: cpu\nslotResourceRequests:\n  cpu: «0»\n", message="0 is not above 0"),
        example(
            "slotType: cpu\nslotResourceRequests:\n  cpu: «7500m»\n", message="no number of CPUs"
        ),
        example(
            "additional_resource_managers:\n"
            "  - «resource_manager»:\n      cluster_name: cpu\n      slot_type: cpu\n",
            message="slot_resource_requests.cpu is not set",
        ),
    ),
    good=(
        example("slotType: cpu\nslotResourceRequests:\n  cpu: 7.5\n"),
        example('slotType: cpu\nslotResourceRequests:\n  cpu: "7.5"\n'),
        example("slotType: gpu\n"),
        example("slotType: cpu\nmasterConfig:\n  existingSecret: mine\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the CPUs of a slot of every manager whose slots are CPUs."""
    for paths in slot_paths(settings):
        if slot_type(settings, paths.kind) != "cpu":
            continue
        path = (*paths.requests, "cpu")
        value = settings.get(*path)
        name = settings.name(path)
        if value in (None, ""):
            kind = settings.name(paths.kind)
            yield settings.problem(path, f"{name} is not set, and {kind} cpu needs it")
        elif (cpus := number(value)) is None:
            yield settings.problem(path, f"{name}: {settings.show(*path)} is no number of CPUs")
        elif cpus <= 0:
            yield settings.problem(path, f"{name}: {settings.show(*path)} is not above 0")
