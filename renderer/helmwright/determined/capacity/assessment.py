"""Puts it together: nodes, values and jobs in, a report out."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import InputError
from helmwright.base.records import Record, replace
from helmwright.determined.capacity.deadlock import LIMIT, Gang, find_deadlock
from helmwright.determined.capacity.pools import (
    FITS,
    MOST_SIZES,
    NodeView,
    PoolCapacity,
    Sizer,
    TaskSize,
    demand_of,
    room_of,
    view,
)
from helmwright.determined.capacity.recommendation import Recommendation, recommend, slot_cpu_for
from helmwright.determined.capacity.remedies import Remedy, Situation, remedies, verdict_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.determined.capacity.jobs import TaskGroup
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.capacity.settings import ClusterSettings, PoolSettings

_GKE = "cloud.google.com/gke-"


class JobCapacity(NamedTuple):
    """Tasks that were asked about, where they go, and whether one alone can run."""

    job: TaskGroup
    pool: str
    priority: int
    size: TaskSize


class HeldJob(NamedTuple):
    """A job of a deadlock: how many of its pods are placed, and on which nodes."""

    name: str
    placed: int
    pods: int
    slots_per_pod: int
    nodes: tuple[tuple[str, int], ...]


class DeadlockReport(Record):
    """Whether the jobs can lock each other out.

    verdict: "possible", "impossible" or "not found within the search limit", for the cluster's own
    scheduler. held: the jobs that hold each other up, with their pods. blocked: names of jobs
    that can never be complete but hold what they get. steps: of the search.
    """

    verdict: str
    held: tuple[HeldJob, ...]
    blocked: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    steps: int


class CapacityReport(Record):
    """What fits a cluster.

    settings: what was assumed, the recommendation where values say nothing. asked: whether
    every task that was asked about can run; None if none was. deadlock: None without jobs.
    """

    settings: ClusterSettings
    nodes: tuple[ClusterNode, ...]
    recommendation: Recommendation
    pools: tuple[PoolCapacity, ...]
    jobs: tuple[JobCapacity, ...]
    deadlock: DeadlockReport | None
    notes: tuple[str, ...]
    asked: bool | None


@checked
def assess_capacity(  # noqa: PLR0913 - keywords only
    nodes: Iterable[ClusterNode],
    settings: ClusterSettings,
    *,
    jobs: Iterable[TaskGroup] = (),
    slots: Iterable[int] = (),
    pool: str = "",
    limit: int = LIMIT,
) -> CapacityReport:
    """Return what fits the nodes of a cluster.

    jobs: tasks that run at the same time. slots: sizes of tasks to look at, by default all up to
    the size of the cluster. pool: look at this pool only. limit: steps of each search.

    Raises:
        InputError: if a job names a pool that there is not.
    """
    nodes, jobs, asked = tuple(nodes), tuple(jobs), list(slots)
    _check_names(settings, [pool, *(job.pool for job in jobs)])
    if any(label.startswith(_GKE) for node in nodes for label in node.labels):
        settings = replace(settings, gpu_toleration=True)
    given, settings = settings, _with_slot(settings, nodes)
    pools, sizers = _sized(nodes, settings, asked)
    shown = tuple(one for one in pools if not pool or one.name == pool)
    placed = tuple(_placed(job, pool, settings, sizers) for job in jobs)
    outcomes = [job.size.verdict == FITS for job in placed]
    outcomes += [  # in one of the pools is enough
        any(one.sizes[index].verdict == FITS for one in shown) for index in range(len(asked))
    ]
    from helmwright.determined.capacity.notes import notes_on

    return CapacityReport(
        settings,
        nodes,
        _recommended(settings, given, pools, nodes),
        shown,
        placed,
        _deadlock(nodes, settings, placed, pools, limit) if placed else None,
        notes_on(settings, shown, nodes),
        all(outcomes) if outcomes else None,
    )


def _check_names(settings: ClusterSettings, names: Iterable[str]) -> None:
    known = [one.name for one in settings.pools]
    for name in names:
        if name and name not in known:
            raise InputError((), f'there is no pool "{name}"; there is {", ".join(known)}')


def _sized(
    nodes: Sequence[ClusterNode], settings: ClusterSettings, asked: Sequence[int]
) -> tuple[list[PoolCapacity], dict[str, Sizer]]:
    """Return each pool with the task sizes that are asked for, and what sizes more of them."""
    counted = [_count(nodes, one, settings) for one in settings.pools]
    best = gcd(*(one.divisor for one in counted))
    sizers: dict[str, Sizer] = {}
    pools = []
    for one, found in zip(settings.pools, counted, strict=True):
        maximum = settings.max_slots_of(one)
        maximum = best if maximum is None else maximum
        sizer = sizers[one.name] = Sizer.of(nodes, found.nodes, one, settings, maximum)
        wanted = asked or range(1, min(found.usable, MOST_SIZES) + 1)
        sizes = tuple(map(sizer.size, wanted))
        pools.append(replace(found, max_slots=maximum, sizes=sizes))
    return pools, sizers


def _with_slot(settings: ClusterSettings, nodes: Sequence[ClusterNode]) -> ClusterSettings:
    """Return the settings with CPUs per slot that fit, if those of the values fit nowhere."""
    if settings.slot_type != "cpu":
        return settings
    if settings.slot_cpu and any(_count(nodes, one, settings).divisor for one in settings.pools):
        return settings
    usable = _usable_cpus(nodes, settings)
    return replace(settings, slot_cpu=slot_cpu_for(usable) or settings.slot_cpu)


def _usable_cpus(nodes: Sequence[ClusterNode], settings: ClusterSettings) -> list[int]:
    """Return the allocatable CPUs of the nodes that pods of a pool can use, in thousandths."""
    return [
        node.cpu
        for node in nodes
        if node.cpu and any(not settings.pod_of(one).refusal(node) for one in settings.pools)
    ]


def _recommended(
    settings: ClusterSettings,
    given: ClusterSettings,
    pools: Sequence[PoolCapacity],
    nodes: Sequence[ClusterNode],
) -> Recommendation:
    """Return the recommendation; a slot that is all of a node is made to leave some of it.

    The master counts such a slot, and the cluster places its pod only while no other pod there asks
    for CPUs.
    """
    usable = _usable_cpus(nodes, settings) if settings.slot_type == "cpu" else []
    if settings.slot_cpu and any(cpu == settings.slot_cpu * 1000 for cpu in usable):
        smaller = replace(settings, slot_cpu=slot_cpu_for(usable) or settings.slot_cpu)
        pools = [_count(nodes, one, smaller) for one in settings.pools]
        return recommend(smaller, given, pools, nodes)
    return recommend(settings, given, pools, nodes)


def _count(
    nodes: Sequence[ClusterNode], pool: PoolSettings, settings: ClusterSettings
) -> PoolCapacity:
    views = tuple(view(node, pool, settings) for node in nodes)
    divisor = gcd(*(seen.slots for seen in views if not seen.refusal))
    return PoolCapacity(pool.name, 0, divisor, views)


def _placed(
    job: TaskGroup,
    pool: str,
    settings: ClusterSettings,
    sizers: dict[str, Sizer],
) -> JobCapacity:
    name = job.pool or pool or (settings.compute_pool if job.slots else settings.aux_pool)
    chosen = next((one for one in settings.pools if one.name == name), None)
    if chosen is None:
        raise InputError((), f'the default pool "{name}" is not in resourcePools; name one')
    priority = chosen.priority if job.priority is None else job.priority
    return JobCapacity(job, name, priority, sizers[name].size(job.slots))


def _deadlock(
    nodes: Sequence[ClusterNode],
    settings: ClusterSettings,
    jobs: Sequence[JobCapacity],
    pools: Sequence[PoolCapacity],
    limit: int,
) -> DeadlockReport:
    """Return whether jobs can lock each other out; those that the master refuses cannot."""
    rooms = [room_of(node, settings) for node in nodes]
    views = {one.name: one.nodes for one in pools}
    pods = {one.name: settings.pod_of(one) for one in settings.pools}
    gangs: list[Gang] = []
    each: dict[str, int] = {}
    for job in jobs:
        if not job.size.pods or not job.job.slots:
            continue
        demand = demand_of(job.size.slots_per_pod, pods[job.pool], settings)
        usable = frozenset(_usable(views[job.pool]))
        for name in job.job.names:
            gangs.append(Gang(name, job.size.pods, demand, usable, job.priority))
            each[name] = job.size.slots_per_pod
    search = find_deadlock(rooms, gangs, limit)
    schedulers = frozenset(pods[job.pool].scheduler for job in jobs)
    situation = Situation(settings, nodes, rooms, gangs, search, schedulers, limit)
    held = tuple(
        HeldJob(
            one.gang.name,
            one.placed,
            one.gang.pods,
            each[one.gang.name],
            tuple((nodes[node].name, count) for node, count in sorted(one.nodes.items())),
        )
        for one in search.held
    )
    blocked = tuple(gang.name for gang in search.blocked)
    return DeadlockReport(verdict_of(search), held, blocked, remedies(situation), search.steps)


def _usable(views: Sequence[NodeView]) -> Iterable[int]:
    return (index for index, seen in enumerate(views) if seen.slots and not seen.refusal)
