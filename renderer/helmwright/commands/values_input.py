"""Reads the values files of a command line; those in Jinja2 with the context that flags give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.options import values_context
from helmwright.values.files import TEMPLATE_SUFFIX, read_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands.options import ContextFlags

    Read = Callable[[str], bytes]


def read_values_input(flags: ContextFlags, name: str, read: Read) -> bytes:
    """Return the YAML of a values file."""
    context = values_context(flags) if is_template(name) else None
    return read_values(name, read, context)


def is_template(name: str) -> bool:
    """Tell whether a values file is a template, by its name."""
    return name.endswith(TEMPLATE_SUFFIX)


def refuse_template(name: str) -> None:
    """Raise ``UsageError`` for a values file that cannot be changed in place, being a template."""
    if is_template(name):
        raise UsageError(
            f"{name} is a template; its text is changed by hand, and 'helmwright values render' "
            "shows what it makes"
        )
