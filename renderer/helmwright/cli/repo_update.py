"""``helmwright repo update [NAME...]``: fetches the indexes of repositories again.

Source: helm pkg/cmd/repo_update.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, SourceError
from helmwright.commands.command import Command
from helmwright.commands.flags import DURATION, flag
from helmwright.commands.source_flags import PlaceFlags, settings_of

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.sources.repositories import Repository

USAGE = "helmwright repo update [NAME...] [FLAGS]"
SUMMARY = """Fetch the indexes of the named repositories again, by default of all.

They are fetched at the same time, and told of in the order of repositories.yaml.
"""
EXAMPLES = """\
  helmwright repo update
  helmwright repo update lab
"""
_NONE = "no repositories found. You must add one before updating"
_TWO_MINUTES = 120 * 10**9


class RepoUpdateFlags(PlaceFlags):
    """The flags of ``repo update``."""

    timeout: Any = flag(
        DURATION,
        "how long an index may take",
        default=_TWO_MINUTES,
        value_name="duration",
    )


def _run(context: Context, flags: RepoUpdateFlags, names: list[str]) -> int:
    from helmwright.sources.indexes import check_repository
    from helmwright.sources.repositories import read_repositories

    path = settings_of(flags).repository_config
    try:
        known = read_repositories(path).repositories
    except SourceError as error:
        raise SourceError(f"failed loading file: {path}: {error.message}") from None
    if not known:
        raise HelmwrightError(_NONE)
    for name in names:
        if all(name != one.name for one in known):
            raise HelmwrightError(
                f"no repositories found matching '{name}'.  Nothing will be updated"
            )
    chosen = [one for one in known if not names or one.name in names]
    for one in chosen:
        check_repository(one)
    _update(context, flags, chosen)
    return 0


def _update(context: Context, flags: RepoUpdateFlags, repositories: list[Repository]) -> None:
    from helmwright.go.strconv import quote
    from helmwright.sources.fetching import masked
    from helmwright.sources.refreshing import refresh_all

    context.write("Hang tight while we grab the latest from your chart repositories...\n")
    context.flush()
    failed = []
    outcomes = refresh_all(
        repositories, settings_of(flags), timeout=flags.timeout / 10**9, log=context.log
    )
    for repository, error in outcomes:
        name, url = quote(repository.name), masked(repository.url)
        if error is None:
            context.write(f"...Successfully got an update from the {name} chart repository\n")
        else:
            context.write(
                f"...Unable to get an update from the {name} chart repository ({url}):\n"
                f"\t{error.message}\n"
            )
            failed.append(url)
        context.flush()
    if failed:
        raise HelmwrightError(f"failed to update the following repositories: [{' '.join(failed)}]")
    context.write("Update Complete. ⎈Happy Helming!⎈\n")


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RepoUpdateFlags, _run)
