"""Limits that Go does not have: no input may take all the time or all the memory.

They are far from what any chart needs; docs/limits.md lists them all.
"""

from __future__ import annotations

from _thread import _local

from helmwright.errors import FunctionError

TEXT_LIMIT = 32 << 20
"""The most characters of one text that a function makes or a template writes."""
NODE_LIMIT = 2_000_000
"""The most maps, lists and scalars that one function writes, copies or compares."""
WORK_LIMIT = 10_000_000
"""The most steps of one render; see ``Work``."""

ITERATION = 1
CALL = 5
COMPILATION = 1000
CHARACTERS_PER_STEP = 64


class Work(_local):
    """What the renders of this thread may still do.

    A step is some tenth of a microsecond: one iteration of a range is one, a call of a template is
    ``CALL``, a text that is compiled ``COMPILATION``, 64 characters of a large text are one, and
    so is every map, list or scalar that is copied or written by a large serialisation.

    left: the steps that are left; ``None`` while nothing renders.
    """

    left: int | None = None

    def spend(self, steps: int) -> None:
        """Take ``steps`` off what is left.

        Raises:
            FunctionError: if there is not enough.
        """
        if self.left is not None:
            self.left -= steps
            if self.left < 0:
                raise FunctionError(EXHAUSTED)


WORK = Work()
EXHAUSTED = f"rendering takes more than {WORK_LIMIT} steps"


def check_text(name: str, size: int) -> None:
    """Refuse to make a text of ``size`` bytes if that is absurd, on behalf of function ``name``."""
    if size > TEXT_LIMIT:
        raise FunctionError(f"{name}: a result of {size} bytes is too large")
    WORK.spend(size // CHARACTERS_PER_STEP)
