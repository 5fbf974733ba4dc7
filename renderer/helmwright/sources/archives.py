"""Archives: fetched, held against what the index promises, kept by digest.

Nothing is stored, neither in the cache nor in a folder, that is not an archive or not the one that
was promised. Helm stores whatever comes, and under the name that was promised.

Source: helm pkg/downloader/chart_downloader.go (DownloadToCache, DownloadTo)
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError, HelmwrightError, SourceError
from helmwright.charts.archive import check_is_gzip, read_archive
from helmwright.disk.reading import read_regular
from helmwright.sources.content_cache import ContentCache, plain_digest
from helmwright.sources.fetching import masked

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.locate import Located

LARGEST = 100 << 20
"""The most bytes of an archive that are read, packed as they are."""
LARGEST_PROVENANCE = 1 << 20
"""The most bytes of a provenance file that are read."""
ACCEPT = "application/gzip,application/octet-stream"


class Archived(NamedTuple):
    """An archive that has been fetched, or was in the cache.

    path: in the cache; blank if the cache cannot be written. digest: lower-case hex of its sha256.
    """

    path: str
    data: bytes
    digest: str


class Came(NamedTuple):
    """An archive that came from elsewhere, and where its provenance is.

    digest: lower-case hex of its sha256. names: what its provenance may call it, its file first.
    proof_url, proof: of the ``.prov`` and what fetches it, which raises SourceError.
    """

    data: bytes
    digest: str
    names: tuple[str, ...]
    proof_url: str
    proof: Callable[[], bytes]


def archive(
    located: Located, cache: ContentCache, fetcher: Fetcher, *, allow_mismatch: bool = False
) -> Archived:
    """Return the archive that is somewhere, out of the cache if it is there; the cache stays as it is.

    Raises SourceError with Helm's text, and ChartError for what is no archive.
    """
    promised = plain_digest(located.digest)
    if promised and located.may_be_cached and (path := cache.get(promised)):
        return Archived(path, read_regular(path, largest=LARGEST), promised)
    data, digest = fetched(located, fetcher, allow_mismatch=allow_mismatch)
    return Archived("", data, digest)


def stored(found: Archived, cache: ContentCache) -> Archived:
    """Return an archive, put into the cache if it is not there and that can be written."""
    if found.path:
        return found
    try:
        return found._replace(path=cache.put(found.data))
    except HelmwrightError:  # a cache of somebody else's, a disk that is full: it is only a cache
        return found


def fetched(
    located: Located, fetcher: Fetcher, *, allow_mismatch: bool = False
) -> tuple[bytes, str]:
    """Return the bytes of an archive and their digest; raises as ``archive`` does."""
    from helmwright.sources.fetching.getting import fetch

    promised = plain_digest(located.digest)
    response = fetch(
        fetcher,
        located.url,
        headers={"Accept": ACCEPT},
        credentials=located.credentials,
        tls=located.tls,
        limit=LARGEST,
    )
    shown = masked(located.url)
    if promised and response.sha256 != promised and not allow_mismatch:
        raise SourceError(
            f"{located.file_name} from {located.repository or shown}: sha256 is "
            f"{response.sha256}, the index says {promised}; "
            "use --allow-digest-mismatch if the repository is known to be wrong",
            shown,
            response.status,
        )
    check_is_archive(response.body, shown)
    return response.body, response.sha256


def provenance_at(located: Located, fetcher: Fetcher, *, accept: bool) -> bytes:
    """Return the ``.prov`` beside an archive, which the same login is for; raises SourceError.

    accept: ask for it as for an archive, as Helm does when it pulls, and not when it renders.
    """
    from helmwright.sources.fetching.getting import fetch

    return fetch(
        fetcher,
        f"{located.url}.prov",
        headers={"Accept": ACCEPT} if accept else {},
        credentials=located.credentials,
        tls=located.tls,
        limit=LARGEST_PROVENANCE,
    ).body


def check_is_archive(data: bytes, shown: str) -> None:
    """Refuse what cannot be unpacked; raises HelmwrightError with Helm's text."""
    check_is_gzip(shown, data[:512])
    try:
        read_archive(io.BytesIO(data))
    except GoError as error:
        raise SourceError(f"{shown}: {error.message}", shown) from None
