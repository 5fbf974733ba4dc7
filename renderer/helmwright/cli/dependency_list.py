"""``helmwright dependency list [CHART]``: says what is there of what Chart.yaml asks for.

Source: helm pkg/cmd/dependency.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags, integer

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright dependency list [CHART] [FLAGS]"
SUMMARY = """Print each dependency of a chart with its state, and what in charts/ is none.

CHART is a folder or an archive, by default the folder that this runs in.
"""
EXAMPLES = "  helmwright dependency list ./chart\n"


class DependencyListFlags(Flags):
    """The flags of ``dependency list``."""

    max_col_width: int = integer(
        "how wide a column of the table may be, 0 for any width", default=80, value_name="columns"
    )


def _run(context: Context, flags: DependencyListFlags, arguments: list[str]) -> int:
    from helmwright.sources.dependencies.listing import list_dependencies, listing_text

    if len(arguments) > 1:
        raise UsageError(
            f'"helmwright dependency list" accepts at most 1 argument\n\nUsage:  {USAGE}'
        )
    if flags.max_col_width < 0:
        raise UsageError("--max-col-width is a number of columns, or 0")
    found = list_dependencies(arguments[0] if arguments else ".", log=context.log)
    context.report(listing_text(found, flags.max_col_width))
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DependencyListFlags, _run)
