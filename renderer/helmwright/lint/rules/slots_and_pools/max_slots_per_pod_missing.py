"""maxSlotsPerPod is missing, or no number of slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import DeterminedSettings


@rule(
    "max-slots-per-pod-missing",
    reads=Reads.DETERMINED,
    severity=Severity.ERROR,
    covers=("B1",),
    since="0.13.2",
    summary="maxSlotsPerPod is missing, or no whole number of slots",
    why="The master divides the slots of a task into pods of so many; without it no chart renders.",
    advice="Set maxSlotsPerPod to the number of GPUs of a node, or to their greatest common divisor.",
    url="https://github.com/determined-ai/determined/blob/0.38.1/helm/charts/determined/values.yaml",
    bad=(
        Example("«»db:\n  name: determined\n", message="is not set"),
        Example("maxSlotsPerPod: «many»\n", message='"many" is no whole number'),
        Example("maxSlotsPerPod: «-1»\n", message="-1 is no whole number"),
    ),
    good=(Example("maxSlotsPerPod: 8\n"), Example("maxSlotsPerPod: 0\n")),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at maxSlotsPerPod, which slotsPerNode was until 0.13.1."""
    path = ("maxSlotsPerPod",)
    slots = settings.get(*path)
    if slots is None:
        if settings.get("slotsPerNode") is None:
            yield settings.problem(path, "maxSlotsPerPod is not set")
    elif not _is_count(slots):
        yield settings.problem(
            path, f"maxSlotsPerPod: {settings.show(*path)} is no whole number of slots"
        )


def _is_count(value: object) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdecimal()
    return isinstance(value, (int, float)) and value >= 0 and float(value).is_integer()
