"""Two pools have the same nodes, whose slots are counted twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import few
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import (
    cluster_of,
    pool_path,
    report_of,
)
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from helmwright.determined.capacity.settings import ClusterSettings, PoolSettings
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SELECTORS_SINCE = (0, 34, 0)
_TWO = "resourcePools:\n  - pool_name: default\n  - pool_name: prod\n"
_TAINTS_ONLY = "Taint the nodes of each pool, and tolerate that taint in the pod spec of the pool."
_APART = (
    "resourcePools:\n"
    "  - pool_name: default\n    task_container_defaults:\n"
    "      gpu_pod_spec: {spec: {nodeSelector: {pool: a}}}\n"
    "  - pool_name: prod\n    task_container_defaults:\n"
    "      gpu_pod_spec: {spec: {nodeSelector: {pool: b}}}\n"
)


@rule(
    "pools-share-nodes",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R14",),
    since="0.21.2",
    summary="The master cannot tell the nodes of two pools apart",
    why="It counts the slots of the same nodes in each of the pools, so that the web interface shows "
    "more slots than there are; and tasks of both run there, if nothing else keeps them apart.",
    advice="Give the pools pod specs with different node selectors.",
    url="https://github.com/determined-ai/determined/pull/7051",
    bad=(
        example(_TWO.replace("prod", "«prod»"), message='as for "default": they have no pod spec'),
        example(
            _APART.replace("pool: b", "pool: a").replace("prod", "«prod»"),
            message='as for "default": their pod specs are alike',
        ),
        example(
            _APART.replace("prod", "«prod»"),
            release="0.33.0",
            message="before 0.34.0 it looks at nothing else",
        ),
        example(
            _APART.replace("prod", "«prod»"),
            nodes="[{name: x, gpus: 8, labels: {pool: a}}]",
            release="0.33.0",
            message="x is counted in pool",
        ),
    ),
    good=(
        example(_APART),
        example("resourcePools:\n  - pool_name: default\n"),
        example(_APART, nodes="[{gpus: 8, labels: {pool: a}}, {gpus: 8, labels: {pool: b}}]"),
        example(_APART.replace("b}}}", "a}}, metadata: {}}"), nodes="[{cpus: 8}]"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the pools with each other, by the nodes if there is an inventory."""
    found = _by_nodes(settings) if settings.nodes else _by_rules(settings)
    fix = "" if settings.release.at_least(*_SELECTORS_SINCE) else _TAINTS_ONLY
    for first, index, message in found:
        related = (Related(settings.span(pool_path(settings, first)), "the other pool"),)
        yield settings.problem(pool_path(settings, index), message, fix=fix, related=related)


def _by_nodes(settings: DeterminedSettings) -> Iterator[tuple[int, int, str]]:
    report = report_of(settings)
    pools = report.pools if report is not None else ()
    for index, pool in enumerate(pools):
        for first, other in enumerate(pools[:index]):
            shared = [
                mine.name
                for mine, theirs in zip(pool.nodes, other.nodes, strict=True)
                if mine.slots and mine.shown and theirs.shown
            ]
            if shared:
                verb = "is" if len(shared) == 1 else "are"
                message = f'{few(shared)} {verb} counted in pool "{pool.name}"'
                yield first, index, f'{message} as well as in pool "{other.name}"'
                break


def _by_rules(settings: DeterminedSettings) -> Iterator[tuple[int, int, str]]:
    cluster = cluster_of(settings)
    seen: dict[Hashable, int] = {}
    for index, pool in enumerate(cluster.pools if cluster is not None else ()):
        if cluster is None:
            return
        first = seen.setdefault(_nodes_of(pool, cluster), index)
        if first != index:
            bare = pool.gpu_pod is None and pool.cpu_pod is None
            why = "they have no pod spec" if bare else _what_is_alike(cluster)
            other = cluster.pools[first].name
            message = f'the master counts the same nodes for pool "{pool.name}" as for "{other}"'
            yield first, index, f"{message}: {why}"


def _what_is_alike(cluster: ClusterSettings) -> str:
    if cluster.release.at_least(*_SELECTORS_SINCE):
        return "their pod specs are alike"
    return "their tolerations are alike, and before 0.34.0 it looks at nothing else"


def _nodes_of(pool: PoolSettings, cluster: ClusterSettings) -> Hashable:
    """Return what the master looks at to tell which nodes belong to a pool."""
    own = pool.cpu_pod if cluster.slot_type == "cpu" else pool.gpu_pod or pool.cpu_pod
    if own is None:
        return None
    if not cluster.release.at_least(*_SELECTORS_SINCE):
        return frozenset(own.tolerations)
    return frozenset(own.tolerations), frozenset(own.selector), own.terms
