"""Limits that Go does not have: no input may take all the time or all the memory.

What is bounded is the processor time and the memory that are really used; steps only say when to
look at the clock. The limits are far from what any chart needs; docs/limits.md lists them all.
"""

from __future__ import annotations

import os
import sys
from _thread import _local, get_ident
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Literal, NamedTuple

from helmwright.base.errors import ExecutionError, FunctionError, HelmwrightError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 60.0
"""The processor time that one render, or one check of values against schemas, may take."""
MEMORY = 2048
"""The MiB by which a process may grow during one render."""
SECONDS_VARIABLE = "HELMWRIGHT_MAX_SECONDS"
MEMORY_VARIABLE = "HELMWRIGHT_MAX_MEMORY"

TEXT_LIMIT = 128 << 20
"""The most characters of one text that a function makes or a template writes."""
LARGE_TEXT = 4 << 10
"""Texts below this size are not counted."""
LARGE_COLLECTION = 1000
"""Lists and maps with fewer elements are not counted."""
NODE_LIMIT = 4_000_000
"""The most maps, lists and scalars that one function writes, copies or compares."""
OUTPUT_LIMIT = 256 << 20
"""The most characters that all templates of one render write."""

ENDLESS = 1 << 80
_NEVER = float("inf")
_MIB = 1 << 20
FEW_PIECES = 20
"""So many pieces can be joined even if each is as large as a function can make it."""
COMPILATION = 1000
CHARACTERS_PER_STEP = 64
ELEMENTS_PER_STEP = 32
STEPS_BETWEEN_LOOKS = 10_000
_SECONDS_BETWEEN_LOOKS = 0.02
_NOTICED = 1 << 20
"""Before a text of so many bytes is made, the memory is looked at."""


class LimitError(FunctionError):
    """An input asked for too much; unlike errors of Go's, functions do not hide it."""


class LimitExceeded(ExecutionError):  # noqa: N818 - as LimitError, where no function is called
    """A template asked for too much outside of a function."""


class Limits(NamedTuple):
    """What one render may use.

    seconds: of processor time. memory: by how many MiB the process may grow.
    """

    seconds: float = SECONDS
    memory: float = MEMORY

    @classmethod
    def chosen(cls) -> Limits:
        """Return what HELMWRIGHT_MAX_SECONDS and HELMWRIGHT_MAX_MEMORY set, or the usual.

        Raises UsageError for what is no number above zero.
        """
        seconds, memory = map(os.environ.get, (SECONDS_VARIABLE, MEMORY_VARIABLE))
        return cls(
            read_limit(SECONDS_VARIABLE, seconds) if seconds else SECONDS,
            read_limit(MEMORY_VARIABLE, memory) if memory else MEMORY,
        )


def read_limit(name: str, text: str) -> float:
    """Return the number that a flag or a variable sets; raises UsageError if it is no bound."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1e9:
        raise UsageError(f'{name} is a number above 0, not "{text}"')
    return number


Outer = tuple[int, float, float, tuple[str, float], "float | None", tuple[str, float]]
"""What bounded the work before ``begin``."""

BEGINNING: list[Callable[[], None]] = []
"""The last of these is called when work begins: a command's guard starts its clock again."""

_ACTIVE: set[int] = set()
"""The threads that work now: what the process grows by is theirs together."""


class Work(_local):
    """What the work of this thread may still use: a render, or a check against schemas.

    A step is some tenths of a microsecond: the iteration of a range, 64 characters of a large text,
    32 elements of a large list, a value inside a large one that is copied or written.

    left: the steps until the next look at the clock; practically endless while nothing renders.
    next_look: when to look again, in seconds of the monotonic clock.
    """

    left = ENDLESS
    next_look = _NEVER
    _deadline = _NEVER
    _time = ("", SECONDS)
    _ceiling: float | None = None
    _memory: tuple[str, float] = ("", MEMORY)
    # Whose limits the deadline and the ceiling are, and what these allow.

    def begin(self, name: str, limits: Limits | None) -> Outer:
        """Bound what follows until ``end``; return what that must be given.

        name: of the work, for errors: ``rendering``. limits: None for those of the work that this is
        a part of, or those of the environment.
        """
        outer = self._bounds()
        is_outermost = self._deadline == _NEVER
        if is_outermost or limits is not None:
            limits = limits or Limits.chosen()
            deadline = thread_time() + limits.seconds
            if deadline < self._deadline:
                self._deadline, self._time = deadline, (name, limits.seconds)
            if is_outermost:
                self._ceiling, self._memory = None, (name, limits.memory)
            elif limits.memory < self._memory[1]:
                self._lower_ceiling(name, limits.memory)
        if is_outermost:
            _ACTIVE.add(get_ident())
            if BEGINNING:
                BEGINNING[-1]()
        self.left = STEPS_BETWEEN_LOOKS
        self.next_look = monotonic() + _SECONDS_BETWEEN_LOOKS
        return outer

    def _bounds(self) -> Outer:
        return (
            self.left,
            self.next_look,
            self._deadline,
            self._time,
            self._ceiling,
            self._memory,
        )

    def _lower_ceiling(self, name: str, memory: float) -> None:
        """Let the work have ``memory`` MiB from here on, unless the outer one has less left."""
        now = resident()
        outer = self._ceiling if self._ceiling is not None else now + self._memory[1] * _MIB
        if now + memory * _MIB < outer:
            self._ceiling, self._memory = now + memory * _MIB, (name, memory)
        else:
            self._ceiling = outer

    def end(self, outer: Outer) -> None:
        """Bound again only what was bounded before ``begin``."""
        self.left, self.next_look, self._deadline, self._time, self._ceiling, self._memory = outer
        if self._deadline == _NEVER:
            _ACTIVE.discard(get_ident())

    def spend(self, steps: int) -> None:
        """Count ``steps``, and look at the clock if there were many since the last look.

        Raises:
            LimitError: if the work has used more than it may.
        """
        self.left -= steps
        if self.left < 0:
            self.left = STEPS_BETWEEN_LOOKS
            if monotonic() > self.next_look:
                self.look()

    def handed_over(self) -> Outer:
        """Return what bounds this work, for another thread to go on with."""
        left, next_look, deadline, time, ceiling, memory = self._bounds()
        return left, next_look, deadline - thread_time(), time, ceiling, memory

    def take_over(self, handed: Outer) -> None:
        """Go on with work that another thread has begun, within what that has left over."""
        self.left, self.next_look, rest, self._time, self._ceiling, self._memory = handed
        self._deadline = thread_time() + rest

    def look(self, error: type[FunctionError | ExecutionError] = LimitError) -> None:
        """Raise ``error`` if the work has used more time or memory than it may."""
        if thread_time() > self._deadline:
            name, seconds = self._time
            raise error(
                f"{name} takes more than {seconds:g} seconds of processor time "
                f"(--max-seconds or {SECONDS_VARIABLE} sets another limit)"
            )
        self.look_at_memory(0, error)
        self.next_look = monotonic() + _SECONDS_BETWEEN_LOOKS

    def look_at_memory(
        self, more: int, error: type[FunctionError | ExecutionError] = LimitError
    ) -> None:
        """Raise ``error`` if the process, and ``more`` bytes, take more than it may."""
        # Threads share the memory, and nobody knows whose it is: each adds its own allowance.
        if self._deadline == _NEVER:
            return
        name, allowed = self._memory
        now = resident()
        if self._ceiling is None:  # it began a moment ago, and looking costs as much as a loop
            self._ceiling = now + allowed * _MIB
        others = max(len(_ACTIVE) - 1, 0)
        if now + more > self._ceiling + allowed * others * _MIB:
            beside = f" with {others} beside it" if others else ""
            raise error(
                f"{name}{beside} takes more than {allowed * (others + 1):g} MiB of memory "
                f"(--max-memory or {MEMORY_VARIABLE} sets another limit)"
            )


WORK = Work()


class Bounded:
    """Bounds the work in a ``with`` block, which may raise LimitError."""

    def __init__(
        self,
        name: str,
        limits: Limits | None = None,
        error: type[HelmwrightError] | None = None,
    ) -> None:
        """Say what the work is called in errors, what it may use, and what to raise instead."""
        self._name = name
        self._limits = limits
        self._error = error

    def __enter__(self) -> None:
        self._outer = WORK.begin(self._name, self._limits)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> Literal[False]:
        WORK.end(self._outer)
        if self._error is not None and isinstance(error, LimitError):
            raise self._error(error.message) from None
        return False


def resident() -> int:
    """Return the bytes of memory that the process has now; where that is not told, its most."""
    if sys.platform.startswith("linux"):
        try:
            descriptor = os.open("/proc/self/statm", os.O_RDONLY)
        except OSError:
            return 0
        try:
            return int(os.read(descriptor, 200).split()[1]) * _PAGE
        finally:
            os.close(descriptor)
    try:
        import resource
    except ImportError:  # Windows: only the time is bounded
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def check_text(name: str, size: int, unit: str = "bytes", *, weight: int = 1) -> None:
    """Count a text of ``size`` bytes that function ``name`` is about to make, or refuse it.

    unit: what is counted. weight: how many bytes one of it stands for, where it takes more memory or
    more time than a byte that is copied.
    """
    weighed = size * weight
    if weighed > LARGE_TEXT:
        if weighed > _NOTICED:
            if weighed > TEXT_LIMIT:
                most = TEXT_LIMIT // weight
                raise LimitError(
                    f"{name}: a result of {size} {unit} is too large, {most} are the most"
                )
            WORK.look_at_memory(weighed)
        WORK.spend(weighed // CHARACTERS_PER_STEP)


def check_parsing(text: str, steps: int = 1) -> None:
    """Count a text of a data language that is about to be read, each character as some steps."""
    if len(text) > LARGE_TEXT:
        WORK.spend(len(text) * steps)


def check_elements(size: int) -> None:
    """Count a list or map of ``size`` elements that a function is about to go through."""
    if size > LARGE_COLLECTION:
        WORK.spend(size // ELEMENTS_PER_STEP)
