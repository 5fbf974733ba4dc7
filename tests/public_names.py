"""The public names of the package, by the packages and modules that have them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import helmwright

ROOMS: dict[str, ModuleType] = {
    name: getattr(helmwright, name)
    for name in dir(helmwright)
    if isinstance(getattr(helmwright, name), ModuleType)
}
"""The public packages below the package."""
PUBLIC: dict[str, Any] = {
    name: getattr(room, name) for room in ROOMS.values() for name in room.__all__
}
