"""A pod may use less than it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.basics._quantities import plain_amount, resource_paths
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "limit-below-request",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B8",),
    summary="A limit is lower than the request that belongs to it",
    why="Kubernetes refuses such a pod. Master and database ask for 2 CPUs and 8Gi by default.",
    advice="Raise the limit, or lower the request.",
    url="https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/",
    bad=(
        example("masterMemLimit: «4Gi»\n", message='lower than masterMemRequest ("8Gi")'),
        example("db:\n  cpuRequest: 1\n  cpuLimit: «500m»\n"),
    ),
    good=(
        example("masterCpuRequest: 2000m\nmasterCpuLimit: 2\n"),
        example("masterMemRequest:\nmasterMemLimit: 4Gi\n"),
        example("db:\n  hostAddress: db.example.com\n  memLimit: 1Gi\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the limits with the requests of the pods that the chart makes."""
    for _, request, limit in resource_paths():
        if request[:1] == ("db",) and len(request) == 2 and settings.get("db", "hostAddress"):
            continue
        asked, allowed = plain_amount(settings, request), plain_amount(settings, limit)
        if asked is None or allowed is None or allowed >= asked or allowed <= 0:
            continue
        names = settings.name(limit), settings.name(request)
        related = (Related(settings.span(request), "the request"),)
        yield settings.problem(
            limit,
            f"{names[0]}: {settings.show(*limit)} is lower than {names[1]} "
            f"({settings.show(*request)})",
            related=related,
        )
