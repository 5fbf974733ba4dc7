"""``helmwright version``: prints the version, and the Helm whose output it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.cli.flags import HelpRequested, parse
from helmwright.errors import UsageError

if TYPE_CHECKING:
    from helmwright.cli import Context

USAGE = "helmwright version"
SUMMARY = "Print the version of helmwright and of the Helm whose output it reproduces.\n"


def run(context: Context, arguments: list[str]) -> int:
    """Print one line."""
    try:
        parsed = parse((), arguments, context)
    except HelpRequested:
        from helmwright.cli.help import describe

        context.write(describe(USAGE, SUMMARY))
        return 0
    if parsed.arguments:
        raise UsageError(f'"helmwright version" accepts no arguments\n\nUsage:  {USAGE}')
    from helmwright import __version__
    from helmwright.capabilities import BuildInfo

    context.write(f"helmwright {__version__} (renders as Helm {BuildInfo().version})\n")
    return 0
