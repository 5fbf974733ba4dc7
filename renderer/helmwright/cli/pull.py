"""``helmwright pull CHART...``: fetches archives of charts into a folder.

Source: helm pkg/cmd/pull.go, pkg/action/pull.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.source_flags import ChartSourceFlags, sources_of, wanted_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright pull CHART... [FLAGS]"
SUMMARY = """Fetch charts from repositories into a folder.

CHART is repo/chart, oci://…, the URL of an archive, or a name with --repo. Nothing is written
of what is no archive, not the one that the index promises, or with --verify not signed by a
known key: keys are in GnuPG's keyring, or in the file that --keyring names.
"""
EXAMPLES = """\
  helmwright pull lab/web
  helmwright pull lab/web --version ^1.0 --untar
  helmwright pull web --repo https://charts.example.com -d archives
  helmwright pull lab/web --verify --keyring signers.asc
"""


class PullFlags(ChartSourceFlags):
    """The flags of ``pull``."""

    destination: str = string(
        "the folder that archives go to", "d", default=".", value_name="folder"
    )
    untar: bool = switch("unpack the chart instead")
    untardir: str = string(
        "where below the destination it is unpacked", default=".", value_name="folder"
    )
    prov: bool = switch("fetch the provenance file, too, and do not check it")


def _run(context: Context, flags: PullFlags, arguments: list[str]) -> int:
    if not arguments:
        raise UsageError(f'"helmwright pull" requires at least 1 argument\n\nUsage:  {USAGE}')
    wanted = wanted_of(flags)
    sources = sources_of(context, flags, say=lambda line: context.write(f"{line}\n"))
    for reference in arguments:
        untardir = flags.untardir if flags.untar else None
        pulled = sources.pull_wanted(
            reference, wanted, flags.destination, untardir=untardir, prov=flags.prov
        )
        if pulled.verification is not None:
            context.report("".join(f"{line}\n" for line in pulled.verification.messages()))
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PullFlags, _run)
run = COMMAND.run
