"""The indexes of repositories: fetched, kept in Helm's cache, read from there.

Source: helm pkg/repo/v1/chartrepo.go, pkg/downloader/chart_downloader.go
"""

# ruff: noqa: PTH103 - paths are strings
from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, HelmwrightError, SourceError
from helmwright.base.log import ignore
from helmwright.disk.reading import read_named
from helmwright.disk.writing import remove_file, write_file
from helmwright.go.strconv import quote
from helmwright.go.url import parse
from helmwright.go.url_resolve import is_equal, resolve_reference
from helmwright.sources.fetching import TLS, Credentials, masked
from helmwright.sources.index import LARGE, LARGEST, Index, read_index
from helmwright.sources.index_outline import Outline
from helmwright.sources.index_scan import scan
from helmwright.sources.logins import login_for_url

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.index_entries import ChartVersion
    from helmwright.sources.repositories import Repository
    from helmwright.sources.settings import HelmSettings


TIMEOUT = 120.0
"""Seconds that an index may take, as with Helm."""
_KNOWN_SCHEMES = ("http", "https", "oci")


def check_repository(repository: Repository) -> None:
    """Refuse a URL that nothing fetches; raises SourceError with Helm's text."""
    try:
        scheme = parse(repository.url).scheme
    except GoError:
        raise SourceError(f"invalid chart URL format: {masked(repository.url)}") from None
    if scheme not in _KNOWN_SCHEMES:
        raise SourceError(f"could not find protocol handler for: {scheme}")


def tls_of(repository: Repository) -> TLS:
    """Return how the server of a repository is trusted."""
    return TLS(
        repository.ca_file,
        repository.cert_file,
        repository.key_file,
        repository.insecure_skip_tls_verify,
    )


def credentials_of(repository: Repository) -> Credentials:
    """Return the login of a repository, else that of the environment; it may have blank parts."""
    username, password = repository.username, repository.password
    if not username and not password and (login := login_for_url(repository.url)):
        _, username, password = login
    return Credentials(username, password, repository.url, repository.pass_credentials_all)


def resolved_url(base: str, reference: str) -> str:
    """Return the URL of a chart; one of an index may be relative to its repository's.

    Raises SourceError with Helm's text.
    """
    try:
        target = parse(reference)
        if target.scheme:
            return reference
        url = parse(base)
    except GoError as error:
        raise SourceError(f"failed to parse {masked(reference)} as URL: {error.message}") from None
    url.raw_path = f"{url.raw_path.removesuffix('/')}/"
    url.path = f"{url.path.removesuffix('/')}/"
    found = resolve_reference(url, target)
    found.raw_query = url.raw_query
    return str(found)


def fetch_index(
    repository: Repository, fetcher: Fetcher, *, timeout: float | None = TIMEOUT
) -> bytes:
    """Return the bytes of a repository's index; raises SourceError with Helm's text."""
    from helmwright.sources.fetching.getting import fetch

    check_repository(repository)
    url = resolved_url(repository.url, "index.yaml")
    if url.startswith("oci://"):
        raise SourceError('failed to perform "FetchReference" on source: invalid reference', url)
    return fetch(
        fetcher,
        url,
        credentials=credentials_of(repository),
        tls=tls_of(repository),
        limit=LARGEST,
        timeout=timeout,
    ).body


def refresh(
    repository: Repository,
    settings: HelmSettings,
    fetcher: Fetcher,
    *,
    timeout: float | None = TIMEOUT,
    log: Log = ignore,
) -> Index:
    """Fetch a repository's index, check all of it, and put it into the cache.

    Raises SourceError with Helm's text, and HelmwrightError if the cache cannot be written.
    """
    data = fetch_index(repository, fetcher, timeout=timeout)
    index = read_index(data, masked(repository.url), log=log)
    names = "".join(f"{name}\n" for name in sorted(index.entries))
    folder = settings.repository_cache
    write_file(settings.charts_path(repository.name), names.encode(), within=folder)
    write_file(settings.index_path(repository.name), data, within=folder)
    return index


def forget(name: str, settings: HelmSettings) -> None:
    """Remove a repository's index from the cache; raises HelmwrightError if that fails."""
    from os.path import lexists

    for path in (settings.charts_path(name), settings.index_path(name)):
        if lexists(path):
            remove_file(path, settings.repository_cache)


def cached_index(name: str, settings: HelmSettings, *, log: Log = ignore) -> Index:
    """Return the index of a repository as it is in the cache.

    Raises SourceError with Helm's text.
    """
    path = settings.index_path(name)
    return _loaded(_cached_bytes(path), path, log)


def cached_chart(
    name: str, chart: str, version: str, settings: HelmSettings, *, log: Log = ignore
) -> ChartVersion:
    """Return the version of a chart that the cached index of a repository has for it.

    Raises SourceError with Helm's text.
    """
    path = settings.index_path(name)
    try:
        data = _cached_bytes(path)
        index = scan(data, chart, path, log=log) if len(data) > LARGE else None
        index = index or _loaded(data, path, log)
    except SourceError as error:
        raise SourceError(
            f"no cached repo found. (try 'helm repo update'): {error.message}"
        ) from None
    try:
        return index.get(chart, version, log=log)
    except SourceError as error:
        raise SourceError(
            f"chart {quote(chart)} matching {version} not found in {name} index. "
            f"(try 'helm repo update'): {error.message}"
        ) from None


def cached_versions(
    name: str, chart: str, settings: HelmSettings, *, log: Log = ignore
) -> list[ChartVersion] | None:
    """Return the versions of a chart in the cached index of a repository, None if it has no such chart.

    Raises SourceError with Helm's text if there is no index, or none that can be read.
    """
    path = settings.index_path(name)
    data = _cached_bytes(path)
    index = scan(data, chart, path, log=log) if len(data) > LARGE else None
    return (index or _loaded(data, path, log)).entries.get(chart)


def names_url(name: str, url: str, settings: HelmSettings, *, log: Log = ignore) -> bool:
    """Tell whether the cached index of a repository names the URL of an archive.

    Raises SourceError with Helm's text if there is no index, or none that can be read.
    """
    path = settings.index_path(name)
    try:
        data = _cached_bytes(path)
        file = url.rpartition("/")[2].encode("utf-8", "surrogateescape")
        if file not in data:
            return False
        index = _loaded(data, path, log)
    except SourceError as error:
        raise SourceError(
            f"no cached repo found. (try 'helm repo update'): {error.message}"
        ) from None
    entries = index.entries
    return any(
        is_equal(url, one)
        for chart in (entries.having(file) if isinstance(entries, Outline) else entries)
        for version in entries[chart]
        for one in version.urls
    )


def chart_in_repository(  # noqa: PLR0913 - keywords only
    url: str,
    chart: str,
    version: str,
    repository: Repository,
    fetcher: Fetcher,
    *,
    settings: HelmSettings | None = None,
    log: Log = ignore,
) -> ChartVersion:
    """Return the version of a chart in a repository that nobody has added; ``--repo``.

    repository: how to log in there. Raises SourceError with Helm's text.
    Source: FindChartInRepoURL
    """
    shown = masked(url)
    check_repository(repository)
    try:
        data = fetch_index(repository, fetcher)
        index = scan(data, chart, shown, log=log) if len(data) > LARGE else None
        index = index or read_index(data, shown, log=log)
        if settings is not None:
            make_folder(settings)
    except SourceError as error:
        raise unreachable(url, error) from None
    what = f"chart {quote(chart)}" + (f" version {quote(version)}" if version else "")
    try:
        found = index.get(chart, version, log=log)
    except SourceError:
        raise SourceError(f"{what} not found in {shown} repository", shown) from None
    if not found.urls:
        raise SourceError(f"{what} has no downloadable URLs", shown)
    return found


def make_folder(settings: HelmSettings) -> None:
    """Make the folder of indexes, where that is possible: Helm makes it whether or not it is needed."""
    with suppress(OSError):
        os.makedirs(settings.repository_cache, exist_ok=True)


def unreachable(url: str, error: HelmwrightError) -> SourceError:
    """Return what Helm says of a repository whose index cannot be had."""
    shown = masked(url)
    told = (
        f"looks like {quote(shown)} is not a valid chart repository or cannot be reached: "
        f"{error.message}"
    )
    return SourceError(told, shown, getattr(error, "status", None))


def _loaded(data: bytes, path: str, log: Log) -> Index:
    try:
        return read_index(data, path, log=log)
    except SourceError as error:
        raise SourceError(f"error loading {path}: {error.message}") from None


def _cached_bytes(path: str) -> bytes:
    try:
        return read_named(path, largest=LARGEST)
    except OSError as error:
        operation = "read" if isinstance(error, IsADirectoryError) else "open"
        reason = (error.strerror or str(error)).lower()
        raise SourceError(f"{operation} {path}: {reason}") from None
