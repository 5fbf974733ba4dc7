"""Variables of the environment that switch something on, as a pipeline does for all its steps."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ADD_MISSING = "HELMWRIGHT_ADD_MISSING"
INTEGRITY = "HELMWRIGHT_INTEGRITY"
OFFLINE = "HELMWRIGHT_OFFLINE"
_NO = frozenset({"", "0", "f", "false", "n", "no", "off"})


def is_on(variable: str, environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether a variable switches something on, in the process's environment if none is given."""
    known = os.environ if environment is None else environment
    return known.get(variable, "").strip().lower() not in _NO
