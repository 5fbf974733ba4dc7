"""An era, or the version of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.eras.era import Era


def as_era(era: Era | str) -> Era:
    """Return an era that may be said as its version.

    Raises:
        UsageError: as ``resolve_era`` does.
    """
    if not isinstance(era, str):
        return era
    from helmwright.eras.resolving import resolve_era

    return resolve_era(era, asked="era")
