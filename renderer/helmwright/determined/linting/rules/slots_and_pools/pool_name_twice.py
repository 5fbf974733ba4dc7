"""Two resource pools have one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_overrides import brings_master_yaml
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pool-name-twice",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R4",),
    since="0.19.10",
    summary="Two resource pools have the same name",
    why="Tasks choose a pool by its name, so the master does not start; this is so across clusters.",
    advice="Give every pool a name of its own, also in additional_resource_managers.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(
            "resourcePools:\n  - pool_name: gpu\n  - pool_name: «gpu»\n",
            message='"gpu" is the name of resourcePools[0]',
        ),
        example(
            "resourcePools:\n  - pool_name: gpu\n"
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      - pool_name: «gpu»\n",
            message="additional_resource_managers[0].resource_pools[0].pool_name",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      - pool_name: «default»\n",
            message='"default" is the name of resourcePools[0]',
        ),
    ),
    good=(
        example("resourcePools:\n  - pool_name: gpu\n  - pool_name: cpu\n"),
        example(
            "resourcePools:\n  - pool_name: gpu\n"
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      - pool_name: gpu\n",
            release="0.28.0",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pools of all managers."""
    seen: dict[str, Path] = {}
    for path, pool in settings.pools():
        root = path[0] == "resourcePools"
        if root and brings_master_yaml(settings):
            continue
        if not root and not settings.release.at_least(0, 29, 1):
            continue
        name = pool.get("pool_name")
        if not isinstance(name, str) or not name:
            continue
        here: Path = (*path, "pool_name")
        first = seen.setdefault(name, path)
        if first is not path:
            other = Related(settings.span((*first, "pool_name")), "the other pool")
            yield settings.problem(
                here,
                f'{settings.name(here)}: "{name}" is the name of {settings.name(first)} already',
                fix="choose another name",
                related=(other,),
            )
