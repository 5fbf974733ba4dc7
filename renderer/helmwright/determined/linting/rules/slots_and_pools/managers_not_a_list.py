"""additional_resource_managers is a map: the dash before resource_manager is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import ADDITIONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "managers-not-a-list",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R17",),
    since="0.29.0",
    summary="additional_resource_managers is a map, not a list of managers",
    why="The master wants a list and does not start with a map.",
    advice="Begin every manager with a dash: '- resource_manager: …', and indent resource_pools like "
    "that.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(
            "additional_resource_managers:\n"
            "  «resource_manager»:\n    cluster_name: two\n"
            "  resource_pools:\n    - pool_name: two\n",
            message="the dash is missing",
        ),
        example("additional_resource_managers: «two»\n", message="is no list"),
        example("additional_resource_managers:\n  - «two»\n", message="is no map"),
    ),
    good=(
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "    resource_pools:\n      - pool_name: two\n"
        ),
        example("additional_resource_managers:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the type of the list and of its items."""
    value = settings.get(ADDITIONAL)
    if type(value) is list:
        for index, item in enumerate(value):
            if type(item) is not dict:
                name = settings.name((ADDITIONAL, index))
                yield settings.problem(
                    (ADDITIONAL, index),
                    f"{name} is no map with resource_manager and resource_pools",
                )
    elif type(value) is dict and "resource_manager" in value:
        yield settings.problem(
            (ADDITIONAL, "resource_manager"),
            f"{ADDITIONAL} is a map, and must be a list: the dash is missing",
            of_key=True,
            fix="add '- ' before resource_manager and indent the other keys of the manager as much",
        )
    elif value is not None and value != {}:
        yield settings.problem((ADDITIONAL,), f"{ADDITIONAL} is no list of managers")
