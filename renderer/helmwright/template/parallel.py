"""Compiles the texts of a large chart on two processors.

Compiling is all that takes long when nothing is cached yet. A forked child takes half of the
texts and sends what it made through a pipe; whatever it does not send is compiled by the caller.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Source = tuple[str, str]
    Compile = Callable[[str, str], Any]

WORTHWHILE = 150_000
"""Characters of text from which on a second process saves more than it costs."""


def compile_many(
    sources: Sequence[Source], compile_one: Compile, *, worthwhile: int = WORTHWHILE
) -> dict[str, Any]:
    """Return what ``compile_one`` makes of each source, by name, as plain data.

    Sources on which it raises are left out: the caller meets the error when it comes to them. The
    result is empty where a second process is of no use.
    """
    if sum(len(text) for _, text in sources) < worthwhile or not _can_fork():
        return {}
    by_size = sorted(sources, key=lambda source: len(source[1]), reverse=True)
    reader, writer = os.pipe()
    try:
        child = os.fork()
    except OSError:  # no process is left for us
        os.close(reader)
        os.close(writer)
        return {}
    if child == 0:
        _work_for_parent(by_size[1::2], compile_one, reader, writer)
    os.close(writer)
    compiled = _compile(by_size[::2], compile_one)
    with open(reader, "rb") as pipe:  # noqa: PTH123 - a descriptor
        sent = pipe.read()
    os.waitpid(child, 0)
    try:
        compiled.update(marshal.loads(sent))  # noqa: S302 - made by our child
    except (ValueError, EOFError, TypeError):
        return compiled
    return compiled


def _work_for_parent(
    sources: Sequence[Source], compile_one: Compile, reader: int, writer: int
) -> None:
    """Compile, send and end this process, whatever happens."""
    try:
        os.close(reader)
        with open(writer, "wb") as pipe:
            pipe.write(marshal.dumps(_compile(sources, compile_one)))
    finally:
        os._exit(0)


def _compile(sources: Sequence[Source], compile_one: Compile) -> dict[str, Any]:
    from helmwright.errors import GoError

    compiled = {}
    for name, text in sources:
        try:
            compiled[name] = tuple(map(tuple, compile_one(name, text)))
        except (GoError, RecursionError, MemoryError):
            continue
    return compiled


def _can_fork() -> bool:
    """Tell whether there is a second processor, and no other thread that a fork would leave out."""
    if not hasattr(os, "sched_getaffinity") or len(sys._current_frames()) > 1:  # noqa: SLF001
        return False
    return len(os.sched_getaffinity(0)) > 1
