"""kubernetes_namespace of a pool with a release that does not read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SINCE, _UNTIL = (0, 19, 11), (0, 34, 0)


@rule(
    "pool-namespace-ignored",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R9",),
    since="0.19.10",
    summary="kubernetes_namespace is set for a release that does not read it",
    why="All tasks then run in the default namespace, and rules of the pool's namespace, such as its "
    "node selector or its quota, do not hold for them.",
    advice="From 0.35.0 on bind workspaces to namespaces (det workspace bindings set), or set "
    "resourceManager.defaultNamespace; keep pools apart with node selectors in their pod specs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/release-notes.rst",
    bad=(
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    «kubernetes_namespace»: default\n",
            release="0.38.1",
            message="until 0.34.0",
        ),
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    «kubernetes_namespace»: prod\n",
            release="0.19.10",
            message="from 0.19.11 on",
        ),
    ),
    good=(
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    kubernetes_namespace: prod\n",
            release="0.34.0",
        ),
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    kubernetes_namespace:\n",
            release="0.35.0",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all pools, if the release is known and does not read the key."""
    number = settings.release.number
    if not settings.release_known or _SINCE <= number <= _UNTIL:
        return
    for path, pool in settings.pools():
        if not pool.get("kubernetes_namespace"):
            continue
        where = (*path, "kubernetes_namespace")
        when = "from 0.19.11 on" if number < _SINCE else "until 0.34.0"
        yield settings.problem(
            where,
            f"{settings.name(where)} has no effect: the master reads it {when}, and this is "
            f"{settings.release}",
            of_key=True,
        )
