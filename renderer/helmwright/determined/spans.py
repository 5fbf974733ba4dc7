"""Facts that hold from one release to another, as the data files have them: ``[value, since, until]``.

What is missing or null in a span means the first or the last release of all.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from helmwright.determined.versions import Number


def values_at(
    facts: Mapping[str, Sequence[Sequence[str | None]]], number: Number
) -> dict[str, str]:
    """Return what there is at a release, by name."""
    found = {key: value_at(spans, number) for key, spans in facts.items()}
    return {key: value for key, value in found.items() if value is not None}


def value_at(spans: Sequence[Sequence[str | None]], number: Number) -> str | None:
    """Return the value at a release; None if there is none."""
    for span in spans:
        value, since, until = (*span, None, None)[:3]
        if (since is None or _parsed(since) <= number) and (
            until is None or number <= _parsed(until)
        ):
            return value
    return None


@functools.cache
def _parsed(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))
