"""``helmwright dependency update [CHART]``: chooses versions, locks them, and fetches them.

Source: helm pkg/cmd/dependency_update.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import Command
from helmwright.commands.dependency_flags import DependencyFlags, options_of, run_dependencies

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright dependency update [CHART] [FLAGS]"
SUMMARY = """Choose versions of the dependencies in Chart.yaml, lock them, and fetch them into charts/.

CHART is a folder, by default the one that this runs in. Archives in charts/ that no dependency
asks for are removed. If anything fails, charts/ is as it was.

With --integrity, or HELMWRIGHT_INTEGRITY=1, Chart.lock.sums beside the lock gets the sha256 of
each archive; Chart.lock itself is Helm's, to the byte.
"""
EXAMPLES = """\
  helmwright dependency update ./chart
  helmwright dependency update ./chart --integrity   # and pin the bytes
  helmwright dependency update ./chart --recursive   # first those of charts beside it
"""


def _run(context: Context, flags: DependencyFlags, arguments: list[str]) -> int:
    return run_dependencies(context, flags, arguments, "update", options_of(flags))


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DependencyFlags, _run)
