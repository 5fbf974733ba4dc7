"""Work that forked processes share with this one, so that all have what it has loaded.

A fork copies one thread of a program and leaves the locks of all others as they are. So a process
is forked when somebody asks for processes (``--jobs``), and unasked only where ``allow`` was
called: by the command, whose process is its own; never by a library inside somebody's program.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = 24
"""So many things are done by one process: starting others would take longer."""

_DONE = b"\x01"
"""What a process writes ahead of its data for each part of the work; pickles begin otherwise."""
_MOST = 1 << 16

_permission = {"given": False}


def allow() -> None:
    """Let this process fork unasked, where that saves time."""
    _permission["given"] = True


def may_fork() -> bool:
    """Tell whether to fork unasked: it is allowed, there are processors and no other threads."""
    return _permission["given"] and len(sys._current_frames()) == 1 and cores() > 1  # noqa: SLF001


def cores() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


class Child:
    """A forked process that makes some bytes."""

    def __init__(self, make: Callable[[Callable[[], None]], bytes]) -> None:
        """Start it; raises OSError if the system has no process left for it.

        make: is given what it may call to tell that a part of its work is done.
        """
        reading, writing = os.pipe()
        try:
            self._pid = os.fork()
        except OSError:
            os.close(reading)
            os.close(writing)
            raise
        if self._pid:
            os.close(writing)
            self._pipe = reading
            self._data = bytearray()
            return
        code = 1
        try:
            import signal

            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.close(reading)
            data = make(lambda: _tell(writing))
            with os.fdopen(writing, "wb") as file:
                file.write(data)
            code = 0
        finally:
            os._exit(code)  # nothing of the parent's is to be flushed or closed twice

    def wait(self) -> tuple[bytes, int | None]:
        """Return what it made and its exit code, a signal's number below 0.

        The code is None where nobody knows: a program that ignores SIGCHLD keeps none.
        """
        with os.fdopen(self._pipe, "rb") as file:
            data = bytes(self._data) + file.read()
        return data.lstrip(_DONE), self._ended()

    @property
    def pipe(self) -> int:
        """The descriptor that can be read when it has made or told something."""
        return self._pipe

    def heard(self) -> tuple[int, bool]:
        """Wait for the next it makes or tells; return the parts it has told of, and whether it is done."""
        found = os.read(self._pipe, _MOST)
        if not self._data:
            made = found.lstrip(_DONE)
            self._data += made
            return len(found) - len(made), not found
        self._data += found
        return 0, not found

    def end(self) -> None:
        """End it, whatever it does."""
        import signal

        os.close(self._pipe)
        try:
            os.kill(self._pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self._ended()

    def _ended(self) -> int | None:
        try:
            _, status = os.waitpid(self._pid, 0)
        except ChildProcessError:
            return None
        return os.waitstatus_to_exitcode(status)


def map_forked(
    work: Callable[[int], Any],
    count: int,
    processes: int,
    told: Callable[[int], object] = lambda _: None,
) -> list[Any]:
    """Return ``work(0)`` to ``work(count - 1)``, done by so many processes.

    told: of how many are done, now and then. What the system has no processes for is done by this one. What ``work`` returns must be data
    that pickles. Raises HelmwrightError if a process ends before its work is done; all are ended
    when this one is interrupted.
    """
    import gc
    from functools import partial

    freezes = gc.get_freeze_count() == 0
    if freezes:  # or each process would look at, and so copy, what they have in common
        gc.freeze()
    children: list[Child] = []
    left: list[range] = []
    found: dict[int, Any] = {}
    try:
        for first in range(min(processes, count)):
            indexes = range(first, count, processes)
            try:
                children.append(Child(partial(_outcome, work, indexes)))
            except OSError:
                left.append(indexes)
        for index in (index for indexes in left for index in indexes):
            found[index] = work(index)
            told(len(found))
        _listen(children, len(found), told)
        while children:
            found.update(_results(*children.pop(0).wait()))
    except BaseException:
        for child in children:
            child.end()
        raise
    finally:
        if freezes:
            gc.unfreeze()
    return [found[index] for index in range(count)]


def _tell(pipe: int) -> None:
    """Tell the parent that a part is done; that nobody hears it is found out at the end."""
    try:
        os.write(pipe, _DONE)
    except OSError:
        return


def _listen(children: list[Child], done: int, told: Callable[[int], object]) -> None:
    """Wait until all processes are done, and tell of what they tell."""
    import select

    by_pipe = {child.pipe: child for child in children}
    waiting = select.poll()
    for pipe in by_pipe:
        waiting.register(pipe, select.POLLIN)
    while by_pipe:
        for pipe, _ in waiting.poll():
            parts, is_done = by_pipe[pipe].heard()
            done += parts
            if is_done:
                waiting.unregister(pipe)
                del by_pipe[pipe]
        told(done)


def _outcome(work: Callable[[int], Any], indexes: range, tell: Callable[[], None]) -> bytes:
    import pickle

    try:
        outcome: Any = {}
        for index in indexes:
            outcome[index] = work(index)
            tell()
    except HelmwrightError as error:
        outcome = error.message
    except (MemoryError, RecursionError) as error:
        outcome = type(error).__name__
    return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)


def _results(data: bytes, code: int | None) -> dict[int, Any]:
    """Return what a process has sent."""
    import pickle

    if code or not data:
        how = f"was ended by signal {-code}" if code and code < 0 else f"ended with code {code}"
        raise HelmwrightError(f"a process {how} before it was done")
    outcome = pickle.loads(data)  # noqa: S301 - a child of ours wrote it
    if isinstance(outcome, str):
        raise HelmwrightError(f"a process failed: {outcome}")
    found: dict[int, Any] = outcome
    return found
