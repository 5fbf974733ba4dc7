"""``helmwright golden run|update|list|new``: golden files of any chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright golden run|update|list|new ..."
SUMMARY = """Keep what a chart renders to in files, and see what changes.

A folder holds cases: values files, or folders of them with a case.yaml that says more, such
as the release, values to set, or an expected failure. What each case renders to is in files
below expected/. 'helmwright golden run --help' and so on say more.
"""
EXAMPLES = """\
  helmwright golden new prod -f prod.yaml    # make a case of a values file
  helmwright golden update                   # write what the cases render to
  helmwright golden run                      # fail, with a diff, if that changes
  helmwright golden run --engine helm        # hold it against helm, too
  helmwright golden run --coverage text --fail-under 80
"""
ACTIONS = {
    "run": "render all cases and hold them against their golden files",
    "update": "make golden files what the cases render to",
    "list": "print the cases",
    "new": "make a case",
}
COMMAND = CommandGroup("helmwright.cli", "golden", USAGE, SUMMARY, EXAMPLES, ACTIONS)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
