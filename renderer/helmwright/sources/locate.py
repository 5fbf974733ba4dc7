"""From a reference to the place of an archive.

============================  =================================================================
``repo/chart``                what the cached index of an added repository says
``chart`` with ``--repo``     what the index of that repository says now
``https://…/chart-1.0.tgz``   itself, with the login of the added repository whose index names it
============================  =================================================================

Source: helm pkg/action/install.go (LocateChart), pkg/downloader/chart_downloader.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError, SourceError
from helmwright.base.log import ignore
from helmwright.go.strconv import quote
from helmwright.go.url import parse
from helmwright.sources.fetching import TLS, Credentials, masked, origin
from helmwright.sources.indexes import (
    cached_chart,
    chart_in_repository,
    check_repository,
    credentials_of,
    names_url,
    resolved_url,
    tls_of,
)
from helmwright.sources.logins import login_for_url
from helmwright.sources.repositories import Repository, read_repositories

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.settings import HelmSettings


DEVELOPMENT = ">0.0.0-0"
"""The version that ``--devel`` stands for."""


class Wanted(NamedTuple):
    """What a command line, or a caller, says besides the reference; Helm's flags.

    version: a version or a constraint. repo: the URL of a repository for a chart's bare name.
    allow_digest_mismatch: take an archive that is not what the index promises. plain_http: ask a
    registry without TLS. verify: take no archive that is not signed by a key of ``keyring``, a file, by
    default GnuPG's.
    """

    version: str = ""
    repo: str = ""
    username: str = ""
    password: str = ""
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""
    insecure_skip_tls_verify: bool = False
    pass_credentials: bool = False
    allow_digest_mismatch: bool = False
    plain_http: bool = False
    verify: bool = False
    keyring: str = ""

    @property
    def tls(self) -> TLS:
        """How servers are trusted."""
        return TLS(self.ca_file, self.cert_file, self.key_file, self.insecure_skip_tls_verify)

    def login(self, place: str) -> Credentials:
        """Return the login for a place, else that of the environment."""
        if not self.username and not self.password and (known := login_for_url(place)):
            return Credentials(known.username, known.password, place, self.pass_credentials)
        return Credentials(self.username, self.password, place, self.pass_credentials)

    def __repr__(self) -> str:
        return f"Wanted(version={self.version!r}, repo={masked(self.repo)!r})"


class Located(NamedTuple):
    """Where an archive is.

    digest: what the index promises, as it writes it; blank if nothing. repository: its name or URL,
    blank if there is none. may_be_cached: an archive in the cache will do; for ``--repo`` Helm always
    asks the server.
    """

    url: str
    digest: str
    credentials: Credentials
    tls: TLS
    repository: str = ""
    may_be_cached: bool = True

    @property
    def file_name(self) -> str:
        """The name that ``pull`` gives the archive; Source: filepath.Base."""
        return parse(self.url).path.rstrip("/").rpartition("/")[2]


def locate(
    reference: str, wanted: Wanted, settings: HelmSettings, fetcher: Fetcher, *, log: Log = ignore
) -> Located:
    """Return where the archive of a reference is; nothing is fetched but an index for ``--repo``.

    Raises SourceError with Helm's text.
    """
    if not wanted.repo:
        return _resolved(reference, wanted, settings, log)
    place = Repository(
        url=wanted.repo,
        username=wanted.username,
        password=wanted.password,
        cert_file=wanted.cert_file,
        key_file=wanted.key_file,
        ca_file=wanted.ca_file,
        insecure_skip_tls_verify=wanted.insecure_skip_tls_verify,
        pass_credentials_all=wanted.pass_credentials,
    )
    found = chart_in_repository(
        wanted.repo, reference, wanted.version, place, fetcher, settings=settings, log=log
    )
    try:
        url = resolved_url(wanted.repo, found.urls[0])
    except SourceError as error:
        raise SourceError(f"failed to make chart URL absolute: {error.message}") from None
    if not (wanted.pass_credentials or origin(wanted.repo) == origin(url)):
        wanted = wanted._replace(username="", password="")
    located = _resolved(url, wanted, settings, log)
    return located._replace(
        digest=found.digest,
        repository=located.repository or masked(wanted.repo),
        may_be_cached=False,
    )


def _resolved(reference: str, wanted: Wanted, settings: HelmSettings, log: Log) -> Located:
    """Return where a chart of an added repository, or an archive's URL, leads.

    Source: ResolveChartVersion
    """
    try:
        url = parse(reference)
    except GoError:
        raise SourceError(f"invalid chart URL format: {masked(reference)}") from None
    file = read_repositories(settings.repository_config)
    if url.scheme and url.host and url.path:
        return _of_url(reference, wanted, file.repositories, settings, log)
    name, slash, chart = url.path.partition("/")
    if not slash:
        raise SourceError(
            f"non-absolute URLs should be in form of repo_name/path_to_chart, got: {masked(url)}"
        )
    repository = file.get(name)
    if repository is None:
        raise SourceError(f"repo {name} not found")
    if not repository.url:
        raise SourceError(f"no URL found for repository {name}")
    check_repository(repository)
    found = cached_chart(name, chart, wanted.version, settings, log=log)
    if not found.urls:
        raise SourceError(f"chart {quote(reference)} has no downloadable URLs")
    try:
        target = resolved_url(repository.url, found.urls[0])
    except SourceError:
        raise SourceError(f"invalid chart URL format: {masked(reference)}") from None
    return _with_repository(target, found.digest, repository, wanted)


def _of_url(
    url: str,
    wanted: Wanted,
    repositories: list[Repository],
    settings: HelmSettings,
    log: Log,
) -> Located:
    """Return the place that a URL is, as the repository knows it whose index names it."""
    for repository in repositories:
        check_repository(repository)
        if names_url(repository.name, url, settings, log=log):
            return _with_repository(url, "", repository, wanted)
    return checked(Located(url, "", wanted.login(url), wanted.tls))


def _with_repository(url: str, digest: str, repository: Repository, wanted: Wanted) -> Located:
    """Return a place with the login and the certificates of its repository, else those asked for.

    Helm forgets ``insecure_skip_tls_verify`` here, so that its charts are out of reach.
    """
    own = tls_of(repository)
    tls = own if own.ca_file or own.cert_file or own.key_file else wanted.tls
    if repository.insecure_skip_tls_verify or wanted.insecure_skip_tls_verify:
        tls = tls._replace(insecure_skip_tls_verify=True)
    login = credentials_of(repository)
    if not (login.username and login.password):
        login = wanted.login(repository.url)
    return checked(Located(url, digest, login, tls, repository.name))


def checked(located: Located) -> Located:
    """Return a place if its kind of URL can be fetched; raises SourceError with Helm's text."""
    try:
        scheme = parse(located.url).scheme
    except GoError as error:
        raise SourceError(error.message) from None
    if scheme not in ("http", "https", "oci"):
        raise SourceError(f"scheme {quote(scheme)} not supported")
    return located
