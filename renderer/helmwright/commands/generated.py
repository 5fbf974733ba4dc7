"""Files that a command makes out of others: written if they change, or only checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, Position, UsageError
from helmwright.base.printable import printable
from helmwright.commands.files import content, write_if_changed

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.commands.in_place import WritesFlags


class Difference(NamedTuple):
    """The lines of a file that is not up to date, and those that it should have."""

    old: list[str]
    new: list[str]


def refuse_to_check_stdout(output: str, flags: WritesFlags) -> None:
    """Raise ``UsageError`` for flags that are about a file, if it is standard output."""
    from helmwright.commands.in_place import check_writing

    check_writing(flags)
    if output != "-":
        return
    for name, verb, is_on in (
        ("check", "compares", flags.check),
        ("diff", "compares", flags.diff),
        ("dry-run", "compares", flags.dry_run),
        ("write", "changes", flags.write),
        ("in-place", "changes", flags.in_place),
    ):
        if is_on:
            raise UsageError(f"--{name} {verb} a file: name it with --output")


def put_generated(  # noqa: PLR0913 - keywords only
    context: Context,
    flags: WritesFlags,
    path: str,
    data: bytes,
    *,
    source: str,
    within: str | None,
) -> None:
    """Write a file, or show or name what would change, as the flags of ``in_place`` ask.

    source: what the heading of a difference calls the data. within: see ``write_file``.
    """
    from helmwright.commands.in_place import is_written, say_changes

    before = content(path)
    if is_written(flags):
        write_if_changed(context, path, data, within=within, before=before)
    if flags.diff:
        old, new = ((text or b"").decode("utf-8", "replace") for text in (before, data))
        _print_difference(context, path, source, old, new)
    say_changes(context, flags, [] if before == data else [path])


def _print_difference(context: Context, path: str, source: str, old: str, new: str) -> None:
    from difflib import unified_diff

    from helmwright.commands.values_difference import difference_text

    lines = [text.splitlines(keepends=True) for text in (old, new)]
    shown = difference_text(context.style, unified_diff(lines[0], lines[1], path, source))
    context.show(printable(shown))


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
    old = data.decode("utf-8", "replace")
    if old == text:
        return None
    _print_difference(context, path, source, old, text)
    return Difference(old.splitlines(keepends=True), text.splitlines(keepends=True))
