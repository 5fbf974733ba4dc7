"""``helmwright dependency build [CHART]``: fetches what Chart.lock says.

Source: helm pkg/cmd/dependency_build.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import Command
from helmwright.commands.dependency_flags import DependencyFlags, options_of, run_dependencies
from helmwright.commands.flags import switch

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright dependency build [CHART] [FLAGS]"
SUMMARY = """Fetch the versions in Chart.lock into charts/; without a lock, as 'dependency update' does.

CHART is a folder, by default the one that this runs in. A lock that is not about the dependencies
in Chart.yaml is refused. So is one with a repository that nobody has added, as Helm does, unless
--add-missing is given, or HELMWRIGHT_ADD_MISSING=1 is set, as in CI.

With --integrity, or HELMWRIGHT_INTEGRITY=1, archives must be what Chart.lock.sums says, and
nothing is put into charts/ if one is not.
"""
EXAMPLES = """\
  helmwright dependency build ./chart
  helmwright dependency build ./chart --add-missing
"""


class DependencyBuildFlags(DependencyFlags):
    """The flags of ``dependency build``."""

    add_missing: bool = switch("fetch from repositories that nobody has added, too")
    only_missing: bool = switch(
        "leave a complete charts/ alone, and ask servers only for what no earlier run has cached"
    )


def _run(context: Context, flags: DependencyBuildFlags, arguments: list[str]) -> int:
    options = options_of(flags, add_missing=flags.add_missing, only_missing=flags.only_missing)
    return run_dependencies(context, flags, arguments, "build", options)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DependencyBuildFlags, _run)
