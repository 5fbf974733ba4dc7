"""Python's recursion limit while templates call each other."""

from __future__ import annotations

import sys
from _thread import allocate_lock

_RECURSION_LIMIT = 260_000
"""Two Python frames per level of Go's 100,000 nested templates, and some to spare.

Calls between compiled templates do not use the C stack, so this many fit into memory.
"""


class _DeepRecursion:
    """Raises Python's recursion limit while any thread renders.

    The limit belongs to the whole process, and what recurses through C needs the usual one.
    """

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._renders = 0
        self._usual = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._renders == 0:
                self._usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._usual, _RECURSION_LIMIT))
            self._renders += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._renders -= 1
            if self._renders == 0:
                sys.setrecursionlimit(self._usual)


DEEP_RECURSION = _DeepRecursion()
"""To be entered around every execution of templates."""
