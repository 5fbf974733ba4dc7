"""Who fetches documents that a chart refers to on the web: nobody, unless that was allowed.

A schema can refer to ``https://``. Helm fetches such references while it checks values; a library inside somebody's
program does not ask the network by itself, so the command allows it for its own process, and a program that wants it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[str], bytes]

_allowed: dict[str, Reader | None] = {"reader": None}


def allow(reader: Reader | None) -> Reader | None:
    """Let this process fetch documents with a function from now on, or with none; return the one before.

    reader: gets a URL and returns what is there; raises ``GoError``.
    """
    before, _allowed["reader"] = _allowed["reader"], reader
    return before


def reader() -> Reader | None:
    """Return what fetches documents; None if nobody may."""
    return _allowed["reader"]
