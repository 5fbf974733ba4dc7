"""The last line of defence of the command: bounds on its processor time and its memory.

The limits of go/limits.py refuse what is known to grow without end, each with its own words.
Whatever else an input may do ends here.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any, Literal

SECONDS = 10
"""Processor time of one command; the largest charts we know take less than one second.

The variable HELMWRIGHT_MAX_SECONDS sets another bound.
"""
MEMORY = 1 << 30
"""Bytes that one command allocates beyond what its process had before."""
_AGAIN = 0.5  # seconds until the next attempt, if something hid the first


class TimeLimitReached(BaseException):
    """The time is over; no handler of ordinary errors may hide that."""


def is_limited() -> bool:
    """Tell whether the time of this process is limited already."""
    if not sys.platform.startswith("linux"):
        return False
    signal = _signals()
    return bool(signal.getitimer(signal.ITIMER_PROF)[0] > 0)


class Limited:
    """Bounds the time and the memory of a ``with`` block, where the system can do that.

    The block fails with HelmwrightError when its time is over, and with MemoryError when its
    memory is. Outside the main thread it is not bounded.
    """

    def __init__(self, seconds: float | None = None, memory: int = MEMORY) -> None:
        self._seconds = _seconds() if seconds is None else seconds
        self._memory = memory
        self._handler: object = None
        self._armed = False
        self._limit: tuple[int, int] | None = None

    def __enter__(self) -> None:
        if not sys.platform.startswith("linux"):
            return
        signal = _signals()
        try:
            self._handler = signal.signal(signal.SIGPROF, _stop)
        except ValueError:  # not the main thread
            return
        self._armed = True
        signal.setitimer(signal.ITIMER_PROF, self._seconds, _AGAIN)
        self._bound_memory()

    def _bound_memory(self) -> None:
        import resource

        before = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = self._memory + _allocated()
        if before[0] == resource.RLIM_INFINITY or wanted < before[0]:
            try:
                resource.setrlimit(resource.RLIMIT_DATA, (wanted, before[1]))
            except (OSError, ValueError):
                return
            self._limit = before

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        if self._armed:
            signal = _signals()
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._handler or signal.SIG_DFL)
        if self._limit is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, self._limit)
        if kind is TimeLimitReached:
            raise HelmwrightError(
                f"the command takes more than {self._seconds:g} seconds of processor time "
                "(HELMWRIGHT_MAX_SECONDS sets another limit)"
            ) from None
        return False


def _seconds() -> float:
    """Return the bound that the environment sets, or the usual one."""
    try:
        seconds = float(os.environ.get("HELMWRIGHT_MAX_SECONDS", ""))
    except ValueError:
        return SECONDS
    return seconds if 0 < seconds < 1e6 else SECONDS


def _signals() -> Any:
    """Return the interpreter's own module: importing ``signal`` costs a millisecond of enums."""
    from importlib import import_module

    return import_module("_signal")


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TimeLimitReached


def _allocated() -> int:
    """Return the bytes of data that the process has now."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            pages = int(file.read().split()[5])
    except (OSError, ValueError, IndexError):
        return 0
    import resource

    return pages * resource.getpagesize()
