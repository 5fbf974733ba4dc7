"""The last line of defence of the command: bounds on its processor time and its memory.

The limits of go/limits.py refuse what is known to grow without end, each with its own words.
Whatever else an input may do ends here.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.go.limits import BEGINNING, MEMORY_VARIABLE, SECONDS_VARIABLE, Limits, read_limit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType, TracebackType
    from typing import Any, Literal

_AGAIN = 0.5  # seconds until the next attempt, if something hid the first
_LATER = 1.05
_MARGIN = 0.2
"""The bounds inside of a render, whose errors have a place, are given so much time to be first."""
_MORE_MEMORY = 1.25
_FLAGS = {"--max-seconds": SECONDS_VARIABLE, "--max-memory": MEMORY_VARIABLE}


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

    The time begins again with each render and each check against schemas, so that a command may do
    many. The block fails with HelmwrightError when its time is over, and with MemoryError when its
    memory is. Outside the main thread it is not bounded.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """Say what may be used; by default what the environment sets."""
        self._limits = limits or Limits.chosen()
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
        self._start()
        BEGINNING.append(self._start)
        self._bound_memory()

    def _start(self) -> None:
        """Start the clock, from the beginning."""
        signal = _signals()
        signal.setitimer(signal.ITIMER_PROF, self._limits.seconds * _LATER + _MARGIN, _AGAIN)

    def _bound_memory(self) -> None:
        import resource

        before = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = int(self._limits.memory * _MORE_MEMORY * (1 << 20)) + _allocated()
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
            BEGINNING.remove(self._start)
            signal = _signals()
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._handler or signal.SIG_DFL)
        if self._limit is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, self._limit)
        if kind is TimeLimitReached:
            raise HelmwrightError(
                f"the command takes more than {self._limits.seconds:g} seconds of processor time "
                f"(--max-seconds or {SECONDS_VARIABLE} sets another limit)"
            ) from None
        return False


class AskedLimits:
    """Sets what ``--max-seconds`` and ``--max-memory`` of a command ask for in a ``with`` block.

    They become the variables of the environment, so that processes of the command have them, too.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        self._asked: dict[str, str] = {}
        self._before: dict[str, str | None] = {}
        remaining = iter(arguments)
        for argument in remaining:
            if argument == "--":
                break
            name, equals, value = argument.partition("=")
            if name in _FLAGS:
                text = value if equals else next(remaining, None)
                if text is not None:
                    read_limit(name, text)
                    self._asked[_FLAGS[name]] = text

    def __enter__(self) -> None:
        for variable, text in self._asked.items():
            self._before[variable] = os.environ.get(variable)
            os.environ[variable] = text

    def __exit__(self, *_: object) -> None:
        for variable, text in self._before.items():
            if text is None:
                os.environ.pop(variable, None)
            else:
                os.environ[variable] = text


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
