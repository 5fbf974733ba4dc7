"""``helmwright repo remove NAME...``: removes chart repositories.

Source: helm pkg/cmd/repo_remove.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.source_flags import PlaceFlags, settings_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright repo remove NAME... [FLAGS]"
SUMMARY = "Remove chart repositories, and their indexes from the cache.\n"
EXAMPLES = """\
  helmwright repo remove lab
"""


def _run(context: Context, flags: PlaceFlags, arguments: list[str]) -> int:
    from helmwright.sources.repositories import locked, read_repositories

    if not arguments:
        raise UsageError(
            f'"helmwright repo remove" requires at least 1 argument\n\nUsage:  {USAGE}'
        )
    settings = settings_of(flags)
    if not read_repositories(settings.repository_config).repositories:
        raise HelmwrightError("no repositories configured")
    with locked(settings.repository_config):
        _remove(context, flags, arguments)
    return 0


def _remove(context: Context, flags: PlaceFlags, names: list[str]) -> None:
    from helmwright.go.strconv import quote
    from helmwright.sources.indexes import forget
    from helmwright.sources.repositories import read_repositories

    settings = settings_of(flags)
    file = read_repositories(settings.repository_config)
    for name in names:
        if not file.remove(name):
            raise HelmwrightError(f"no repo named {quote(name)} found")
        file.write()
        forget(name, settings)
        context.write(f"{quote(name)} has been removed from your repositories\n")


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PlaceFlags, _run)
