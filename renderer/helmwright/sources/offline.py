"""Whether the network may be asked at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.sources.switches import OFFLINE, is_on

if TYPE_CHECKING:
    from collections.abc import Mapping


def is_offline(environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether HELMWRIGHT_OFFLINE forbids the network, in the process's environment if none is given."""
    return is_on(OFFLINE, environment)
