"""The amounts of CPU and memory that the chart's pods ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.fmt import to_text
from helmwright.go.quantity import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

_HOLDERS: tuple[Path, ...] = (("db",), ("db", "backup"), ("scheduler",), ("genai",))
_LARGEST_EXPONENT = 60
"""More than anybody writes; what is within can be computed with."""


def resource_paths() -> Iterator[tuple[str, Path, Path]]:
    """Yield ``cpu`` or ``memory``, the path of the request and that of the limit, of each pod."""
    for resource, short in (("cpu", "Cpu"), ("memory", "Mem")):
        yield resource, (f"master{short}Request",), (f"master{short}Limit",)
        for holder in _HOLDERS:
            key = short.lower()
            yield resource, (*holder, f"{key}Request"), (*holder, f"{key}Limit")


def amount(settings: DeterminedSettings, path: Path) -> Fraction | None:
    """Return the amount at ``path``; None if there is none.

    Raises:
        ValueError: for what is no quantity, or is absurdly large.
    """
    value = settings.get(*path)
    if value in (None, "", False) or type(value) not in (str, int, float):
        return None
    try:
        quantity = parse(to_text(value))
    except GoError as error:
        raise ValueError(str(error)) from error
    if abs(quantity.exponent) > _LARGEST_EXPONENT:
        raise ValueError("it is too large")
    return quantity.value


def plain_amount(settings: DeterminedSettings, path: Path) -> Fraction | None:
    """Return the amount at ``path``; None also for what is no quantity."""
    try:
        return amount(settings, path)
    except ValueError:
        return None
