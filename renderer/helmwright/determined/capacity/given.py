"""Reads data that people wrote: the value at a path as the type it must have, or an error there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, InputError, Position
from helmwright.go.quantity import parse as parse_quantity

if TYPE_CHECKING:
    from fractions import Fraction

Path = tuple["str | int", ...]
LARGEST = 1 << 53
"""The largest number that is read: all whole numbers below it are exact."""
_SHIFT = 40
"""The largest power of ten of a quantity that is looked at."""


def located(error: InputError, text: str | bytes, file: str) -> InputError:
    """Return the error with the place in ``text`` of what it is about, or of what holds that."""
    from helmwright.go.yaml_positions import positions

    places = positions(text, file)
    error.position = Position(file)
    for length in range(len(error.path), -1, -1):
        place = places.get(error.path[:length])
        if place is not None:
            error.position = place.value if length == len(error.path) else place.key
            break
    return error


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


def switch(value: Any, path: Path) -> bool:
    """Return true or false; nothing is false."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise InputError(path, f"expected true or false, not {kind_of(value)}")
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


def known_keys(value: dict[str, Any], keys: frozenset[str], path: Path) -> None:
    """Refuse keys that nothing reads."""
    for key in value:
        if key not in keys:
            from difflib import get_close_matches

            close = get_close_matches(key, keys, 1)
            hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(sorted(keys))}"
            raise InputError((*path, key), f"unknown key; {hint}")


def kind_of(value: Any) -> str:
    """Return what people call the type of a value."""
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true or false"
    return "a text" if isinstance(value, str) else "a number"


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str | int | float) else kind_of(value)
