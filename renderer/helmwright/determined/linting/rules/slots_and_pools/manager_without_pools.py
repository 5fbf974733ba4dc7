"""A manager of another cluster has no pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "manager-without-pools",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R4",),
    since="0.29.1",
    summary="An entry of additional_resource_managers has no resource pool",
    why="Tasks reach another cluster through a pool of its own; the master does not start without.",
    advice="Add resource_pools with at least one pool_name to the entry.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(
            "additional_resource_managers:\n  - «»resource_manager:\n      cluster_name: two\n",
            message="resource_pools is not set",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    «resource_pools»: []\n",
            message="resource_pools is empty",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n"
            "      cluster_name: two\n"
            "      «resource_pools»:\n        - pool_name: two\n",
            message="belongs beside resource_manager",
        ),
    ),
    good=(
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      - pool_name: two\n"
        ),
        example("additional_resource_managers: []\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at each entry; the guide of Determined prints the pools too far to the right."""
    for manager in additional_managers(settings):
        path = (*manager.path, "resource_pools")
        if settings.get(*path) not in (None, []):
            continue
        inner = (*manager.settings_path, "resource_pools")
        if settings.get(*inner) is not None:
            yield settings.problem(
                inner,
                f"{settings.name(inner)} belongs beside resource_manager, not into it",
                of_key=True,
                fix="indent resource_pools like resource_manager",
            )
        elif settings.get(*path) is None:
            yield settings.problem(path, f"{settings.name(path)} is not set")
        else:
            yield settings.problem(path, f"{settings.name(path)} is empty", of_key=True)
