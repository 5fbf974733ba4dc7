"""``helmwright verify ARCHIVE``: says who signed the archive of a chart.

Source: helm pkg/cmd/verify.go, pkg/action/verify.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags, string

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright verify ARCHIVE [FLAGS]"
SUMMARY = """Check that the archive of a chart is the one that somebody known has signed.

The signature is in the file beside it, ARCHIVE.prov. Keys are in GnuPG's keyring, or in the
file that --keyring names, binary, armored or a keybox. Keys that have expired or were revoked
and signatures with SHA-1 are refused. What is needed is installed with
pip install 'helmwright[verify]'.
"""
EXAMPLES = """\
  helmwright verify web-1.2.3.tgz
  helmwright verify web-1.2.3.tgz --keyring signers.asc
"""


class VerifyFlags(Flags):
    """The flags of ``verify``."""

    keyring: str = string(
        "the public keys, instead of GnuPG's", value_name="file", completes="files"
    )


def _run(context: Context, flags: VerifyFlags, arguments: list[str]) -> int:
    from helmwright.sources.provenance.verification import verify_file

    if len(arguments) != 1:
        raise UsageError(f'"helmwright verify" requires 1 argument\n\nUsage:  {USAGE}')
    found = verify_file(arguments[0], flags.keyring)
    context.report("".join(f"{line}\n" for line in found.messages()))
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, VerifyFlags, _run)
run = COMMAND.run
