"""Writing in place: the flags and the habit of every command that changes files that are there.

A command whose name says that files change writes them; a filter prints, and writes them with
``--write``. ``--diff``, ``--dry-run`` and ``--check`` write nothing and say what would be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.commands.flags import string, switch
from helmwright.commands.inputs import input_name, is_stdin
from helmwright.commands.report_flags import ColorFlags

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.commands import Context

DRY_RUN = switch("write nothing, and say which files would change")
IN_PLACE = switch("the same as --write", hidden=True)


class WritesFlags(ColorFlags):
    """The flags of a command that writes unless it is told otherwise."""

    check: bool = switch("write nothing; the exit code is 1 if a file would change")
    diff: bool = switch("show what would change, and write nothing; with --write, show and write")
    dry_run: bool = DRY_RUN
    write: bool = switch("change the files in place, which happens without this flag, too", "i")
    in_place: bool = IN_PLACE


class FilterFlags(WritesFlags):
    """The flags of a command that prints unless it is told otherwise."""

    diff: bool = switch("print what changes instead of the result")
    write: bool = switch("change the files in place", "i")


class ElsewhereFlags(WritesFlags):
    """The flags of a command that writes what it reads, or the result elsewhere."""

    output: str = string(
        "write the result there instead of in place, - for standard output",
        "o",
        value_name="file",
    )


class Change(NamedTuple):
    """A file before and after."""

    name: str
    old: bytes
    new: bytes


def check_writing(flags: WritesFlags, files: Sequence[str] = (), output: str = "") -> None:
    """Raise ``UsageError`` for flags that contradict each other.

    output: that of a command that has ``ElsewhereFlags``.
    """
    quiet = [
        name for name, is_on in (("--check", flags.check), ("--dry-run", flags.dry_run)) if is_on
    ]
    written = flags.write or flags.in_place
    if written and quiet:
        write = "writes" if len(quiet) == 1 else "write"
        raise UsageError(f"{' and '.join(quiet)} {write} nothing: leave --write out")
    if written and is_stdin(*files):
        raise UsageError("standard input cannot be written: leave --write out")
    if not output:
        return
    if len(files) > 1:
        raise UsageError("several files are written in place: leave --output out")
    if written:
        raise UsageError("--write changes the file that is read: leave --output out")


def is_written(flags: WritesFlags) -> bool:
    """Tell whether a command that writes unless it is told otherwise writes."""
    if flags.write or flags.in_place:
        return True
    return not (flags.check or flags.diff or flags.dry_run)


def put_changes(
    context: Context,
    flags: ElsewhereFlags,
    changes: Sequence[Change],
    show: Callable[[Change], None],
) -> int:
    """Write, show or only name what changes, as the flags ask; returns the exit code.

    show: prints the difference of one file. Raises FileChangedError for a file that has been
    changed since it was read.
    """
    if is_written(flags):
        for change in changes:
            _write(context, flags, change)
    if flags.diff:
        for change in changes:
            show(change)
    return say_changes(context, flags, [one.name for one in changes if one.old != one.new])


def say_changes(context: Context, flags: WritesFlags, changed: Sequence[str]) -> int:
    """Name the files that would change where nothing is written; returns the exit code."""
    if flags.check or flags.dry_run:
        for name in changed:
            context.say(f"{input_name(name)} would change")
    return 1 if flags.check and changed else 0


def _write(context: Context, flags: ElsewhereFlags, change: Change) -> None:
    from helmwright.commands.files import say_written, write_file, write_if_changed

    output = flags.output or (change.name if is_stdin(change.name) else "")
    if is_stdin(output):
        context.write(change.new.decode())
    elif output:
        write_file(output, change.new)
        say_written(context, output)
    else:
        write_if_changed(context, change.name, change.new, before=change.old)
