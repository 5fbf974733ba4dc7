"""Work shared among processes that are forked from this one, so that all have what it has loaded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = 24
"""So many things are done by one process: starting others would take longer."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def map_forked(work: Callable[[int], Any], count: int, processes: int) -> list[Any]:
    """Return ``work(0)`` to ``work(count - 1)``, done by so many processes.

    What the system has no processes for is done by this one. What ``work`` returns must be data
    that pickles. Raises HelmwrightError if a process ends before
    its work is done; all are ended when this one is interrupted.
    """
    import gc

    gc.freeze()  # or each process would look at, and so copy, what they have in common
    children: list[tuple[int, int]] = []
    found: dict[int, Any] = {}
    left: list[range] = []
    try:
        for first in range(min(processes, count)):
            indexes = range(first, count, processes)
            try:
                children.append(_start(work, indexes))
            except OSError:  # the system has no process left for it
                left.append(indexes)
        found.update((index, work(index)) for indexes in left for index in indexes)
        while children:
            with os.fdopen(children[0][1], "rb", closefd=False) as file:
                data = file.read()
            found.update(_results(*children.pop(0), data))
    except BaseException:
        for child in children:
            _end(*child)
        raise
    return [found[index] for index in range(count)]


def _start(work: Callable[[int], Any], indexes: range) -> tuple[int, int]:
    """Fork a process for the work of some indexes; returns its id and where its results come from."""
    reading, writing = os.pipe()
    try:
        pid = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        raise
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    try:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(reading)
        _work(work, indexes, writing)
        code = 0
    finally:
        os._exit(code)  # nothing of the parent's is to be flushed or closed twice


def _work(work: Callable[[int], Any], indexes: range, pipe: int) -> None:
    import pickle

    try:
        outcome: Any = {index: work(index) for index in indexes}
    except HelmwrightError as error:
        outcome = error.message
    except (MemoryError, RecursionError) as error:
        outcome = type(error).__name__
    with os.fdopen(pipe, "wb") as file:
        pickle.dump(outcome, file, pickle.HIGHEST_PROTOCOL)


def _results(pid: int, pipe: int, data: bytes) -> dict[int, Any]:
    """Return what a process has sent, and let it go."""
    import pickle

    os.close(pipe)
    _, status = os.waitpid(pid, 0)
    if status or not data:
        code = os.waitstatus_to_exitcode(status)
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        raise HelmwrightError(f"a process {how} before it was done")
    outcome = pickle.loads(data)  # noqa: S301 - a child of ours wrote it
    if isinstance(outcome, str):
        raise HelmwrightError(f"a process failed: {outcome}")
    found: dict[int, Any] = outcome
    return found


def _end(pid: int, pipe: int) -> None:
    os.close(pipe)
    import signal

    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        return
