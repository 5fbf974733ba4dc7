"""Recursion that is deeper than a thread's stack: it goes on upon the stack of another thread.

Go's stacks grow, so its templates, values and patterns may nest ten or a hundred thousand levels
deep. Python ends at its recursion limit, and ``sys.setrecursionlimit`` is no way out for a library:
the limit belongs to the whole process. Until it is lowered again, any other thread that
recurses in C (``json.loads("[" * 100_000)``) runs over the end of its C stack, which no ``except``
can catch; and two threads that save and restore it leave it raised for good, or lower it under
the other's feet.

So nothing here ever changes the limit. Each thread has a count of its own, and starts at nothing:
what nests too deep for this thread continues on a new one, while this one waits for the result. No
two of them ever run at a time, so nothing has to be locked, and the host's limit (on Python 3.12
and later also that of C) holds for every piece. What comes out, value or exception, is handed back;
a traceback has the frames of all pieces in their order. An ordinary chart never gets here.

Whatever recurses goes through ``descend`` somewhere on its way round, or, where every microsecond
counts, asks ``is_deep`` now and then.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

from helmwright.go.limits import WORK

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_MOST_STACKS = 1000
"""So many hold Go's 100,000 nested templates; whatever needs more never ends."""
_SHARE = 1 / 3
"""Of the recursion limit: frames in use from which on a stack counts as deep.

Calls through C count twice, and what stands on the last frame (writing YAML, say) needs room.
"""


class StackError(RecursionError):
    """There is no stack left to go on upon."""


class _Stacks:
    """The stacks that one piece of work has in use.

    count: how many there are. abandoned: whether the first has stopped waiting.
    """

    __slots__ = ("abandoned", "count")

    def __init__(self) -> None:
        self.count = 1
        self.abandoned = False


_in_use: dict[int, _Stacks] = {}
"""By the number of the thread that runs now."""


def is_deep() -> bool:
    """Tell whether the stack of this thread is so full that recursion should leave it."""
    try:
        sys._getframe(int(_SHARE * sys.getrecursionlimit()))  # noqa: SLF001 - the cheapest look
    except ValueError:
        return False
    return True


def descend(work: Callable[..., T], *arguments: Any) -> T:
    """Return ``work(*arguments)``, computed on another stack if this one is nearly full."""
    return on_new_stack(work, *arguments) if is_deep() else work(*arguments)


def on_new_stack(work: Callable[..., T], *arguments: Any) -> T:
    """Return ``work(*arguments)``, computed on the empty stack of another thread.

    The work sees this thread's context variables, and takes its steps from what this thread's
    render may still do. Raises what the work raises, and StackError if there cannot be another
    stack: too many are in use, or the system refuses a thread.
    """
    from _thread import get_ident

    own = get_ident()
    stacks = _in_use.get(own) or _Stacks()
    if stacks.abandoned:
        raise StackError("nobody waits for the result")
    if stacks.count >= _MOST_STACKS:
        raise StackError("nested too deeply")
    piece = _Piece(stacks, work, arguments)
    stacks.count += 1
    try:
        piece.run()
    except BaseException:
        if piece.ended:
            raise
        stacks.abandoned = True  # an interrupt: what goes on below ends where it looks next
        raise
    finally:
        stacks.count -= 1
    result: T = piece.result
    return result


class _Piece:
    """A part of a recursion that has a stack of its own."""

    def __init__(
        self, stacks: _Stacks, work: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        self._stacks = stacks
        self._work = work
        self._arguments = arguments
        self._error: BaseException | None = None
        self._steps = WORK.handed_over()
        self.ended = False
        self.result: Any = None

    def run(self) -> None:
        """Do the work on a new thread and wait for its end; raises what it raises."""
        from contextvars import copy_context
        from threading import Thread

        thread = Thread(
            target=self._body, args=(copy_context(),), name="helmwright-stack", daemon=True
        )
        try:
            thread.start()
        except RuntimeError as error:
            self.ended = True
            raise StackError("the system has no more threads") from error
        thread.join()
        WORK.take_over(self._steps)
        if self._error is not None:
            try:
                raise self._error
            finally:
                self._error = None  # or it and its traceback would hold each other

    def _body(self, context: Any) -> None:
        from _thread import get_ident

        own = get_ident()
        _in_use[own] = self._stacks
        WORK.take_over(self._steps)
        try:
            self.result = context.run(self._work, *self._arguments)
        except BaseException as error:  # noqa: BLE001 - it is raised again by the thread that waits
            self._error = error
        finally:
            self._steps = WORK.handed_over()
            del _in_use[own]
            self.ended = True
