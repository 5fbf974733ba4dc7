"""An amount of CPU or memory that Kubernetes cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.basics._quantities import amount, resource_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ADVICE = {
    "cpu": "write CPUs as 2, 0.5 or 500m",
    "memory": "write memory as 8Gi or 512Mi",
}


@rule(
    "quantity-malformed",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B8",),
    summary="An amount of CPU or memory is no quantity of Kubernetes",
    why="The API server refuses the object, and the installation stops half-way.",
    advice="Write CPUs as 2, 0.5 or 500m, and memory as 8Gi or 512Mi.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/",
    bad=(
        example("masterMemRequest: «8GB»\n", message='masterMemRequest: "8GB" is no quantity'),
        example("db:\n  memLimit: «8 Gi»\n"),
        example("masterCpuRequest: «two»\n"),
        example("db:\n  cpuRequest: «-1»\n", message="less than nothing"),
    ),
    good=(
        example("masterCpuRequest: 500m\nmasterMemRequest: 8Gi\nmasterCpuLimit: 2.5\n"),
        example("masterMemRequest: 8589934592\nmasterCpuRequest: '2'\nmasterMemLimit: 1e10\n"),
        example("db:\n  cpuRequest:\n  memRequest: ''\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what the pods ask for."""
    for resource, *paths in resource_paths():
        for path in paths:
            yield from _problems(settings, path, resource)


def _problems(settings: DeterminedSettings, path: Path, what: str) -> Iterator[Problem]:
    said = f"{settings.name(path)}: {settings.show(*path)}"
    try:
        number = amount(settings, path)
    except ValueError:
        yield settings.problem(path, f"{said} is no quantity", fix=_ADVICE[what])
        return
    if number is not None and number < 0:
        yield settings.problem(path, f"{said} is less than nothing", fix=_ADVICE[what])
