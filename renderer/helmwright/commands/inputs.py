"""Files that a command line names to be read: each a path, or ``-`` for standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.commands import Context


def is_stdin(*names: str) -> bool:
    """Tell whether one of the files is standard input."""
    from helmwright.values.inputs import is_standard_input

    return any(map(is_standard_input, names))


def input_name(name: str) -> str:
    """Return what messages call a file."""
    from helmwright.values.inputs import STDIN

    return STDIN if is_stdin(name) else name


def read_input(context: Context, name: str) -> bytes:
    """Return what a file holds."""
    from helmwright.values.inputs import read_file

    return context.read() if is_stdin(name) else read_file(name)


def check_inputs(names: Iterable[str], which: str = "file") -> None:
    """Raise ``UsageError`` if more than one file is standard input; which: what they are called."""
    if sum(map(is_stdin, names)) > 1:
        raise UsageError(f"only one {which} can be standard input")
