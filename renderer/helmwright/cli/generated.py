"""Files that a command makes out of others: written if they change, or only checked."""

from __future__ import annotations

from errno import EINVAL
from typing import TYPE_CHECKING, NamedTuple

from helmwright.errors import HelmwrightError, Position, UsageError
from helmwright.read_files import read_regular

if TYPE_CHECKING:
    from helmwright.cli import Context


class Difference(NamedTuple):
    """The lines of a file that is not up to date, and those that it should have."""

    old: list[str]
    new: list[str]


def refuse_to_check_stdout(output: str, *, check: bool) -> None:
    """Raise ``UsageError`` for ``--check`` of what goes to standard output."""
    if check and output == "-":
        raise UsageError("--check compares a file: name it with --output")


def write_if_changed(
    context: Context,
    path: str,
    data: bytes,
    *,
    within: str | None = None,
    before: bytes | None = None,
) -> None:
    """Make ``data`` what a file holds, and say whether it has been before.

    within, before: see ``write_file``.
    """
    from helmwright.cli.files import say_written, write_file

    if (content(path) if before is None else before) == data:
        context.say(f"{path} is up to date")
        return
    write_file(path, data, within=within, before=before)
    say_written(context, path)


def show_difference(
    context: Context, path: str, text: str, *, command: str, source: str
) -> Difference | None:
    """Print how a file differs from ``text``; None if it does not.

    command: what writes the file. source: what the heading of the difference calls the text.
    Raises HelmwrightError if there is no such file.
    """
    data = content(path)
    if data is None:
        raise HelmwrightError(f"{path} does not exist; '{command}' writes it", Position(path))
    old = data.decode("utf-8", "replace").splitlines(keepends=True)
    new = text.splitlines(keepends=True)
    if old == new:
        return None
    from difflib import unified_diff

    for line in unified_diff(old, new, path, source):
        context.report(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return Difference(old, new)


def content(path: str) -> bytes | None:
    """Return what a file holds, None if there is none."""
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == EINVAL:  # /dev/stdout, or another pipe: it holds nothing to compare
            return None
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {path}: {reason}", Position(path)) from None
