"""Whether the network may be asked at all."""

from __future__ import annotations

import os

VARIABLE = "HELMWRIGHT_OFFLINE"
_NO = frozenset({"", "0", "f", "false", "n", "no", "off"})


def is_offline() -> bool:
    """Tell whether the environment forbids the network: HELMWRIGHT_OFFLINE, unless it says no."""
    return os.environ.get(VARIABLE, "").strip().lower() not in _NO
