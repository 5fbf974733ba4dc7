"""``helmwright golden update [CHART]``: makes golden files what the cases render to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable
from helmwright.cli.golden_flags import RenderingFlags, processes, read_settings
from helmwright.commands.command import Command
from helmwright.commands.in_place import WritesFlags, check_writing, is_written

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright golden update [CHART] [FLAGS]"
SUMMARY = """Make golden files what the cases render to.

Files that hold it already are not touched, those that nothing renders to any more are removed.
A case that does not render keeps its files, and makes the exit code 1. Secrets are written nowhere.
"""
EXAMPLES = """\
  helmwright golden update
  helmwright golden update ./chart -k 'prod*'
  helmwright golden update --diff               # show what would change
  helmwright golden update --layout single      # one file for each case from now on
"""
_DONE = {"missing": "wrote", "changed": "wrote", "stale": "removed"}
_TO_DO = {"missing": "would write", "changed": "would write", "stale": "would remove"}


class UpdateFlags(RenderingFlags, WritesFlags):
    """The flags of ``golden update``."""


def _run(context: Context, flags: UpdateFlags, positional: list[str]) -> int:
    check_writing(flags)
    settings = read_settings(context, flags, positional)
    from helmwright.goldens.differences import count_of, line_diff
    from helmwright.goldens.running import RunOptions, run_cases, update_cases

    written = is_written(flags)
    with context.progress("rendering cases") as progress:
        options = RunOptions(flags.filter, "", processes(flags), told=progress.told)
        report = update_cases(settings, options) if written else run_cases(settings, options)
    done = _DONE if written else _TO_DO
    style = context.style
    shown = []
    for change in report.changes:
        shown.append(f"{done[change.kind]} {style.link(change.path, change.path)}\n")
        if flags.diff:
            shown.append(f"{line_diff(change, style=style)}\n")
    context.show(printable("".join(shown)))
    for result in report.errors:
        context.say(f"Error: {result.name}: {result.error}")
    if not report.changes:
        context.report(f"{count_of(len(report.results), 'case')}: nothing to write\n")
    return 1 if report.errors or (flags.check and report.changes) else 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, UpdateFlags, _run)
