"""Whether the network may be asked at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "HELMWRIGHT_OFFLINE"
_NO = frozenset({"", "0", "f", "false", "n", "no", "off"})


def is_offline(environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether HELMWRIGHT_OFFLINE forbids the network, in the process's environment if none is given."""
    known = os.environ if environment is None else environment
    return known.get(VARIABLE, "").strip().lower() not in _NO
