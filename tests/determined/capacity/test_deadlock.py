"""Deadlocks found by the search are real, and none is missed: all states of small clusters are tried."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helmwright.determined.capacity.deadlock import Gang, Search, find_deadlock

Placed = tuple[tuple[int, ...], ...]
"""For each job the pods on each node; () for a job that has ended."""


def everywhere(rooms: list[tuple[int, ...]]) -> frozenset[int]:
    return frozenset(range(len(rooms)))


def gang(name: str, pods: int, each: int, rooms: list[tuple[int, ...]]) -> Gang:
    return Gang(name, pods, (each,), everywhere(rooms))


def free(rooms: list[tuple[int, ...]], gangs: list[Gang], state: Placed, node: int) -> list[int]:
    return [
        have
        - sum(pods[node] * job.demand[kind] for job, pods in zip(gangs, state, strict=True) if pods)
        for kind, have in enumerate(rooms[node])
    ]


def placements(rooms: list[tuple[int, ...]], gangs: list[Gang], state: Placed) -> list[Placed]:
    """Returns the states after one more pod."""
    found = []
    for number, (job, pods) in enumerate(zip(gangs, state, strict=True)):
        if not pods or sum(pods) == job.pods:
            continue
        for node in job.nodes:
            left = free(rooms, gangs, state, node)
            if all(want <= have for want, have in zip(job.demand, left, strict=True)):
                more = tuple(count + (at == node) for at, count in enumerate(pods))
                found.append((*state[:number], more, *state[number + 1 :]))
    return found


def is_deadlock(rooms: list[tuple[int, ...]], gangs: list[Gang], state: Placed) -> bool:
    """Tells whether nothing can change any more although a pod is placed."""
    complete = any(pods and sum(pods) == job.pods for job, pods in zip(gangs, state, strict=True))
    placed = any(map(any, state))
    return placed and not complete and not placements(rooms, gangs, state)


def can_deadlock(rooms: list[tuple[int, ...]], gangs: list[Gang]) -> bool:
    """Walks through every state that can be reached: pods are placed, complete jobs end."""
    start: Placed = tuple((0,) * len(rooms) for _ in gangs)
    pending, seen = [start], {start}
    while pending:
        state = pending.pop()
        if is_deadlock(rooms, gangs, state):
            return True
        ended = [
            (*state[:number], (), *state[number + 1 :])
            for number, (job, pods) in enumerate(zip(gangs, state, strict=True))
            if pods and sum(pods) == job.pods
        ]
        for after in [*placements(rooms, gangs, state), *ended]:
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return False


def held_state(rooms: list[tuple[int, ...]], gangs: list[Gang], search: Search) -> Placed:
    """Returns the state that a search found; jobs that are not in it have ended if they can."""
    held = {one.gang.name: one.nodes for one in search.held}
    names = {job.name for job in search.blocked}
    return tuple(
        tuple(held.get(job.name, {}).get(node, 0) for node in range(len(rooms)))
        if job.name in held or job.name in names
        else ()
        for job in gangs
    )


@st.composite
def clusters(draw, kinds: int = 1):
    rooms = draw(
        st.lists(
            st.tuples(*[st.integers(0, 4)] * kinds), min_size=1, max_size=3 if kinds == 1 else 2
        )
    )
    jobs = draw(
        st.lists(
            st.tuples(
                st.sampled_from([1, 2, 2, 3, 3]),
                st.tuples(*[st.sampled_from([0, 1, 1, 2, 2, 3, 4])] * kinds).filter(any),
                st.sets(st.integers(0, len(rooms) - 1), min_size=1),
            ),
            min_size=1,
            max_size=3,
        )
    )
    gangs = [
        Gang(f"job-{number}", pods, demand, frozenset(nodes))
        for number, (pods, demand, nodes) in enumerate(jobs)
    ]
    return rooms, gangs


def check(rooms: list[tuple[int, ...]], gangs: list[Gang]) -> None:
    search = find_deadlock(rooms, gangs)

    assert search.finished
    assert bool(search.held) == can_deadlock(rooms, gangs)
    if search.held:
        state = held_state(rooms, gangs, search)
        assert is_deadlock(rooms, gangs, state)
        for node in range(len(rooms)):
            assert min(free(rooms, gangs, state, node)) >= 0
        for one in search.held:
            assert one.nodes.keys() <= one.gang.nodes
            assert 0 < one.placed < one.gang.pods


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(clusters())
@example(([(4,), (4,), (4,)], [gang("a", 3, 4, [(4,)] * 3), gang("b", 3, 4, [(4,)] * 3)]))
@example(([(4,)], [Gang("a", 2, (3,), frozenset({0}))]))
@example(([(1,)], [Gang("a", 3, (1,), frozenset({0})), Gang("b", 1, (1,), frozenset({0}))]))
def test_agrees_with_trying_every_state(case):
    check(*case)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(clusters(kinds=2))
def test_agrees_with_trying_every_state_where_memory_counts_too(case):
    check(*case)


@settings(max_examples=200, deadline=None)
@given(clusters(), st.integers(0, 40))
def test_what_is_found_within_a_limit_is_true_and_what_is_not_is_not_claimed(case, limit):
    rooms, gangs = case
    search = find_deadlock(rooms, gangs, limit)

    if search.held:
        assert can_deadlock(rooms, gangs)
    elif search.finished:
        assert not can_deadlock(rooms, gangs)


@pytest.mark.parametrize(
    ("rooms", "jobs", "deadlock"),
    [
        # three nodes of 4, a job of four pods of 4: it holds three nodes and waits for a fourth
        ([4, 4, 4], [(4, 4)], {"a": [1, 1, 1]}),
        # two jobs of 12 in pods of 4 on 12
        ([4, 4, 4], [(3, 4), (3, 4)], {"a": [1, 0, 1], "b": [0, 1, 0]}),
        # of 16 GPUs both want 16
        ([8, 8], [(2, 8), (2, 8)], {"a": [1, 0], "b": [0, 1]}),
        # a node more than both can hold without one being complete
        ([4, 4, 4], [(2, 4), (2, 4)], {}),
        # the third job makes the difference
        ([4, 4, 4], [(2, 4), (2, 4), (2, 4)], {"a": [1, 0, 0], "b": [0, 1, 0], "c": [0, 0, 1]}),
        # jobs of one pod end, whatever else there is
        ([4, 4], [(1, 4), (1, 4), (1, 4)], {}),
        ([4, 4], [(2, 4), (1, 4), (1, 4)], {}),
        # what does not fit at all waits, but holds nothing
        ([4, 4], [(2, 5), (1, 4)], {}),
        # one job alone is complete in every order
        ([6, 6], [(4, 3)], {}),
        # two pods fit a node, but each pair that keeps two jobs waiting fills it
        ([8], [(2, 4), (2, 4)], {"a": [1], "b": [1]}),
        ([8, 4], [(2, 4), (2, 4)], {}),
        # unequal pods: the small ones keep the large ones out
        ([4, 4], [(2, 4), (3, 2), (3, 2)], {"b": [1, 1], "c": [1, 1]}),
    ],
)
def test_small_clusters(rooms, jobs, deadlock):
    given_rooms: list[tuple[int, ...]] = [(room,) for room in rooms]
    gangs = [
        gang(name, pods, each, given_rooms)
        for name, (pods, each) in zip("abcd", jobs, strict=False)
    ]
    search = find_deadlock(given_rooms, gangs)

    found = {
        one.gang.name: [one.nodes.get(node, 0) for node in range(len(rooms))] for one in search.held
    }
    assert found == deadlock
    assert search.finished


def test_gives_up_and_says_so():
    rooms: list[tuple[int, ...]] = [(index % 7 + 8,) for index in range(60)]
    gangs = [gang(f"{each}-{pods}", pods, each, rooms) for each in (2, 3, 5, 7) for pods in (9, 11)]
    search = find_deadlock(rooms, gangs, 2000)

    assert (search.held, search.finished, search.steps) == ((), False, 2000)


def test_large_clusters_of_equal_nodes_are_searched_to_the_end():
    rooms: list[tuple[int, ...]] = [(8,)] * 1000
    few = [gang(f"a{number}", 16, 8, rooms) for number in range(66)]
    many = [gang(f"a{number}", 16, 8, rooms) for number in range(67)]

    assert find_deadlock(rooms, few) == Search(steps=find_deadlock(rooms, few).steps)
    assert sum(one.placed for one in find_deadlock(rooms, many).held) == 1000
