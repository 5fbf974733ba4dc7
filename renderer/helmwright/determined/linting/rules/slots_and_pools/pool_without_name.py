"""A resource pool has no name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_overrides import brings_master_yaml
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pool-without-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R4",),
    since="0.19.10",
    summary="A resource pool has no pool_name",
    why="Tasks choose a pool by its name; the master does not start with a pool that has none.",
    advice="Give every pool a pool_name.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    bad=(
        example("resourcePools:\n  - «»description: GPUs\n", message="resourcePools[0].pool_name"),
        example('resourcePools:\n  - pool_name: «""»\n', message="is blank"),
        example("resourcePools:\n  - «prod»\n", message="is no pool"),
        example("resourcePools:\n  - «»name: prod\n", message="is not set"),
    ),
    good=(
        example("resourcePools:\n  - pool_name: prod\n"),
        example("resourcePools:\n  - Pool_Name: prod\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pools of every manager."""
    lists: list[Path] = []
    if not brings_master_yaml(settings):
        lists.append(("resourcePools",))
    lists += [(*one.path, "resource_pools") for one in additional_managers(settings)]
    for where in lists:
        for index, pool in enumerate(settings.items(*where)):
            path: Path = (*where, index)
            if type(pool) is not dict:
                yield settings.problem(
                    path,
                    f"{settings.name(path)} is no pool: a map with pool_name is expected",
                    fix=f"write 'pool_name: {pool}'" if isinstance(pool, str) else "",
                )
            elif (problem := _problem(settings, path)) is not None:
                yield problem


def _problem(settings: DeterminedSettings, path: Path) -> Problem | None:
    pool = settings.section(*path)
    name = next((pool[key] for key in pool if str(key).lower() == "pool_name"), None)
    named: Path = (*path, "pool_name")
    if name:
        return None
    if name is None:
        fix = "rename name to pool_name" if "name" in pool else ""
        return settings.problem(named, f"{settings.name(named)} is not set", fix=fix)
    return settings.problem(named, f"{settings.name(named)} is blank")
