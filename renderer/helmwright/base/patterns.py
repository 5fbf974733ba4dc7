"""Regular expressions that are compiled when they are first used.

Compiling one takes a tenth of a millisecond, and hundreds are known to a program of which one run
needs a few.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Becomes a pattern when something of it is asked for; from then on its methods are its own."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)
        return value


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what ``re.compile`` would, later; a mistake in it is found then."""
    return cast("re.Pattern[str]", _LazyPattern(source, flags))
