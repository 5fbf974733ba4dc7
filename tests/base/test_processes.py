"""Work in forked processes: everything comes back in order, and failures are explained."""

from __future__ import annotations

import gc
import os
import signal
from typing import Any

import pytest

from helmwright.base.errors import HelmwrightError
from helmwright.base.processes import cores, map_forked

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.mark.parametrize("processes", [1, 2, 9])
def test_results_come_back_in_order(processes: int) -> None:
    assert map_forked(lambda index: index * index, 5, processes) == [0, 1, 4, 9, 16]


def test_other_processes_do_the_work() -> None:
    assert os.getpid() not in map_forked(lambda _: os.getpid(), 4, 2)


def refuse(_: int) -> Any:
    raise HelmwrightError("no")


def die(_: int) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def leave(_: int) -> Any:
    os._exit(3)


def run_out(_: int) -> Any:
    raise MemoryError


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (refuse, "a process failed: no"),
        (die, "a process was ended by signal 9 before it was done"),
        (leave, "a process ended with code 3 before it was done"),
        (run_out, "a process failed: MemoryError"),
    ],
)
def test_a_failure_is_explained_and_no_process_is_left(work: Any, message: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        map_forked(work, 4, 2)

    assert caught.value.message == message
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_it_is_told_how_much_is_done(processes: int) -> None:
    told: list[int] = []

    found = map_forked(lambda index: b"\x01" * index, 7, processes, told.append)

    assert found == [b"\x01" * index for index in range(7)]
    assert told == sorted(told)
    assert told[-1] == 7


def test_much_data_does_not_hold_up_what_is_told() -> None:
    told: list[int] = []

    found = map_forked(lambda index: "x" * (1 << 20) * (index + 1), 4, 2, told.append)

    assert [len(text) >> 20 for text in found] == [1, 2, 3, 4]
    assert told[-1] == 4


def test_what_the_system_has_no_process_for_is_told_of_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_process() -> int:
        raise OSError(11, "resource temporarily unavailable")

    told: list[int] = []
    monkeypatch.setattr(os, "fork", no_process)

    assert map_forked(lambda index: index, 3, 2, told.append) == [0, 1, 2]
    assert told == [1, 2, 3]


def test_a_program_that_ignores_ended_children_gets_its_results() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert map_forked(lambda index: index, 4, 2) == [0, 1, 2, 3]
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_the_collector_is_left_as_it_was() -> None:
    map_forked(lambda index: index, 4, 2)

    assert gc.get_freeze_count() == 0


def test_there_is_a_core() -> None:
    assert cores() >= 1
