"""Makes the smallest case that shows a fault out of one that does."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from tests.fuzz.case import CLOSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.case import FuzzCase

ATTEMPTS = 400
SECONDS = 15
"""Processor time that making one case smaller may take."""


def minimised(case: FuzzCase, shows: Callable[[FuzzCase], bool]) -> FuzzCase:
    """Returns a case that ``shows`` what the first one does, and is no larger.

    shows: runs a case. It is called ``ATTEMPTS`` times at most, and not after ``SECONDS``.
    """
    left = ATTEMPTS
    end = process_time() + SECONDS
    changed = True
    while changed and left > 0:
        changed = False
        for candidate in _smaller(case):
            left -= 1
            if shows(candidate):
                case, changed = candidate, True
                break
            if process_time() > end:
                left = 0
            if left <= 0:
                break
    return case


def _smaller(case: FuzzCase) -> Iterator[FuzzCase]:
    """Yields cases with something less, the largest steps first."""
    for name in [*case.files]:
        candidate = case.copy()
        del candidate.files[name]
        yield candidate
    for name in [*case.links]:
        candidate = case.copy()
        del candidate.links[name]
        yield candidate
    for name in [*case.environment]:
        candidate = case.copy()
        del candidate.environment[name]
        yield candidate
    for place in range(len(case.command.split()), len(case.argv)):
        candidate = case.copy()
        del candidate.argv[place]
        yield candidate
    if case.stdin and case.stdin != CLOSED:
        for text in _shorter(case.stdin):
            candidate = case.copy()
            candidate.stdin = text
            yield candidate
    for name, content in sorted(case.files.items(), key=lambda item: -len(item[1])):
        for text in _shorter(content):
            candidate = case.copy()
            candidate.files[name] = text
            yield candidate


def _shorter(text: bytes) -> Iterator[bytes]:
    """Yields a text without parts of it: halves, quarters, lines, and then single bytes."""
    size = len(text) // 2
    while size > 8:
        for start in range(0, len(text), size):
            yield text[:start] + text[start + size :]
        size //= 2
    lines = text.split(b"\n")
    if len(lines) > 1:
        for place in range(len(lines)):
            yield b"\n".join(lines[:place] + lines[place + 1 :])
    if len(text) <= 64:
        for place in range(len(text)):
            yield text[:place] + text[place + 1 :]
