"""Limits that Go does not have: no input may take all the time or all the memory.

They are far from what any chart needs; docs/limits.md lists them all.
"""

from __future__ import annotations

from _thread import _local
from time import thread_time

from helmwright.errors import FunctionError

TEXT_LIMIT = 32 << 20
"""The most characters of one text that a function makes or a template writes."""
LARGE_TEXT = 4 << 10
"""Texts below this size are not counted."""
LARGE_COLLECTION = 1000
"""Lists and maps with fewer elements are not counted."""
NODE_LIMIT = 1_000_000
"""The most maps, lists and scalars that one function writes, copies or compares."""
WORK_LIMIT = 10_000_000
"""The most steps of one render; see ``Work``."""
CALL_LIMIT = 2_000_000
"""The most times that templates execute templates in one render."""
OUTPUT_LIMIT = 64 << 20
"""The most characters that all templates of one render write."""

RENDER_SECONDS = 5
"""The most processor time that the templates of one render may take if they loop a lot."""
ENDLESS = 1 << 80
FEW_PIECES = 20
"""So many pieces can be joined even if each is as large as a function can make it."""
COMPILATION = 1000
CHARACTERS_PER_STEP = 64
ELEMENTS_PER_STEP = 32


class LimitError(FunctionError):
    """An input asked for too much; unlike errors of Go's, functions do not hide it."""


class Work(_local):
    """What the renders of this thread may still do.

    A step is some tenths of a microsecond: an iteration of a range is one, a text that ``tpl``
    compiles is ``COMPILATION``, 64 characters of a large text are one, as are
    32 elements of a large list, and every value inside a large one that is copied or written.

    left: the steps that are left; practically endless while nothing renders.
    deadline: the processor time of the thread at which long loops end.
    """

    left = ENDLESS
    deadline = float("inf")

    def spend(self, steps: int) -> None:
        """Take ``steps`` off what is left.

        Raises:
            LimitError: if there is not enough.
        """
        self.left -= steps
        if self.left < 0:
            raise LimitError(EXHAUSTED)

    def check_time(self) -> None:
        """Raise LimitError if the time is over."""
        if thread_time() > self.deadline:
            raise LimitError(OVERTIME)


WORK = Work()
OVERTIME = f"rendering takes more than {RENDER_SECONDS} seconds of processor time"
EXHAUSTED = f"rendering takes more than {WORK_LIMIT} steps"


def check_text(name: str, size: int) -> None:
    """Count a text of ``size`` bytes that function ``name`` is about to make, or refuse it."""
    if size > LARGE_TEXT:
        if size > TEXT_LIMIT:
            raise LimitError(f"{name}: a result of {size} bytes is too large")
        WORK.spend(size // CHARACTERS_PER_STEP)


def check_parsing(text: str, steps: int = 1) -> None:
    """Count a text of a data language that is about to be read, each character as some steps."""
    if len(text) > LARGE_TEXT:
        WORK.spend(len(text) * steps)


def check_elements(size: int) -> None:
    """Count a list or map of ``size`` elements that a function is about to go through."""
    if size > LARGE_COLLECTION:
        WORK.spend(size // ELEMENTS_PER_STEP)
