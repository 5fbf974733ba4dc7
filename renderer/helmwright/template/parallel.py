"""Compiles the texts of a large chart on two processors.

Compiling is all that takes long when nothing is cached yet. A forked child takes half of the
texts and sends what it made through a pipe; whatever it does not send is compiled by the caller.
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.base.processes import Child, may_fork

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
    if sum(len(text) for _, text in sources) < worthwhile or not may_fork():
        return {}
    by_size = sorted(sources, key=lambda source: len(source[1]), reverse=True)
    try:
        child = Child(lambda _: marshal.dumps(_compile(by_size[1::2], compile_one)))
    except OSError:  # no process is left for us
        return {}
    try:
        compiled = _compile(by_size[::2], compile_one)
    except BaseException:
        child.end()
        raise
    sent, _ = child.wait()
    try:
        compiled.update(marshal.loads(sent))  # noqa: S302 - made by our child
    except (ValueError, EOFError, TypeError):
        return compiled
    return compiled


def _compile(sources: Sequence[Source], compile_one: Compile) -> dict[str, Any]:
    compiled = {}
    for name, text in sources:
        try:
            compiled[name] = tuple(map(tuple, compile_one(name, text)))
        except (GoError, RecursionError, MemoryError):
            continue
    return compiled
