"""Typed looks at the maps of a suite file; what does not fit is said with the name of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from helmwright.base.errors import HelmwrightError
from helmwright.go.ftoa import format_float

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from helmwright.go.kinds import Value

T = TypeVar("T")


class Fields:
    """A map of a suite file; where: what messages call it."""

    def __init__(self, data: dict[str, Value], where: str) -> None:
        self.data = data
        self.where = where

    def get(self, name: str, convert: Callable[[Value, str], T]) -> T:
        """Return a field as ``convert`` reads it; raise HelmwrightError if it cannot."""
        return convert(self.data.get(name), f"{self.where}.{name}")

    def section(self, name: str) -> Fields:
        """Return the map that a field holds; an empty one if it is not set."""
        where = f"{self.where}.{name}"
        return Fields(mapping(self.data.get(name), where), where)

    def refuse_unknown(self, known: Container[str]) -> None:
        """Raise HelmwrightError for a key that is not known."""
        for name in self.data:
            if name not in known:
                raise HelmwrightError(f"{self.where}: unknown key {name}")


def as_mapping(value: Value, where: str) -> dict[str, Value]:
    """Return a map; raise HelmwrightError for anything else."""
    if not isinstance(value, dict):
        raise HelmwrightError(f"{where} must be a map")
    return value


def mapping(value: Value, where: str) -> dict[str, Value]:
    """Return a map, empty for null."""
    return {} if value is None else as_mapping(value, where)


def text(value: Value, where: str) -> str:
    """Return a scalar as text, blank for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_float(value, "g")
    if isinstance(value, str | int):
        return str(value)
    raise HelmwrightError(f"{where} must be a string")


def texts(value: Value, where: str) -> tuple[str, ...]:
    """Return a list of texts, empty for null."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise HelmwrightError(f"{where} must be a list of strings")
    return tuple(text(item, f"{where}[{index}]") for index, item in enumerate(value))


def integer(value: Value, where: str) -> int:
    """Return an integer, 0 for null."""
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int):
        raise HelmwrightError(f"{where} must be an integer")
    return value


def flag(value: Value, where: str) -> bool:
    """Return a boolean, false for null."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise HelmwrightError(f"{where} must be true or false")
    return value
