"""``helmwright shop FILE``: how many workers a shop has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import UsageError
from helmwright.values import merge_sources

if TYPE_CHECKING:
    from helmwright.commands import Context


def run(context: Context, arguments: list[str]) -> int:
    """Print the number of workers that values files ask for; returns the exit code."""
    if arguments in (["-h"], ["--help"]):
        context.write("Print the number of workers.\n\nUsage:\n  helmwright shop FILE ...\n")
        return 0
    if not arguments:
        raise UsageError("name a values file: helmwright shop FILE ...")
    values = merge_sources(arguments)
    worker = values.get("worker")
    count = worker.get("replicas", 1) if isinstance(worker, dict) else 1
    context.write(f"{int(count)} workers\n")
    return 0
