"""A pool with defaults of its own loses the network of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pool-resets-network-mode",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R10",),
    since="0.19.10",
    summary="A pool's task_container_defaults set networkMode: host back to bridge",
    why="The master fills in bridge when it reads the defaults of a pool, so that tasks there do not "
    "use the network of their node.",
    advice="Add network_mode: host to the pool's task_container_defaults, or bridge if that is meant.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/pkg/model/task_container_defaults.go",
    bad=(
        example(
            "taskContainerDefaults:\n  networkMode: host\n"
            "resourcePools:\n  - pool_name: prod_pool\n"
            "    «task_container_defaults»:\n      startup_hook: echo\n",
            message="bridge",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  networkMode: host\n"
            "resourcePools:\n  - pool_name: prod_pool\n"
            "    task_container_defaults:\n      network_mode: host\n"
        ),
        example("taskContainerDefaults:\n  networkMode: host\nresourcePools:\n  - pool_name: a\n"),
        example(
            "taskContainerDefaults:\n  networkMode: bridge\n"
            "resourcePools:\n  - pool_name: prod_pool\n"
            "    task_container_defaults:\n      startup_hook: echo\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all pools if the top level sets host."""
    if settings.get("taskContainerDefaults", "networkMode") != "host":
        return
    for path, pool in settings.pools():
        defaults = pool.get("task_container_defaults")
        if type(defaults) is not dict or any(key.lower() == "network_mode" for key in defaults):
            continue
        where = (*path, "task_container_defaults")
        yield settings.problem(
            where,
            f"{settings.name(where)} sets network_mode back to bridge, because it does not name it, "
            "although taskContainerDefaults.networkMode is host",
            of_key=True,
            fix="add 'network_mode: host' to it, or 'network_mode: bridge' if that is meant",
        )
