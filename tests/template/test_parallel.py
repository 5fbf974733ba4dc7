"""Compiling on two processors gives what compiling on one gives."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from helmwright.base import processes
from helmwright.base.errors import GoError
from helmwright.template import parallel


def double(name: str, text: str) -> tuple[tuple[str, str, int], ...]:
    if text == "bad":
        raise GoError(name)
    return ((name, text * 2, os.getpid()),)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    # The test runner's own threads would forbid the fork.
    monkeypatch.setattr(parallel, "may_fork", lambda: True)


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


def test_a_program_that_ignores_ended_children_gets_all() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        made = parallel.compile_many([("a", "x"), ("b", "y")], double, worthwhile=0)
    finally:
        signal.signal(signal.SIGCHLD, before)

    assert sorted(made) == ["a", "b"]


def test_an_interrupted_compilation_leaves_no_child() -> None:
    parent = os.getpid()

    def interrupted(name: str, text: str) -> tuple[tuple[str, str, int], ...]:
        if os.getpid() == parent:
            raise KeyboardInterrupt
        return double(name, text)

    with pytest.raises(KeyboardInterrupt):
        parallel.compile_many([("a", "x"), ("b", "y")], interrupted, worthwhile=0)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_only_a_command_forks_unasked_and_only_without_other_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "cores", lambda: 2)
    monkeypatch.setattr(sys, "_current_frames", lambda: {1: None})
    monkeypatch.setitem(processes._permission, "given", False)  # noqa: SLF001 - as in a library
    assert not processes.may_fork()

    processes.allow()
    assert processes.may_fork()
    monkeypatch.setattr(sys, "_current_frames", lambda: {1: None, 2: None})
    assert not processes.may_fork()


def test_a_library_compiles_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    assert parallel.compile_many([("a", "x" * 999_999)], double) == {}
