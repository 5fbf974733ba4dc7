"""What gang scheduling, preemption and an autoscaler change, held against every state they allow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.determined.capacity.test_deadlock import can_deadlock, free

from helmwright.determined import (
    ClusterNode,
    DeterminedRelease,
    TaskGroup,
    assess_capacity,
    read_cluster_nodes,
    read_cluster_settings,
)
from helmwright.determined.capacity.deadlock import Gang, find_deadlock
from helmwright.determined.capacity.remedies import (
    IMPOSSIBLE,
    POSSIBLE,
    UNAVAILABLE,
    UNKNOWN,
    Remedy,
    Situation,
    autoscaler,
    preemption,
)
from helmwright.determined.capacity.settings import ClusterSettings

RELEASE = DeterminedRelease.parse("0.33.0")


@st.composite
def situations(draw):
    sizes = draw(st.lists(st.integers(0, 4), min_size=1, max_size=2))
    rooms = [(size,) for size in sizes]
    jobs = draw(
        st.lists(
            st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 2)),
            min_size=1,
            max_size=3,
        )
    )
    nodes = frozenset(range(len(rooms)))
    gangs = [
        Gang(f"job-{number}", pods, (each,), nodes, priority)
        for number, (pods, each, priority) in enumerate(jobs)
    ]
    names = [ClusterNode(f"n{number}") for number in range(len(rooms))]
    assert RELEASE is not None
    return Situation(
        ClusterSettings(RELEASE),
        names,
        rooms,
        gangs,
        find_deadlock(rooms, gangs),
        frozenset(),
        100_000,
    )


def can_deadlock_with_preemption(rooms, gangs) -> bool:
    """Walks through every state: a pod may push jobs of lower priority off a node, as a whole."""
    start = tuple((0,) * len(rooms) for _ in gangs)
    pending, seen = [start], {start}
    while pending:
        state = pending.pop()
        after = set()
        for number, job in enumerate(gangs):
            pods = state[number]
            if not pods:
                continue
            if sum(pods) == job.pods:
                after.add((*state[:number], (), *state[number + 1 :]))
                continue
            for node in job.nodes:
                for pushed in (False, True):
                    rest = tuple(
                        (0,) * len(rooms)
                        if pushed and other and other[node] and gangs[at].priority < job.priority
                        else other
                        for at, other in enumerate(state)
                    )
                    left = free(rooms, gangs, rest, node)
                    if job.demand[0] <= left[0]:
                        more = tuple(count + (at == node) for at, count in enumerate(pods))
                        after.add((*rest[:number], more, *rest[number + 1 :]))
        if not after and any(map(any, state)):
            return True
        pending.extend(after - seen)
        seen |= after
    return False


@settings(max_examples=300, deadline=None)
@given(situations())
def test_preemption_agrees_with_trying_every_state(situation):
    expected = can_deadlock_with_preemption(situation.rooms, situation.gangs)

    assert preemption(situation).verdict == (POSSIBLE if expected else IMPOSSIBLE)


@settings(max_examples=150, deadline=None)
@given(situations())
def test_the_autoscaler_needs_no_fewer_nodes(situation):
    found = autoscaler(situation)

    def stuck(extra: int, like: str) -> bool:
        """Tells whether a job waits for ever."""
        node = int(like.removeprefix("n"))
        rooms = [*situation.rooms, *[situation.rooms[node]] * extra]
        nodes = frozenset(range(len(rooms)))
        gangs = [
            Gang(one.name, one.pods, one.demand, nodes, one.priority) for one in situation.gangs
        ]
        search = find_deadlock(rooms, gangs)
        return bool(search.held or search.blocked)

    if found.extra_nodes is not None and found.extra_nodes <= 3:
        assert not stuck(found.extra_nodes, found.like)
        assert stuck(found.extra_nodes - 1, found.like)
    elif found.extra_nodes is None and not situation.search.blocked:
        assert not can_deadlock(situation.rooms, situation.gangs)


def remedies(
    jobs: list[TaskGroup], nodes: str = "- {count: 3, gpus: 4}", **values: object
) -> dict[str, Remedy]:
    found = read_cluster_settings({"detVersion": "0.33.0", "maxSlotsPerPod": 4, **values})
    report = assess_capacity(read_cluster_nodes(nodes), found, jobs=jobs)
    assert report.deadlock is not None
    return {remedy.name: remedy for remedy in report.deadlock.remedies}


TWO = [TaskGroup("a", 12, 2)]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ({}, IMPOSSIBLE),
        ({"detVersion": "0.14.3"}, UNAVAILABLE),
        ({"slotType": "rocm"}, POSSIBLE),
        ({"taskContainerDefaults": {"gpuPodSpec": {"spec": {"schedulerName": "x"}}}}, POSSIBLE),
        (
            {"taskContainerDefaults": {"gpuPodSpec": {"spec": {"schedulerName": "coscheduler"}}}},
            IMPOSSIBLE,
        ),
    ],
)
def test_gang_scheduling(values, verdict):
    nodes = (
        "- {count: 3, gpus: 4, vendor: amd}" if "slotType" in values else "- {count: 3, gpus: 4}"
    )
    assert remedies(TWO, nodes, **values)["coscheduler"].verdict == verdict


def test_gang_scheduling_of_cpu_slots_changes_nothing():
    values = {"slotType": "cpu", "slotResourceRequests": {"cpu": 1}}
    found = remedies(TWO, "- {count: 3, cpus: 4}", **values)["coscheduler"]

    assert found.verdict == POSSIBLE
    assert "min-available 0" in found.explanation


def test_newer_clusters_need_another_mode():
    node = {
        "kind": "Node",
        "metadata": {"name": "a"},
        "status": {
            "allocatable": {"nvidia.com/gpu": 4},
            "nodeInfo": {"kubeletVersion": "v1.22.0"},
        },
    }
    import json

    found = remedies([TaskGroup("a", 8)], json.dumps(node))["coscheduler"]
    assert "scheduler.mode modern" in found.explanation


@pytest.mark.parametrize(
    ("jobs", "release", "verdict"),
    [
        (TWO, "0.33.0", POSSIBLE),
        ([TaskGroup("a", 12, priority=60), TaskGroup("b", 12)], "0.33.0", IMPOSSIBLE),
        ([TaskGroup("a", 12, priority=60), TaskGroup("b", 12, 2)], "0.33.0", POSSIBLE),
        ([TaskGroup("a", 16, priority=60)], "0.33.0", POSSIBLE),
        (TWO, "0.36.0", UNAVAILABLE),
        (TWO, "0.15.1", UNAVAILABLE),
    ],
)
def test_preemption(jobs, release, verdict):
    assert remedies(jobs, detVersion=release)["preemption"].verdict == verdict


@pytest.mark.parametrize(
    ("jobs", "nodes", "extra", "like"),
    [
        ([TaskGroup("a", 16)], "- {count: 3, gpus: 4}", 1, "gpu4-1"),
        (TWO, "- {count: 3, gpus: 4}", 2, "gpu4-1"),
        ([TaskGroup("a", 16, 2)], "- {count: 2, gpus: 4}\n- gpus: 8", 2, "gpu8-1"),
        ([TaskGroup("a", 8)], "- {count: 3, gpus: 4}", None, ""),
        ([TaskGroup("a", 3)], "- gpus: 2", None, ""),
        ([TaskGroup("a", 8000)], "- gpus: 4", None, ""),
    ],
)
def test_the_autoscaler(jobs, nodes, extra, like):
    found = remedies(jobs, nodes)["autoscaler"]
    assert (found.extra_nodes, found.like) == (extra, like)


def test_a_search_that_gave_up_claims_nothing():
    found = read_cluster_settings({"maxSlotsPerPod": 4})
    jobs = [TaskGroup("a", 12, 2)]
    report = assess_capacity(read_cluster_nodes("- {count: 9, gpus: 4}"), found, jobs=jobs, limit=3)

    assert report.deadlock is not None
    assert (report.deadlock.verdict, report.deadlock.steps) == (UNKNOWN, 3)
    verdicts = {remedy.name: remedy.verdict for remedy in report.deadlock.remedies}
    assert verdicts["autoscaler"] == UNKNOWN
