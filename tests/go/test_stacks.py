"""Recursion goes on upon other threads' stacks, and the process never notices."""

from __future__ import annotations

import sys
import threading
from contextvars import ContextVar
from typing import TYPE_CHECKING

import pytest

from helmwright.go import stacks
from helmwright.go.limits import WORK, Bounded, LimitError, Limits
from helmwright.go.stacks import StackError, descend, is_deep, on_new_stack

if TYPE_CHECKING:
    from types import TracebackType


def depth_of(levels: int) -> int:
    return 0 if levels == 0 else 1 + descend(depth_of, levels - 1)


def at_depth(levels: int) -> bool:
    return is_deep() if levels == 0 else at_depth(levels - 1)


def test_recursion_can_be_far_deeper_than_the_limit() -> None:
    limit = sys.getrecursionlimit()
    threads = threading.active_count()

    assert depth_of(20_000) == 20_000
    assert sys.getrecursionlimit() == limit
    assert threading.active_count() == threads


def test_the_limit_is_never_changed_while_stacks_are_in_use() -> None:
    seen = set()

    def look(levels: int) -> None:
        seen.add(sys.getrecursionlimit())
        if levels:
            descend(look, levels - 1)

    look(5_000)

    assert seen == {sys.getrecursionlimit()}


def test_a_stack_is_deep_when_a_third_of_the_limit_is_used() -> None:
    assert not is_deep()
    assert at_depth(sys.getrecursionlimit() // 3)
    assert not on_new_stack(is_deep)


def test_endless_recursion_is_an_error_after_so_many_stacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stacks, "_MOST_STACKS", 5)
    reached = 0

    def endless() -> None:
        nonlocal reached
        reached += 1
        descend(endless)

    with pytest.raises(StackError):
        endless()

    assert 500 < reached < 2_000


def test_a_thread_that_cannot_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)

    with pytest.raises(StackError, match="the system has no more threads"):
        on_new_stack(len, "abc")


def test_an_exception_comes_back_with_the_frames_of_all_stacks() -> None:
    def fail(levels: int) -> None:
        if levels == 0:
            raise KeyError("deep")
        descend(fail, levels - 1)

    with pytest.raises(KeyError, match="deep") as caught:
        fail(1_000)

    names = []
    traceback: TracebackType | None = caught.tb
    while traceback is not None:
        names.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    assert names.count("fail") == 1_001
    assert names[-1] == "fail"


@pytest.mark.slow
def test_time_is_counted_across_stacks() -> None:
    def work(levels: int) -> int:
        WORK.spend(1_000)
        return 0 if levels == 0 else work_on(levels)

    def work_on(levels: int) -> int:
        return 1 + descend(work, levels - 1)

    with Bounded("work", Limits(seconds=30)):
        assert work(2_000) == 2_000
    expected = pytest.raises(LimitError, match=r"work takes more than 0\.05 seconds")
    with expected, Bounded("work", Limits(seconds=0.05)):
        work(90_000)


def test_context_variables_are_those_of_the_caller() -> None:
    variable: ContextVar[str] = ContextVar("variable")
    variable.set("ours")

    assert on_new_stack(variable.get) == "ours"


def test_an_interrupted_wait_ends_what_goes_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ctrl-C ends the wait: the work below ends where it would take another stack."""
    ended = threading.Event()
    interrupted = threading.Event()

    def below() -> None:
        interrupted.wait(10)
        try:
            on_new_stack(len, "")
        finally:
            ended.set()

    join = threading.Thread.join

    def interrupt(self: threading.Thread, timeout: float | None = None) -> None:
        if self.name == "helmwright-stack":
            raise KeyboardInterrupt
        join(self, timeout)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "join", interrupt)
        with pytest.raises(KeyboardInterrupt):
            on_new_stack(below)
    interrupted.set()

    assert ended.wait(10)


def test_threads_recurse_side_by_side() -> None:
    results: list[int] = []
    workers = [threading.Thread(target=lambda: results.append(depth_of(5_000))) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert results == [5_000] * 6
