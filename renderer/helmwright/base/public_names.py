"""Public names of packages, imported when they are first used.

A public package states its names three times: under ``TYPE_CHECKING`` for type checkers, in ``__all__``, and
for ``lazily``, by module. ``tests/test_public_api.py`` holds them against each other.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Modules = Mapping[str, tuple[str, ...]]


def lazily(
    package: str, modules: Modules, rooms: tuple[str, ...] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package.

    modules: below ``helmwright``, with the public names that each has. rooms: public packages below
    this one; they are imported when they are first used, too, and a name that is not in ``package``
    but in one of them is said to be there.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def get(name: str) -> Any:
        if name in homes:
            value = getattr(import_module(f"helmwright.{homes[name]}"), name)
        elif name in rooms:
            value = import_module(f"{package}.{name}")
        else:
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}{_elsewhere(name, package, rooms)}",
                name=name,
                obj=sys.modules[package],
            )
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        own = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*own, *homes, *rooms})

    return get, names


def _elsewhere(name: str, package: str, rooms: tuple[str, ...]) -> str:
    """Return in which room a name is, if it is in any."""
    if name.startswith("_"):
        return ""
    for room in rooms:
        if name in import_module(f"{package}.{room}").__all__:
            return f"; it is in {package}.{room}"
    return ""
