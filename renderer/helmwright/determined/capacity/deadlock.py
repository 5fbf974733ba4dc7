"""Finds states in which jobs hold each other up, on a small model of the scheduler.

The model: every job is a number of equal pods. Pods are placed one by one, in any order, on any
node of the job's that has room. A job all of whose pods are placed runs, ends and leaves; pods
of other jobs never leave. A *deadlock* is a state that can be reached from the empty cluster, in
which a pod is placed, no job is complete, and no further pod fits.

What is searched is smaller than all states. A job that would be complete if it were alone can have
ended before, so a state is a deadlock among the jobs that have a pod in it; jobs of one pod are
never among them. Of jobs of one *kind*, whose pods take the same and can be on the same nodes,
only the number of pods matters: all but one of each job's can be placed. So a deadlock is a
filling of every node, so that no pod of the kinds in it fits any more, with no more pods of a
kind than that; and if there is one, there is one in which no node can do with less.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Vector = tuple[int, ...]
LIMIT = 300_000
"""Steps after which a search gives up: about a second."""


class Gang(Record):
    """A job: so many equal pods, what each takes of a node, and the nodes it can be on."""

    name: str
    pods: int
    demand: Vector
    nodes: frozenset[int]
    priority: int = 0


class Held(NamedTuple):
    """The pods of one job that are placed: node to how many."""

    gang: Gang
    nodes: dict[int, int]

    @property
    def placed(self) -> int:
        """How many pods are placed."""
        return sum(self.nodes.values())


class Search(Record):
    """What was found.

    held: a deadlock, empty if none was found. blocked: jobs that can never be complete.
    finished: whether all was searched; if not, ``held`` being empty says nothing.
    """

    held: tuple[Held, ...] = ()
    blocked: tuple[Gang, ...] = ()
    finished: bool = True
    steps: int = 0


class _LimitReached(Exception):  # noqa: N818 - it ends a search
    pass


class _Steps(Record, frozen=False):
    limit: int
    taken: int = 0

    def take(self) -> None:
        self.taken += 1
        if self.taken > self.limit:
            raise _LimitReached


def pods_that_fit(room: Vector, demand: Vector) -> int:
    """Return how many equal pods an empty node takes; at most a million million."""
    counts = [have // want for have, want in zip(room, demand, strict=True) if want]
    return min(counts, default=10**12)


def room_for(rooms: Sequence[Vector], gang: Gang) -> int:
    """Return how many pods of a job fit the empty cluster."""
    room = 0
    for node in gang.nodes:
        room += pods_that_fit(rooms[node], gang.demand)
    return room


def find_deadlock(rooms: Sequence[Vector], gangs: Sequence[Gang], limit: int = LIMIT) -> Search:
    """Search for a deadlock; a job that can never be complete but places a pod makes one alone.

    rooms: what each node has to give. limit: steps, after which the search gives up.
    """
    complete: list[Gang] = []
    blocked: list[Gang] = []
    space: dict[tuple[Vector, frozenset[int]], int] = {}
    for gang in gangs:
        key = (gang.demand, gang.nodes)
        if key not in space:
            space[key] = room_for(rooms, gang)
        (complete if gang.pods <= space[key] else blocked).append(gang)
    if held := _fill(rooms, blocked):
        return Search(held, tuple(blocked))
    steps = _Steps(limit)
    kinds = _kinds([gang for gang in complete if gang.pods > 1])
    try:
        for size in range(1, len(kinds) + 1):
            for active in combinations(kinds, size):
                found = _Filling(rooms, active, steps).search()
                if found is not None:
                    return Search(_shares(active, found), tuple(blocked), steps=steps.taken)
    except _LimitReached:
        return Search((), tuple(blocked), finished=False, steps=limit)
    return Search((), tuple(blocked), steps=steps.taken)


def _fill(rooms: Sequence[Vector], gangs: Sequence[Gang]) -> tuple[Held, ...]:
    """Place pods of jobs that can never be complete until none fits."""
    free = list(rooms)
    held = []
    full: set[tuple[Vector, frozenset[int]]] = set()
    for gang in gangs:
        nodes = {}
        if (gang.demand, gang.nodes) in full:
            continue
        full.add((gang.demand, gang.nodes))  # it takes all that it can
        for node in sorted(gang.nodes):
            count = pods_that_fit(free[node], gang.demand)
            if count:
                nodes[node] = count
                free[node] = tuple(
                    have - count * want for have, want in zip(free[node], gang.demand, strict=True)
                )
        if nodes:
            held.append(Held(gang, nodes))
    return tuple(held)


def _kinds(gangs: Sequence[Gang]) -> list[list[Gang]]:
    """Return the jobs whose pods are alike together, those of the most pods first."""
    kinds: dict[tuple[Vector, frozenset[int]], list[Gang]] = {}
    for gang in sorted(gangs, key=lambda gang: -gang.pods):
        kinds.setdefault((gang.demand, gang.nodes), []).append(gang)
    return list(kinds.values())


class _Filling:
    """The search among some kinds of jobs: every node is to be too full for each of them."""

    def __init__(self, rooms: Sequence[Vector], kinds: Sequence[list[Gang]], steps: _Steps) -> None:
        self.rooms = rooms
        self.kinds = kinds
        self.steps = steps
        self.limits: Vector = tuple(sum(gang.pods - 1 for gang in kind) for kind in kinds)

    def search(self) -> list[tuple[int, Vector]] | None:
        """Return the pods per kind of each node, if all can be full within the limits."""
        options: dict[tuple[Vector, Vector], list[Vector]] = {}
        layers: list[tuple[int, dict[Vector, tuple[Vector, Vector]]]] = []
        reached: list[Vector] = [(0,) * len(self.kinds)]
        for node, room in enumerate(self.rooms):
            wanted = tuple(i for i, kind in enumerate(self.kinds) if node in kind[0].nodes)
            if (room, wanted) not in options:
                options[room, wanted] = _least(self._full(room, wanted), self.steps)
            if options[room, wanted] == [(0,) * len(self.kinds)]:
                continue
            layer = self._extended(reached, options[room, wanted])
            if not layer:
                return None
            layers.append((node, layer))
            reached = _least(iter(layer), self.steps)
        return self._walk_back(layers, reached[0])

    def _extended(
        self, reached: Sequence[Vector], options: Sequence[Vector]
    ) -> dict[Vector, tuple[Vector, Vector]]:
        """Return the sums within the limits, each with the two that it is made of."""
        layer: dict[Vector, tuple[Vector, Vector]] = {}
        for before in reached:
            for option in options:
                self.steps.take()
                total = tuple(map(sum, zip(before, option, strict=True)))
                if all(map(int.__le__, total, self.limits)):
                    layer.setdefault(total, (before, option))
        return layer

    @staticmethod
    def _walk_back(
        layers: Sequence[tuple[int, dict[Vector, tuple[Vector, Vector]]]], total: Vector
    ) -> list[tuple[int, Vector]]:
        chosen = []
        for node, layer in reversed(layers):
            total, option = layer[total]
            chosen.append((node, option))
        return chosen[::-1]

    def _full(self, room: Vector, wanted: Sequence[int]) -> Iterator[Vector]:
        """Yield how many pods of each kind fill a node, so that none of ``wanted`` fits any more."""
        counts = [0] * len(self.kinds)
        free = list(room)

        def put(kind: int, number: int) -> None:
            counts[kind] += number
            for at, want in enumerate(self.kinds[kind][0].demand):
                free[at] -= number * want

        def place(position: int) -> Iterator[Vector]:
            self.steps.take()
            if not any(self._fits(free, kind) for kind in wanted):
                yield tuple(counts)
                return  # more pods would only be more
            if position == len(wanted):
                return
            kind = wanted[position]
            most = pods_that_fit(tuple(free), self.kinds[kind][0].demand)
            if most > self.limits[kind] and position == len(wanted) - 1:
                return
            first = most if position == len(wanted) - 1 else 0  # of the last kind none may fit
            put(kind, first)
            for number in range(first, min(most, self.limits[kind]) + 1):
                yield from place(position + 1)
                if number < min(most, self.limits[kind]):
                    put(kind, 1)
            put(kind, -min(most, self.limits[kind]))

        return place(0)

    def _fits(self, free: Sequence[int], kind: int) -> bool:
        demand = self.kinds[kind][0].demand
        return all(want <= have for want, have in zip(demand, free, strict=True))


def _least(vectors: Iterator[Vector], steps: _Steps) -> list[Vector]:
    """Return the vectors of which no other one is at most as large in every place."""
    kept: list[Vector] = []
    for vector in sorted(set(vectors), key=sum):
        for other in kept:
            steps.take()
            if all(map(int.__le__, other, vector)):
                break
        else:
            kept.append(vector)
    return kept


def _shares(kinds: Sequence[list[Gang]], chosen: Sequence[tuple[int, Vector]]) -> tuple[Held, ...]:
    """Divide the pods of each kind among as few of its jobs as none is complete with."""
    held: list[Held] = []
    for index, kind in enumerate(kinds):
        places = [node for node, counts in chosen for _ in range(counts[index])]
        jobs: list[Gang] = []
        for gang in kind:
            if len(places) > sum(job.pods - 1 for job in jobs):
                jobs.append(gang)
        held.extend(_dealt(places, jobs))
    return tuple(held)


def _dealt(places: Sequence[int], jobs: Sequence[Gang]) -> Iterator[Held]:
    """Deal places out to jobs, one to each in turn, until each has all but one of its pods."""
    nodes: list[dict[int, int]] = [{} for _ in jobs]
    turns = deque((number, gang.pods - 1) for number, gang in enumerate(jobs))
    for node in places:
        job, left = turns.popleft()
        nodes[job][node] = nodes[job].get(node, 0) + 1
        if left > 1:
            turns.append((job, left - 1))
    return map(Held, jobs, nodes)
