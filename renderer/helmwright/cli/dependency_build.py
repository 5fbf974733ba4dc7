"""``helmwright dependency build [CHART]``: fetches what Chart.lock says.

Source: helm pkg/cmd/dependency_build.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.command import Command
from helmwright.commands.dependency_flags import DependencyFlags, run_dependencies
from helmwright.commands.flags import switch

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright dependency build [CHART] [FLAGS]"
SUMMARY = """Fetch the versions in Chart.lock into charts/; without a lock, as 'dependency update' does.

CHART is a folder, by default the one that this runs in. A lock that is not about the dependencies
in Chart.yaml is refused. So is one with a repository that nobody has added, as Helm does, unless
--add-missing is given, or HELMWRIGHT_ADD_MISSING=1 is set, as in CI.
"""
EXAMPLES = """\
  helmwright dependency build ./chart
  helmwright dependency build ./chart --add-missing
"""


class DependencyBuildFlags(DependencyFlags):
    """The flags of ``dependency build``."""

    add_missing: bool = switch("fetch from repositories that nobody has added, too")


def _run(context: Context, flags: DependencyBuildFlags, arguments: list[str]) -> int:
    return run_dependencies(context, flags, arguments, "build", add_missing=flags.add_missing)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DependencyBuildFlags, _run)
