"""An amount of memory that is a few bytes: its unit is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.basics._quantities import plain_amount, resource_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LEAST = 1 << 20
"""No pod of the chart starts with less than a mebibyte."""


@rule(
    "memory-without-unit",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B8",),
    summary="An amount of memory is a few bytes, because its unit is missing",
    why="Memory without a unit is in bytes, and m stands for thousandths of a byte.",
    advice="Write the unit: 8Gi, 512Mi.",
    url="https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory",
    bad=(
        example("db:\n  memRequest: «2»\n", message="db.memRequest: 2 is less than a mebibyte"),
        example("masterMemLimit: «512m»\n", message='"512m" is less than a mebibyte'),
    ),
    good=(
        example("db:\n  memRequest: 2Gi\n  cpuRequest: 2\n"),
        example("masterMemRequest: 8589934592\n"),
        example("masterMemRequest: 0\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what the pods ask for."""
    paths: list[Path] = []
    for resource, request, limit in resource_paths():
        if resource == "memory":
            paths += [request, limit]
    for path in paths:
        number = plain_amount(settings, path)
        if number is not None and 0 < number < _LEAST:
            said = f"{settings.name(path)}: {settings.show(*path)}"
            yield settings.problem(path, f"{said} is less than a mebibyte")
