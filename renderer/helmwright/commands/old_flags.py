"""Flags as tuples."""

from __future__ import annotations

from typing import Any

from helmwright.commands.flags import BOOL, Flags
from helmwright.commands.flags import Flag as _Flag

EVERY_COMMAND = tuple(Flags.declared())
HELP = EVERY_COMMAND[0]


class Flag(_Flag):
    """A flag."""

    def __init__(self, name: str, kind: str, text: str, short: str = "", **more: Any) -> None:
        super().__init__(kind, text, short, name=name, **more)


def switch(name: str, text: str, short: str = "", **more: Any) -> Flag:
    """Return a flag that is false unless given."""
    return Flag(name, BOOL, text, short, bare="true", **more)
