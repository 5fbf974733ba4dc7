"""``helmwright repo add|list|update|remove|index``: chart repositories, in the files that Helm has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright repo add|list|update|remove|index ..."
SUMMARY = """Add, list, update and remove chart repositories, or write the index of one.

The files are Helm's own: what one program adds, the other knows.
"""
EXAMPLES = """\
  helmwright repo add lab https://charts.example.com
  helmwright repo update
  helmwright repo list -o json
  helmwright repo index ./archives --url https://charts.example.com
"""
ACTIONS = {
    "add": "add a repository",
    "list": "list the repositories",
    "update": "fetch the indexes of repositories again",
    "remove": "remove repositories",
    "index": "write index.yaml for a folder of archives",
}
ALIASES = {"ls": "list", "up": "update", "rm": "remove"}
COMMAND = CommandGroup("helmwright.cli", "repo", USAGE, SUMMARY, EXAMPLES, ACTIONS, ALIASES)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
