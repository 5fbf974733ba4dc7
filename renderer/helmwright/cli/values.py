"""``helmwright values get|set|unset|explain|migrate|render``: reads, explains and changes values files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright values get|set|unset|explain|migrate|render ..."
SUMMARY = """Read, explain and change values files.

Changes are made in place: comments, order, quotes and blank lines stay as they are, and no
line changes that is not concerned. 'helmwright values get --help' and so on say more.
"""
EXAMPLES = """\
  helmwright values get prod.yaml db.port
  helmwright values set prod.yaml db.port=5433 'resourcePools[0].pool_name=a100'
  helmwright values explain db.port -f base.yaml -f prod.yaml    # where it comes from
  helmwright values unset prod.yaml db.port                      # the chart's default counts
  helmwright values migrate prod.yaml                            # old keys get their new names
  helmwright values render prod.yaml.j2 --context prod.yaml      # a file in Jinja2 as YAML
"""
ACTIONS = {
    "get": "print a value of values files",
    "set": "set values in a file",
    "unset": "remove keys from a file",
    "explain": "say where an effective value comes from",
    "migrate": "rename or remove keys that a release does not know any more",
    "render": "print the YAML that a values file in Jinja2 makes",
}
COMMAND = CommandGroup("helmwright.cli", "values", USAGE, SUMMARY, EXAMPLES, ACTIONS)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
