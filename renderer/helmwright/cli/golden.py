"""``helmwright golden run|update|list|new``: golden files of any chart."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.cli.flags import HelpRequested, parse
from helmwright.errors import UsageError

if TYPE_CHECKING:
    from helmwright.cli import Context
    from helmwright.cli.values import Action

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


def action(name: str) -> Action:
    """Return an action of the command."""
    found: Action = import_module(f"helmwright.cli.golden_{name}").ACTION
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
        flags, positional, given = parse((*asked.flags, *asked.values), arguments[1:], context)
    except HelpRequested:
        context.write(
            describe_command(asked.usage, asked.summary, asked.examples, asked.flags, asked.values)
        )
        return 0
    if "seed" in flags and "seed" not in given:
        flags["seed"] = None
    return asked.run(context, flags, positional)
