"""``helmwright help [COMMAND]``: what commands there are, and what ``COMMAND --help`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.cli import run_command
from helmwright.cli.command_table import known_commands

if TYPE_CHECKING:
    from helmwright.commands import Context

_INTRODUCTION = """Helm charts rendered exactly as Helm renders them, without Helm.

Usage:
  helmwright COMMAND [ARGUMENTS] [FLAGS]

Commands:
"""
_FOOTER = """
Use 'helmwright COMMAND --help' for a command's flags.
"""


def run(context: Context, arguments: list[str]) -> int:
    """Print what commands there are, or the help of one."""
    if "--no-pager" in arguments:
        arguments.remove("--no-pager")
        context.screen.pages = False
    if arguments and arguments[0] not in ("help", "-h", "--help"):
        return run_command(context, [arguments[0], "--help"])
    commands = known_commands()
    width = max(map(len, commands)) + 3
    rows = "".join(f"  {name:<{width}}{text}\n" for name, text in commands.items())
    context.show_help(_INTRODUCTION + rows + _FOOTER)
    return 0
