"""``helmwright repo add NAME URL``: adds a chart repository.

Source: helm pkg/cmd/repo_add.go
"""

# ruff: noqa: PTH100 - pathlib is slow to import
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, SourceError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import DURATION, flag, switch
from helmwright.commands.source_flags import PlaceFlags, ServerFlags, settings_of

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.sources.repositories import Repository, RepositoryFile

USAGE = "helmwright repo add NAME URL [FLAGS]"
SUMMARY = """Add a chart repository, and fetch its index.

The login goes to the server of URL only, and is kept in repositories.yaml as plain text, which
nobody else may read.
"""
EXAMPLES = """\
  helmwright repo add lab https://charts.example.com
  helmwright repo add lab https://charts.example.com --username ci --password-stdin < token
  helmwright repo add lab https://charts.example.com --ca-file company-ca.pem
"""
_GONE = {
    "//kubernetes-charts.storage.googleapis.com": "https://charts.helm.sh/stable",
    "//kubernetes-charts-incubator.storage.googleapis.com": "https://charts.helm.sh/incubator",
}
_TWO_MINUTES = 120 * 10**9


class RepoAddFlags(ServerFlags, PlaceFlags):
    """The flags of ``repo add``."""

    password_stdin: bool = switch("read the password from standard input")
    force_update: bool = switch("replace the repository if it is there already")
    allow_deprecated_repos: bool = switch("allow repositories that are known to be gone")
    timeout: Any = flag(
        DURATION,
        "how long the index may take",
        default=_TWO_MINUTES,
        value_name="duration",
    )


def _run(context: Context, flags: RepoAddFlags, arguments: list[str]) -> int:
    from helmwright.sources.repositories import locked

    if len(arguments) != 2:
        raise UsageError(f'"helmwright repo add" requires 2 arguments\n\nUsage:  {USAGE}')
    name, url = arguments
    _check_is_there(url, flags)
    settings = settings_of(flags)
    with locked(settings.repository_config):
        return _add(context, flags, name, url)


def _add(context: Context, flags: RepoAddFlags, name: str, url: str) -> int:
    from helmwright.go.strconv import quote
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.indexes import check_repository, refresh, unreachable
    from helmwright.sources.repositories import read_repositories

    settings = settings_of(flags)
    file = read_repositories(settings.repository_config)
    typed = _repository(context, flags, name, url)
    repository = _with_whole_paths(typed)
    if "/" in name:
        raise HelmwrightError(
            f"repository name ({name}) contains '/', please specify a different name without '/'"
        )
    if not flags.force_update and _is_known(file, repository):
        context.write(f"{quote(name)} already exists with the same configuration, skipping\n")
        return 0
    check_repository(repository)
    try:
        refresh(
            typed,
            settings,
            Fetcher(offline=settings.offline),
            timeout=flags.timeout / 10**9,
            log=context.log,
        )
    except SourceError as error:
        raise unreachable(url, error) from None
    file.put(repository)
    file.write()
    context.write(f"{quote(name)} has been added to your repositories\n")
    return 0


def _check_is_there(url: str, flags: RepoAddFlags) -> None:
    """Refuse the two repositories that everybody had once."""
    if flags.allow_deprecated_repos:
        return
    from helmwright.go.strconv import quote

    for old, new in _GONE.items():
        if old in url:
            raise HelmwrightError(
                f"repo {quote(url)} is no longer available; try {quote(new)} instead"
            )


def _is_known(file: RepositoryFile, repository: Repository) -> bool:
    """Tell whether a repository is there as it is; raises HelmwrightError if it is another one."""
    existing = file.get(repository.name)
    if existing is None:
        return False
    if existing != repository:
        raise HelmwrightError(
            f"repository name ({repository.name}) already exists, please specify a different name"
        )
    return True


def _repository(context: Context, flags: RepoAddFlags, name: str, url: str) -> Repository:
    from helmwright.sources.repositories import Repository

    password = flags.password
    if flags.username and not password:
        password = _password(context, flags)

    return Repository(
        name,
        url,
        flags.username,
        password,
        flags.cert_file,
        flags.key_file,
        flags.ca_file,
        flags.insecure_skip_tls_verify,
        flags.pass_credentials,
    )


def _with_whole_paths(repository: Repository) -> Repository:
    """Return a repository whose files are found from any folder; Helm keeps them as they were typed."""

    def absolute(path: str) -> str:
        return os.path.abspath(path) if path else ""

    return repository._replace(
        cert_file=absolute(repository.cert_file),
        key_file=absolute(repository.key_file),
        ca_file=absolute(repository.ca_file),
    )


def _password(context: Context, flags: RepoAddFlags) -> str:
    """Return the password from standard input: all of it, or a line that a terminal does not show."""
    from helmwright.commands.passwords import hidden_line, piped

    if flags.password_stdin:
        return piped(context)
    context.write("Password: ")
    context.flush()
    try:
        return hidden_line(context.stdin.fileno())
    except (OSError, ValueError, ImportError):
        raise HelmwrightError("inappropriate ioctl for device") from None
    finally:
        context.write("\n")


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RepoAddFlags, _run)
