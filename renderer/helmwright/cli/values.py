"""``helmwright values get|set|explain|migrate|render``: reads, explains and changes values files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from helmwright.cli.flags import HelpRequested, parse
from helmwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.cli import Context
    from helmwright.cli.flags import Flag

USAGE = "helmwright values get|set|explain|migrate|render ..."
SUMMARY = """Read, explain and change values files.

Changes are made in place: comments, order, quotes and blank lines stay as they are, and no
line changes that is not concerned. 'helmwright values get --help' and so on say more.
"""
EXAMPLES = """\
  helmwright values get prod.yaml db.port
  helmwright values set prod.yaml db.port=5433 'resourcePools[0].pool_name=a100'
  helmwright values explain db.port -f base.yaml -f prod.yaml    # where it comes from
  helmwright values migrate prod.yaml --write                    # old keys get their new names
  helmwright values render prod.yaml.j2 --context prod.yaml      # a file in Jinja2 as YAML
"""
ACTIONS = {
    "get": "print a value of values files",
    "set": "set values in a file",
    "explain": "say where an effective value comes from",
    "migrate": "rename or remove keys that a release does not know any more",
    "render": "print the YAML that a values file in Jinja2 makes",
}


class Action(NamedTuple):
    """What one of the actions is called with: the command line's own texts and flags."""

    usage: str
    summary: str
    examples: str
    flags: tuple[Flag, ...]
    values: tuple[Flag, ...]
    run: Callable[[Context, dict[str, object], list[str]], int]


def action(name: str) -> Action:
    """Return an action of the command."""
    found: Action = import_module(f"helmwright.cli.values_{name}").ACTION
    return found


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    from helmwright.cli.help import describe, describe_command

    name = arguments[0] if arguments else ""
    if name not in ACTIONS:
        try:
            parse((), arguments, context)
        except HelpRequested:
            rows = "".join(f"  {one:<10}{text}\n" for one, text in ACTIONS.items())
            context.write(describe(USAGE, SUMMARY, (f"Actions:\n{rows}", f"Examples:\n{EXAMPLES}")))
            return 0
        raise UsageError(f"name what to do: {', '.join(ACTIONS)}\n\nUsage:  {USAGE}")
    asked = action(name)
    try:
        flags, positional, _ = parse((*asked.flags, *asked.values), arguments[1:], context)
    except HelpRequested:
        context.write(
            describe_command(asked.usage, asked.summary, asked.examples, asked.flags, asked.values)
        )
        return 0
    return asked.run(context, flags, positional)
