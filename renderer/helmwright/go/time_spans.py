"""A zone and the seconds between which it holds.

Source: time/zoneinfo.go
"""

from __future__ import annotations

from typing import NamedTuple

ALPHA = -(1 << 63)


OMEGA = (1 << 63) - 1


class Span(NamedTuple):
    """A zone and the Unix seconds between which it holds."""

    name: str
    offset: int
    start: int
    end: int
    is_dst: bool
