"""resourcePools is a map: the dash before pool_name is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pools-not-a-list",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R8",),
    since="0.19.10",
    summary="resourcePools is a map, not a list of pools",
    why="The master wants a list and does not start with a map.",
    advice="Begin every pool with a dash: '- pool_name: …', and indent its other keys like that.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            "maxSlotsPerPod: 4\n"
            "resourcePools:\n"
            "  «pool_name»: prod_pool\n"
            "  task_container_defaults:\n"
            "    gpu_pod_spec:\n"
            "      apiVersion: v1\n"
            "      kind: Pod\n",
            message="is a map",
        ),
        example("«resourcePools»:\n  prod:\n    description: GPUs\n", message="is a map"),
        example("resourcePools: «prod»\n", message="is no list"),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      «pool_name»: two\n",
            message="resource_pools is a map",
        ),
    ),
    good=(
        example("resourcePools:\n  - pool_name: prod_pool\n"),
        example("resourcePools:\n"),
        example("resourcePools: []\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pools of every manager."""
    paths: list[Path] = [("resourcePools",)]
    paths += [(*one.path, "resource_pools") for one in additional_managers(settings)]
    for path in paths:
        value = settings.get(*path)
        if value is not None and type(value) is not list:
            yield _problem(settings, path, value)


def _problem(settings: DeterminedSettings, path: Path, value: Any) -> Problem:
    name = settings.name(path)
    if type(value) is not dict:
        return settings.problem(path, f"{name}: {settings.show(*path)} is no list of pools")
    if "pool_name" in value:
        return settings.problem(
            (*path, "pool_name"),
            f"{name} is a map, and must be a list of pools: the dash is missing",
            of_key=True,
            fix="add '- ' before pool_name and indent the other keys of the pool as much",
        )
    first = next(iter(value), "default")
    return settings.problem(
        path,
        f"{name} is a map, and must be a list of pools",
        of_key=True,
        fix=f"write every pool as an item of a list: '- pool_name: {first}'",
    )
