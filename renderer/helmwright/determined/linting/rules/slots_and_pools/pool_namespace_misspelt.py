"""The namespace of a pool is almost one of those that the chart makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POOL = "resourcePools:\n  - pool_name: prod\n    kubernetes_namespace: {}\n"
_LIKENESS = 0.8


@rule(
    "pool-namespace-misspelt",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R9",),
    since="0.19.11",
    until="0.34.0",
    summary="kubernetes_namespace of a pool is almost a name in poolNamespaces",
    why="The master runs the tasks of the pool in that namespace, and does not start if there is no "
    "such namespace.",
    advice="Write the same name in both places, or add the namespace to poolNamespaces.",
    url="https://github.com/determined-ai/determined/blob/0.34.0/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            _POOL.format("«det-prd»") + "poolNamespaces:\n  - name: det-prod\n",
            release="0.34.0",
            message='"det-prd" is not in poolNamespaces, but det-prod is',
        ),
    ),
    good=(
        example(
            _POOL.format("det-prod") + "poolNamespaces:\n  - name: det-prod\n", release="0.34.0"
        ),
        example(
            _POOL.format("elsewhere") + "poolNamespaces:\n  - name: det-prod\n", release="0.34.0"
        ),
        example(_POOL.format("det-prd"), release="0.34.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the namespaces of pools with poolNamespaces; others may be in the cluster."""
    made = [one.get("name") for one in settings.items("poolNamespaces") if type(one) is dict]
    names = [name for name in made if isinstance(name, str)]
    if settings.upstream or not names:
        return
    from difflib import get_close_matches

    for path, pool in settings.pools():
        name = pool.get("kubernetes_namespace")
        if path[0] != "resourcePools" or not isinstance(name, str):
            continue
        if not name or name in (*names, settings.namespace):
            continue
        close = get_close_matches(name, names, 1, _LIKENESS)
        if close:
            where = (*path, "kubernetes_namespace")
            yield settings.problem(
                where,
                f'{settings.name(where)}: "{name}" is not in poolNamespaces, but {close[0]} is',
                fix=f"write 'kubernetes_namespace: {close[0]}'",
            )
