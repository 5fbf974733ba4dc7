"""The pool for tasks that name none is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import replace
from helmwright.determined.linting.master_overrides import decided_elsewhere
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = {
    "defaultAuxResourcePool": ("default_aux_resource_pool", "without slots"),
    "defaultComputeResourcePool": ("default_compute_resource_pool", "with slots"),
}


@rule(
    "default-pool-unknown",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R5",),
    since="0.19.10",
    summary="defaultAuxResourcePool or defaultComputeResourcePool is no pool of resourcePools",
    why="A task that names no pool goes there, and is refused if there is no such pool.",
    advice="Set both to names of resourcePools; blank stands for a pool that is called default.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    fixable=True,
    bad=(
        example(
            "resourcePools:\n  - pool_name: a100\n  - pool_name: aux\n"
            "defaultComputeResourcePool: «a-100»\ndefaultAuxResourcePool: aux\n",
            message='there is no pool "a-100"',
        ),
        example("defaultComputeResourcePool: «gpu»\n", message='there is no pool "gpu"'),
        example(
            "«resourcePools»:\n  - pool_name: prod\n  - pool_name: other\n"
            "defaultComputeResourcePool: prod\n",
            message="defaultAuxResourcePool is blank",
        ),
        example(
            "«resourcePools»:\n  - pool_name: prod\ndefaultAuxResourcePool: prod\n",
            message="defaultComputeResourcePool is blank",
        ),
    ),
    good=(
        example(
            "resourcePools:\n  - pool_name: prod\n"
            "defaultComputeResourcePool: prod\ndefaultAuxResourcePool: prod\n"
        ),
        example("resourcePools:\n  - pool_name: default\n  - pool_name: prod\n"),
        example("resourcePools:\n"),
        example(
            "resourcePools:\n  - pool_name: prod\nresourceManager:\n  noDefaultResourcePools: true\n"
        ),
        example(
            "resourcePools:\n  - pool_name: prod\n"
            "masterConfig:\n  extra:\n    resource_pools:\n      - pool_name: default\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at both defaults of the root manager."""
    if decided_elsewhere(settings, "resource_pools") or _has_no_defaults(settings):
        return
    pools = settings.get("resourcePools")
    if pools is not None and type(pools) is not list:
        return
    named = (pool.get("pool_name") for pool in pools or () if type(pool) is dict)
    names = [name for name in named if isinstance(name, str) and name] or ["default"]
    for key, (own, tasks) in _KEYS.items():
        if decided_elsewhere(settings, "resource_manager", own):
            continue
        wanted = settings.get(key)
        if wanted in (None, ""):
            if "default" not in names:
                yield _blank(settings, key, tasks, names)
        elif wanted not in names:
            yield settings.problem(
                (key,),
                f'{key}: there is no pool "{wanted}" in resourcePools',
                fix=_fix(key, str(wanted), names),
            )


def _blank(settings: DeterminedSettings, key: str, tasks: str, names: list[str]) -> Problem:
    """Return the problem at the pools, which are what the user has written."""
    is_one = len(names) == 1
    problem = settings.problem(
        ("resourcePools",),
        f'{key} is blank and resourcePools has no pool "default", so that tasks {tasks} must name one',
        of_key=True,
        fix=f"write '{key}: {names[0]}'" if is_one else f"set {key} to one of {', '.join(names)}",
        edits=[Put((key,), names[0])] if is_one else (),
    )
    return replace(problem, value_path=(*settings.prefix, key))


def _has_no_defaults(settings: DeterminedSettings) -> bool:
    if settings.upstream:
        return False
    return settings.get("resourceManager", "noDefaultResourcePools") is True or decided_elsewhere(
        settings, "resource_manager", "no_default_resource_pools"
    )


def _fix(key: str, wanted: str, names: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(wanted, names, 1)
    if close:
        return f"write '{key}: {close[0]}'"
    return f"choose one of {', '.join(names)}, or add 'pool_name: {wanted}' to resourcePools"
