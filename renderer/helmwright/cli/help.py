"""``helmwright help [COMMAND]``, and the text that ``--help`` prints for every command."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from helmwright.cli.flags import BOOL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.cli import Context
    from helmwright.cli.flags import Flag

_INTRODUCTION = """Helm charts rendered exactly as Helm renders them, without Helm.

Usage:
  helmwright COMMAND [ARGUMENTS] [FLAGS]

Commands:
"""
_WIDTH = 100


def describe(usage: str, summary: str, flags: Iterable[Flag]) -> str:
    """Return the help of a command."""
    shown = sorted(
        (flag for flag in flags if not flag.hidden and not flag.deprecated),
        key=lambda flag: flag.name,
    )
    rows = [(_signature(flag), flag) for flag in shown]
    width = max((len(signature) for signature, _ in rows), default=0) + 3
    lines = [summary, "Usage:", f"  {usage}", "", "Flags:"]
    for signature, flag in rows:
        first, *rest = wrap(_explained(flag), max(_WIDTH - width - 2, 30)) or [""]
        lines.append(f"  {signature:<{width}}{first}")
        lines.extend(f"  {'':<{width}}{line}" for line in rest)
    lines.append(f"  {'-h, --help':<{width}}help for this command")
    return "\n".join(lines) + "\n"


def _signature(flag: Flag) -> str:
    short = f"-{flag.short}, " if flag.short else "    "
    kind = "" if flag.kind == BOOL else f" {flag.value_name or flag.kind}"
    return f"{short}--{flag.name}{kind}"


def _explained(flag: Flag) -> str:
    default = flag.default
    return f"{flag.help} (default {default})" if default not in (None, "", 0, False) else flag.help


def run(context: Context, arguments: list[str]) -> int:
    """Print what commands there are, or the help of one."""
    from helmwright.cli import COMMANDS, run_command

    if arguments and arguments[0] != "help":
        return run_command(context, [arguments[0], "--help"])
    width = max(map(len, COMMANDS)) + 3
    rows = "".join(f"  {name:<{width}}{text}\n" for name, text in COMMANDS.items())
    footer = "\nUse 'helmwright help COMMAND' for a command's flags.\n"
    context.write(_INTRODUCTION + rows + footer)
    return 0
