"""Reads the values of a chart: what stands at a path as the type it must have, or an error there.

Values have no format of ours: what they may be is the chart's to say, and differs by its version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, InputError
from helmwright.go.quantity import parse as parse_quantity
from helmwright.settings.checking import kind_of

if TYPE_CHECKING:
    from fractions import Fraction

    from helmwright.base.paths import Path

LARGEST = 1 << 53
"""The largest number that is read: all whole numbers below it are exact."""
_SHIFT = 40
"""The largest power of ten of a quantity that is looked at."""


def mapping(value: Any, path: Path) -> dict[str, Any]:
    """Return a map; nothing is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(path, f"expected a map, not {kind_of(value)}")
    return value


def sequence(value: Any, path: Path) -> list[Any]:
    """Return a list; nothing is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(path, f"expected a list, not {kind_of(value)}")
    return value


def text(value: Any, path: Path, default: str = "") -> str:
    """Return a text; nothing is the default."""
    if value is None:
        return default
    if not isinstance(value, str):
        raise InputError(path, f"expected a text, not {kind_of(value)}; put it in quotes")
    return value


def whole(value: Any, path: Path, default: int | None = None, *, least: int = 0) -> int:
    """Return a whole number from ``least`` on, which may be a text; nothing is the default."""
    if value is None or value == "":
        if default is None:
            raise InputError(path, "is missing; give a whole number")
        return default
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < len(str(LARGEST)):
        value = int(value)
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or value != value // 1
        or not least <= value <= LARGEST
    ):
        raise InputError(path, f"expected a whole number from {least} on, not {_shown(value)}")
    return int(value)


def number(value: float | str | None, default: int) -> int:
    """Return a whole number of a file that was checked, which may be a text; nothing is the default."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return default
    return int(value)


def quantity(value: Any, path: Path) -> Fraction:
    """Return the number that a Kubernetes quantity says: ``7910m``, ``64Gi``, ``8``."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = repr(int(value) if value == value // 1 else value)
    if not isinstance(value, str):
        raise InputError(path, f"expected a quantity such as 4, 7910m or 64Gi, not {_shown(value)}")
    try:
        found = parse_quantity(value)
    except GoError:
        raise InputError(path, f"{_shown(value)} is no quantity such as 4, 7910m or 64Gi") from None
    if found.mantissa < 0 or abs(found.exponent) > _SHIFT:
        raise InputError(path, f"{_shown(value)} is out of range")
    return found.value


def units(value: Any, path: Path, scale: int = 1) -> int:
    """Return a quantity in whole units, rounded up as Kubernetes does: ``scale`` of them are 1."""
    number = quantity(value, path) * scale
    if number > LARGEST:
        raise InputError(path, f"{_shown(value)} is out of range")
    return -int(-number // 1)


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str | int | float) else kind_of(value)
