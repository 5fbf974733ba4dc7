"""``helmwright search repo [WORD...]``: finds charts in the indexes of repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright search repo [WORD...] [FLAGS]"
SUMMARY = """Find charts in the repositories that have been added.

Only the cached indexes are read; 'helmwright repo update' fetches them again. There is no
'search hub': it would ask a service on the web.
"""
EXAMPLES = """\
  helmwright search repo nginx
"""
ACTIONS = {"repo": "find charts in the repositories that have been added"}
COMMAND = CommandGroup("helmwright.cli", "search", USAGE, SUMMARY, EXAMPLES, ACTIONS)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
