"""``helmwright drift RELEASE``: what others have changed of a release, and what the next upgrade makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.cli.diff_flags import ComparisonFlags, DiffReportFlags, DriftFlags, UpgradeFlags
from helmwright.commands.cluster_flags import ClusterFlags
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags
from helmwright.commands.helm_flags import HelmFlags

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright drift RELEASE [FLAGS]"
SUMMARY = """Say what of a release is not in the cluster as it was installed: who changed it, and when.

What the newest deployed revision has stored is compared with what is live. Of each field that
somebody else has changed, added or taken away it is said who it was, as far as the cluster
knows, and what the next upgrade does: it stays, is undone, or stops the upgrade. What the
server has filled in and what its controllers write for themselves is no drift. No chart is
needed, and nothing is changed. The exit code is 1 if the next upgrade fails because of it;
with --detailed-exitcode it is 2 if there is drift.
"""
EXAMPLES = """\
  helmwright drift web -n prod
  helmwright drift web -n prod --detailed-exitcode --format json
  helmwright drift web --ignore 'Deployment/web:spec.replicas'   # an autoscaler's
  helmwright drift web --no-dry-run                              # for those who may only read
"""


def _run(context: Context, flags: DriftFlags, arguments: list[str]) -> int:
    """Compare and report; returns the exit code."""
    from helmwright.cli.diff import exit_code
    from helmwright.cli.diff_live import compare_drift
    from helmwright.cli.diff_output import check_output, write_reports

    check_output(flags)
    outcome = compare_drift(context, flags, arguments)
    write_reports(context, flags, outcome)
    return exit_code(flags, outcome)


def _help() -> str:
    """Return the help, the flags in groups."""
    from helmwright.commands.help import class_table, describe

    return describe(
        USAGE,
        SUMMARY,
        (
            f"Examples:\n{EXAMPLES}",
            class_table("Comparison", ComparisonFlags, HelmFlags),
            class_table("Report", Flags, DiffReportFlags),
            class_table("Upgrade", UpgradeFlags),
            class_table("Cluster", ClusterFlags),
        ),
    )


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DriftFlags, _run, explain=_help)
run = COMMAND.run
