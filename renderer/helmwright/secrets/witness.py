"""What a run has read, for whoever tells its errors: they quote what was read, secrets and all.

Whoever reads values says so here, with ``saw``. That costs next to nothing: unless a ``witnessing``
block is around it nothing is kept, and what is kept is looked at only when an error is told
(``safe_errors``). A block sees what is read in its own thread, and in those that copy its context.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["chart", "values", "text", "override", "release"]
Sight = tuple[Kind, Any, Any]
"""What was read. chart: a loaded one. values: of a user. text: a file of YAML or of any other kind.
override: an argument of ``--set``. release: a stored one. With it, the chart that it is for, if
that is known."""
Sights = deque[Sight]

_MOST = 4096
"""What was read longer ago than so many others is forgotten."""
_SIGHTS: ContextVar[Sights | None] = ContextVar("sights", default=None)


def saw(kind: Kind, what: Any, chart: Any = None) -> None:
    """Say that something has been read in which there may be secrets."""
    sights = _SIGHTS.get()
    if sights is not None:
        sights.append((kind, what, chart))


@contextmanager
def witnessing() -> Iterator[Sights]:
    """Keep what is read in the block; a block around it keeps that, too."""
    outer = _SIGHTS.get()
    sights: Sights = deque(maxlen=_MOST)
    token = _SIGHTS.set(sights)
    try:
        yield sights
    finally:
        _SIGHTS.reset(token)
        if outer is not None:
            outer.extend(sights)


@contextmanager
def unwitnessed() -> Iterator[None]:
    """Keep nothing of what is read in the block: it is read again, to find secrets in it."""
    token = _SIGHTS.set(None)
    try:
        yield
    finally:
        _SIGHTS.reset(token)
