"""slotResourceRequests with slots that are GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import slot_paths, slot_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "slot-cpu-without-effect",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R2",),
    since="0.16.1",
    summary="slotResourceRequests.cpu is set, but slots are not CPUs",
    why="The number has no effect: only with slotType cpu do tasks ask for CPUs by it.",
    advice="Set slotType: cpu if slots are to be CPUs, or remove slotResourceRequests.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example("slotResourceRequests:\n  cpu: «7»\n", message="slotType is gpu"),
        example("slotType: cuda\nslotResourceRequests:\n  cpu: «7»\n", message="slotType is cuda"),
    ),
    good=(
        example("slotType: cpu\nslotResourceRequests:\n  cpu: 7\n"),
        example("slotType: cuda\nslotResourceRequests:\n  cpu: 7\n", upstream=True),
        example("slotResourceRequests:\n  cpu:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at every manager; the chart of Determined itself asks for the number unless it is gpu."""
    for paths in slot_paths(settings):
        path = (*paths.requests, "cpu")
        kind = slot_type(settings, paths.kind)
        needed = {"cpu", "cuda", "rocm"} if settings.upstream else {"cpu"}
        known = kind in {"gpu", "cuda", "rocm", "cpu"}
        if not known or kind in needed or settings.get(*path) in (None, ""):
            continue
        yield settings.problem(
            path,
            f"{settings.name(path)} has no effect, because {settings.name(paths.kind)} is {kind}",
        )
