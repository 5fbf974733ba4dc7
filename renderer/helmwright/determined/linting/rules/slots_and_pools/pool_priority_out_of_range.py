"""The default priority of a pool is not between 1 and 99."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.master_overrides import decided_elsewhere
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_FIRST, _LAST = 1, 99
_HEAD = "resourcePools:\n  - pool_name: prod\n    scheduler:\n      type: priority\n"


@rule(
    "pool-priority-out-of-range",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R19",),
    since="0.19.10",
    summary="scheduler.default_priority of a pool is not between 1 and 99",
    why="The master does not start with another priority.",
    advice="Set default_priority to a number from 1 to 99; on Kubernetes higher is more important.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    bad=(
        example(_HEAD + "      default_priority: «0»\n", message="0 is not between 1 and 99"),
        example(_HEAD + "      default_priority: «100»\n", message="100 is not between 1 and 99"),
    ),
    good=(
        example(_HEAD + "      default_priority: 42\n"),
        example(_HEAD),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the scheduler of every pool."""
    for path, _ in settings.pools():
        if path[0] == "resourcePools" and decided_elsewhere(settings, "resource_pools"):
            continue
        where = (*path, "scheduler", "default_priority")
        value = settings.get(*where)
        priority = None if isinstance(value, str) else number(value)
        if priority is not None and not _FIRST <= priority <= _LAST:
            yield settings.problem(
                where,
                f"{settings.name(where)}: {settings.show(*where)} is not between {_FIRST} and {_LAST}",
            )
