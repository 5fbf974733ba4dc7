"""``helmwright registry login|logout``: logins of OCI registries, in the file that Helm has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright registry login|logout HOST ..."
SUMMARY = """Log in at an OCI registry, or forget a login.

Logins are in Helm's own registry/config.json, or with the program that this file names; what
one program keeps, the other finds. Those of Docker are used, too, and left as they are.
"""
EXAMPLES = """\
  echo "$TOKEN" | helmwright registry login registry.example.com -u ci --password-stdin
  helmwright registry logout registry.example.com
"""
ACTIONS = {
    "login": "try a login, and keep it",
    "logout": "forget a login",
}
COMMAND = CommandGroup("helmwright.cli", "registry", USAGE, SUMMARY, EXAMPLES, ACTIONS)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
