"""What gang scheduling, preemption and a cluster autoscaler change about a deadlock."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.records import Record, replace
from helmwright.determined.capacity.deadlock import Gang, Search, find_deadlock, pods_that_fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.determined.capacity.deadlock import Vector
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.capacity.settings import ClusterSettings

POSSIBLE = "possible"
IMPOSSIBLE = "impossible"
UNKNOWN = "not found within the search limit"
UNAVAILABLE = "not available"
_MOST_EXTRA = 512
"""The most nodes that an autoscaler is thought to add."""
EXCLUSIVE = (
    "These exclude each other: defaultScheduler is either coscheduler or preemption, coscheduler "
    "preempts nothing, and neither works together with a cluster autoscaler."
)


class Remedy(NamedTuple):
    """What something would change.

    name: coscheduler, preemption or autoscaler. verdict: whether a deadlock is possible with it, in
    this module's words. explanation: sentences. extra_nodes: the nodes that the autoscaler
    must be able to add for the verdict to hold, and the node that they are like.
    """

    name: str
    verdict: str
    explanation: str
    extra_nodes: int | None = None
    like: str = ""


class Situation(Record):
    """A set of jobs on a cluster.

    schedulers: those that pod specs of the jobs' pools name, blank for none.
    """

    settings: ClusterSettings
    nodes: Sequence[ClusterNode]
    rooms: Sequence[Vector]
    gangs: Sequence[Gang]
    search: Search
    schedulers: frozenset[str]
    limit: int

    @property
    def verdict(self) -> str:
        """Whether a deadlock is possible with the cluster's own scheduler."""
        return verdict_of(self.search)


def verdict_of(search: Search) -> str:
    """Return the word for the outcome of a search."""
    if search.held:
        return POSSIBLE
    return IMPOSSIBLE if search.finished else UNKNOWN


def remedies(situation: Situation) -> tuple[Remedy, ...]:
    """Return what each of the three would change."""
    return coscheduler(situation), preemption(situation), autoscaler(situation)


def coscheduler(situation: Situation) -> Remedy:
    """Return what gang scheduling changes: nothing is placed that is not placed as a whole."""
    settings = situation.settings
    if not settings.release.at_least(0, 14, 5):
        return Remedy("coscheduler", UNAVAILABLE, "Determined knows it from 0.14.5 on.")
    if settings.slot_type != "cuda":
        kind = "CPU" if settings.slot_type == "cpu" else "rocm"
        return Remedy(
            "coscheduler",
            situation.verdict,
            f"Nothing changes: for {kind} slots the master writes min-available 0, which is no gang, "
            "unless tasks label their pods themselves.",
        )
    others = situation.schedulers - {"", "coscheduler"}
    if others:
        return Remedy(
            "coscheduler",
            situation.verdict,
            f"Nothing changes for pods whose pod spec names another scheduler: "
            f"{', '.join(sorted(others))}.",
        )
    parts = ["All pods of a task start, or none."]
    if situation.search.blocked:
        parts.append("A job that never fits holds nothing then, but still waits for ever.")
    parts.append("A job that needs the whole cluster can wait for minutes.")
    if _past_classic(situation.nodes):
        parts.append(
            "On Kubernetes 1.22 and newer: scheduler.mode modern, with PodGroups that you make."
        )
    return Remedy("coscheduler", IMPOSSIBLE, " ".join(parts))


def _past_classic(nodes: Sequence[ClusterNode]) -> bool:
    """Tell whether a node is too new for the scheduler that reads the master's labels."""
    versions = (re.match(r"v?(\d+)\.(\d+)", node.kubelet) for node in nodes)
    return any((int(match[1]), int(match[2])) >= (1, 22) for match in versions if match)


def preemption(situation: Situation) -> Remedy:
    """Return what preemption changes: jobs of higher priority push others aside."""
    release = situation.settings.release
    if not release.at_least(0, 15, 2):
        return Remedy("preemption", UNAVAILABLE, "Determined knows it from 0.15.2 on.")
    if release.at_least(0, 36, 0):
        return Remedy("preemption", UNAVAILABLE, f"Determined {release} does not know it any more.")
    levels = sorted({gang.priority for gang in situation.gangs})
    searches = [
        find_deadlock(
            situation.rooms,
            [gang for gang in situation.gangs if gang.priority == level],
            situation.limit,
        )
        for level in levels
    ]
    verdicts = [verdict_of(search) for search in searches]
    verdict = next((word for word in (POSSIBLE, UNKNOWN) if word in verdicts), IMPOSSIBLE)
    if verdict == POSSIBLE:
        level = levels[verdicts.index(POSSIBLE)]
        text = f"Jobs of the same priority ({level}) can still lock each other out."
        if len(levels) == 1:
            text = "All jobs have the same priority: nothing changes. Give them different ones."
    else:
        text = "A job of higher priority takes the place of others, so one of them always ends."
    if release.at_least(0, 34, 0):
        text += " Masters from 0.34 on save no checkpoint of what is pushed aside."
    return Remedy("preemption", verdict, text)


def autoscaler(situation: Situation) -> Remedy:
    """Return what a cluster autoscaler changes: it adds nodes while pods wait."""
    search = situation.search
    if not search.held and search.finished and not search.blocked:
        return Remedy("autoscaler", IMPOSSIBLE, "Nothing to do.")
    best: tuple[int, int] | None = None
    for node in _kinds(situation):
        extra = _extra_nodes(situation, node)
        if extra is not None and (best is None or extra < best[0]):
            best = extra, node
    if best is None:
        return Remedy(
            "autoscaler",
            situation.verdict,
            "No number of nodes of one kind, up to 512, was found that ends it.",
        )
    extra, node = best
    name = situation.nodes[node].name
    what = f"{extra} node{'s' if extra > 1 else ''} like {name}"
    return Remedy(
        "autoscaler",
        IMPOSSIBLE,
        f"Pods that wait make it add nodes: if it may add {what}, every job ends.",
        extra,
        name,
    )


def _kinds(situation: Situation) -> list[int]:
    """Return a node of each kind on which pods of a job fit; at most four, the largest first."""
    kinds: dict[tuple[Vector, frozenset[int]], int] = {}
    for node, room in enumerate(situation.rooms):
        users = frozenset(
            index
            for index, gang in enumerate(situation.gangs)
            if node in gang.nodes and pods_that_fit(room, gang.demand)
        )
        if users:
            kinds.setdefault((room, users), node)
    return sorted(kinds.values(), key=lambda node: situation.rooms[node], reverse=True)[:4]


def _extra_nodes(situation: Situation, node: int) -> int | None:
    """Return how many more nodes like one are enough for all jobs in every order."""
    low, high = 0, min(sum(gang.pods for gang in situation.gangs), _MOST_EXTRA)
    if not _ends(situation, node, high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if _ends(situation, node, middle):
            high = middle
        else:
            low = middle
    return high


def _ends(situation: Situation, node: int, extra: int) -> bool:
    """Tell whether all jobs end, in whatever order, with more nodes like one."""
    first = len(situation.rooms)
    added = frozenset(range(first, first + extra))
    rooms = [*situation.rooms, *[situation.rooms[node]] * extra]
    wider = {nodes: nodes | added for nodes in {gang.nodes for gang in situation.gangs}}
    gangs = [
        replace(gang, nodes=wider[gang.nodes]) if node in gang.nodes else gang
        for gang in situation.gangs
    ]
    search = find_deadlock(rooms, gangs, situation.limit)
    return search.finished and not search.held and not search.blocked
