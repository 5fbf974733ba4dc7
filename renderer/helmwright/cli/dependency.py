"""``helmwright dependency build|update|list``: the charts that a chart depends on, as Helm keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright dependency build|update|list ..."
SUMMARY = """Fetch the charts that a chart depends on into its folder charts/, and lock their versions.

Chart.lock and charts/ are Helm's own: what one program makes, the other takes. charts/ changes
all at once, or not at all.
"""
EXAMPLES = """\
  helmwright dependency update ./chart               # as Chart.yaml says; writes Chart.lock
  helmwright dependency build ./chart                # as Chart.lock says
  helmwright dependency build ./chart --add-missing  # in CI, without 'repo add'
  helmwright dependency list ./chart
"""
ACTIONS = {
    "build": "fetch what Chart.lock says",
    "update": "choose versions, write Chart.lock, and fetch them",
    "list": "say what is there of what Chart.yaml asks for",
}
ALIASES = {"up": "update", "ls": "list"}
COMMAND = CommandGroup("helmwright.cli", "dependency", USAGE, SUMMARY, EXAMPLES, ACTIONS, ALIASES)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
