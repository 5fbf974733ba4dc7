"""Compiling on two processors gives what compiling on one gives."""

from __future__ import annotations

import os
import threading

import pytest

from helmwright.errors import GoError
from helmwright.template import parallel


def double(name: str, text: str) -> tuple[tuple[str, str, int], ...]:
    if text == "bad":
        raise GoError(name)
    return ((name, text * 2, os.getpid()),)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    # The test runner's own threads would forbid the fork.
    monkeypatch.setattr(parallel, "_can_fork", lambda: True)


def test_every_source_is_compiled_in_one_of_two_processes() -> None:
    sources = [(str(number), "x" * number) for number in range(9)]

    made = parallel.compile_many(sources, double, worthwhile=0)

    assert {name: entry[0][1] for name, entry in made.items()} == {
        name: text * 2 for name, text in sources
    }
    assert len({entry[0][2] for entry in made.values()}) == 2


def test_source_that_does_not_parse_is_left_to_the_caller() -> None:
    sources = [("a", "x"), ("b", "bad"), ("c", "y"), ("d", "bad")]

    assert sorted(parallel.compile_many(sources, double, worthwhile=0)) == ["a", "c"]


def test_child_that_dies_leaves_its_half_to_the_caller() -> None:
    parent = os.getpid()

    def deadly(name: str, text: str) -> tuple[tuple[str, str, int], ...]:
        if os.getpid() != parent:
            os._exit(1)
        return double(name, text)

    assert sorted(parallel.compile_many([("a", "xx"), ("b", "x")], deadly, worthwhile=0)) == ["a"]


def test_small_charts_are_not_worth_a_process() -> None:
    assert parallel.compile_many([("a", "x")], double) == {}


def test_process_with_other_threads_is_never_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert parallel.compile_many([("a", "x" * 999_999)], double) == {}
    finally:
        done.set()
        thread.join()
