"""``helmwright repo list``: lists chart repositories.

Source: helm pkg/cmd/repo_list.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import switch
from helmwright.commands.source_flags import PlaceFlags, settings_of
from helmwright.commands.table_output import OutputFlags, check_form, listed

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright repo list [FLAGS]"
SUMMARY = "List the chart repositories that have been added; a password in a URL is not shown.\n"
EXAMPLES = """\
  helmwright repo list
  helmwright repo list -o json
"""


class RepoListFlags(OutputFlags, PlaceFlags):
    """The flags of ``repo list``."""

    no_headers: bool = switch("leave the headers out")


def _run(context: Context, flags: RepoListFlags, arguments: list[str]) -> int:
    from helmwright.sources.fetching import masked
    from helmwright.sources.repositories import RepositoryFile, read_repositories

    if arguments:
        raise UsageError(f'"helmwright repo list" accepts no arguments\n\nUsage:  {USAGE}')
    check_form(flags.output)
    path = settings_of(flags).repository_config
    try:
        file = read_repositories(path)
    except SourceError:  # Helm says nothing of it here
        file = RepositoryFile(path)
    rows = [(one.name, masked(one.url)) for one in file.repositories]
    if flags.output != "table":
        context.write(listed([{"name": name, "url": url} for name, url in rows], flags.output))
    elif not rows:
        context.say("no repositories to show")
    else:
        from helmwright.go.uitable import table

        head = [] if flags.no_headers else [("NAME", "URL")]
        context.report(table([*head, *rows]) + "\n")
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RepoListFlags, _run)
