"""``helmwright golden update [CHART]``: makes golden files what the cases render to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.cli.actions import Action
from helmwright.cli.golden_flags import CHOICE, RENDERING, processes, read_settings

if TYPE_CHECKING:
    from helmwright.cli import Context

USAGE = "helmwright golden update [CHART] [FLAGS]"
SUMMARY = """Make golden files what the cases render to.

Files that hold it already are not touched, those that nothing renders to any more are removed.
A case that does not render keeps its files, and makes the exit code 1. Secrets are written nowhere.
"""
EXAMPLES = """\
  helmwright golden update
  helmwright golden update ./chart -k 'prod*'
  helmwright golden update --layout single      # one file for each case from now on
"""
_DONE = {"missing": "wrote", "changed": "wrote", "stale": "removed"}


def _run(context: Context, flags: dict[str, Any], positional: list[str]) -> int:
    settings = read_settings(context, flags, positional)
    from helmwright.goldens.differences import count_of
    from helmwright.goldens.running import RunOptions, update_cases

    report = update_cases(settings, RunOptions(flags["filter"] or "", "", processes(flags)))
    for change in report.changes:
        context.report(f"{_DONE[change.kind]} {change.path}\n")
    for result in report.errors:
        context.say(f"Error: {result.name}: {result.error}")
    if not report.changes:
        context.report(f"{count_of(len(report.results), 'case')}: nothing to write\n")
    return 1 if report.errors else 0


ACTION = Action(USAGE, SUMMARY, EXAMPLES, (*CHOICE, *RENDERING), (), _run)
