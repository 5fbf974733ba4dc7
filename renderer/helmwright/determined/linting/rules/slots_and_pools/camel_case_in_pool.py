"""A key of a resource pool is written as at the top level of the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._pool_keys import is_camel, sections, snake
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "camel-case-in-pool",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R7",),
    since="0.19.10",
    summary="A key of a resource pool is written gpuPodSpec instead of gpu_pod_spec",
    why="Pools go into the configuration of the master as they are, and it ignores keys that it does "
    "not know.",
    advice="Write the keys of pools as the master does: task_container_defaults, gpu_pod_spec.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    fixable=True,
    bad=(
        example(
            "resourcePools:\n"
            "  - pool_name: prod_pool\n"
            "    task_container_defaults:\n"
            "      «gpuPodSpec»:\n"
            "        spec:\n"
            "          nodeSelector: {gpu: a100}\n",
            message="resourcePools[0].task_container_defaults.gpuPodSpec",
        ),
        example(
            "resourcePools:\n"
            "  - pool_name: prod_pool\n"
            "    «taskContainerDefaults»:\n"
            "      «cpuPodSpec»: {}\n",
            upstream=True,
            message="is called task_container_defaults",
        ),
        example("resourcePools:\n  - «poolName»: prod_pool\n", message="is called pool_name"),
        example(
            "resourcePools:\n"
            "  - pool_name: prod_pool\n"
            "    task_container_defaults:\n"
            "      kubernetes: {«maxSlotsPerPod»: 4}\n",
            message="is called max_slots_per_pod",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n"
            "      - pool_name: two\n"
            "        task_container_defaults: {«startupHook»: echo}\n",
            message="is called startup_hook",
        ),
    ),
    good=(
        example(
            "resourcePools:\n"
            "  - pool_name: prod_pool\n"
            "    task_container_defaults:\n"
            "      gpu_pod_spec:\n"
            "        spec:\n"
            "          nodeSelector: {gpu: a100}\n"
        ),
        example("taskContainerDefaults:\n  gpuPodSpec: {}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys of all pools; the chart of Determined itself takes any, and so warns."""
    severity = None if settings.upstream else Severity.ERROR
    for section in sections(settings):
        for key in section.given:
            if not isinstance(key, str) or not is_camel(key, section.struct):
                continue
            path, right = (*section.path, key), snake(key)
            new = (*section.path, right)
            mends = not section.renamed and right not in section.given
            yield settings.problem(
                path,
                f"{settings.name(path)} is called {right} in pools; the master does not read {key}",
                of_key=True,
                fix=f"rename it to {right}",
                edits=(Rename(path, new),) if mends else (),
                severity=severity,
            )
