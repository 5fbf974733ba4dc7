"""``helmwright show all|chart|values|readme|crds CHART``: prints what is in a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import CommandGroup

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright show all|chart|values|readme|crds CHART [FLAGS]"
SUMMARY = """Print what is in a chart: a folder, an archive, repo/chart, or the URL of an archive.
"""
EXAMPLES = """\
  helmwright show values lab/web --version ^1.0
  helmwright show chart ./web-1.0.0.tgz
"""
ACTIONS = {
    "all": "print all of it",
    "chart": "print Chart.yaml",
    "values": "print values.yaml",
    "readme": "print the README",
    "crds": "print the custom resource definitions",
}
COMMAND = CommandGroup("helmwright.cli", "show", USAGE, SUMMARY, EXAMPLES, ACTIONS)


def run(context: Context, arguments: list[str]) -> int:
    """Run an action; returns the exit code."""
    return COMMAND.run(context, arguments)
