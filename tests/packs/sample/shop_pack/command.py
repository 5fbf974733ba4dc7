"""``helmwright shop``: how many workers a shop has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import Command
from helmwright.commands.flags import Flags, switch
from helmwright.errors import UsageError
from helmwright.values import merge_sources

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright shop FILE ... [FLAGS]"
SUMMARY = "Print how many workers values files ask for.\n"
EXAMPLES = "  helmwright shop base.yaml prod.yaml\n"


class ShopFlags(Flags):
    """The flags of ``shop``."""

    plain: bool = switch("print the number only")


def _run(context: Context, flags: ShopFlags, arguments: list[str]) -> int:
    if not arguments:
        raise UsageError(f"name values files\n\nUsage:  {USAGE}")
    worker = merge_sources(arguments).get("worker")
    count = int(worker.get("replicas", 1)) if isinstance(worker, dict) else 1
    context.write(f"{count}\n" if flags.plain else f"{count} workers\n")
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, ShopFlags, _run)
run = COMMAND.run
