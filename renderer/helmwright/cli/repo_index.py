"""``helmwright repo index FOLDER``: writes index.yaml for a folder of archives.

Source: helm pkg/cmd/repo_index.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags, string, switch

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright repo index FOLDER [FLAGS]"
SUMMARY = """Write index.yaml for the archives of a folder, and of the folders in it.

What is no chart is passed over. With --merge, what another index has and the folder has not goes
into it, too.
"""
EXAMPLES = """\
  helmwright repo index ./archives
  helmwright repo index ./archives --url https://charts.example.com
  helmwright repo index ./archives --merge old/index.yaml
"""


class RepoIndexFlags(Flags):
    """The flags of ``repo index``."""

    url: str = string("the URL of the repository, put before each archive", value_name="url")
    merge: str = string(
        "an index whose entries are kept; it is made if it is missing", value_name="file"
    )
    json: bool = switch("write JSON, which is YAML, too")


def _run(context: Context, flags: RepoIndexFlags, arguments: list[str]) -> int:
    from helmwright.sources.indexing import write_index

    if len(arguments) != 1:
        raise UsageError(f'"helmwright repo index" requires 1 argument\n\nUsage:  {USAGE}')
    write_index(arguments[0], flags.url, merge=flags.merge, as_json=flags.json, log=context.log)
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RepoIndexFlags, _run)
