"""Fetching provenance, and having an archive verified before anything is written of it.

Source: helm pkg/downloader/chart_downloader.go (DownloadTo, DownloadToCache)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, SourceError, VerificationError
from helmwright.charts.v2_loader import load_archive_bytes
from helmwright.go.strconv import quote
from helmwright.sources.fetching import OfflineError, TooLargeError
from helmwright.sources.provenance.verification import verify_archive

if TYPE_CHECKING:
    from helmwright.sources.archives import Came
    from helmwright.sources.content_cache import ContentCache
    from helmwright.sources.provenance import Verification


class Proven(NamedTuple):
    """The provenance of an archive, and what it proves."""

    provenance: bytes
    verification: Verification


def own_name(data: bytes, shown: str) -> str:
    """Return what Helm calls the archive of a chart when it packs it; raises ChartError.

    What is pulled from a registry by a digest has that in its file's name, which no provenance has.
    """
    metadata = load_archive_bytes(data, shown).metadata
    return f"{metadata.name}-{metadata.version}.tgz"


def proven(came: Came, keyring: str, cache: ContentCache | None = None) -> Proven:
    """Return the provenance of an archive whose signature is right, out of the cache if it is there.

    What is in the cache and proves nothing is fetched anew. Raises VerificationError with Helm's text.
    """
    known = cache.get_provenance(came.digest) if cache else None
    if known:
        try:
            return Proven(known, verify_archive(came.data, came.names, known, keyring))
        except VerificationError:  # it may have been signed again since
            pass
    try:
        provenance = came.proof()
    except (TooLargeError, OfflineError):
        raise
    except SourceError as error:
        raise VerificationError(
            f"failed to fetch provenance {quote(came.proof_url)}", error.url, error.status
        ) from None
    return Proven(provenance, verify_archive(came.data, came.names, provenance, keyring))


def keep(proof: Proven, came: Came, cache: ContentCache) -> None:
    """Put the provenance of an archive into the cache, if that can be written."""
    try:
        if cache.get_provenance(came.digest) != proof.provenance:
            cache.put_provenance(came.digest, proof.provenance)
    except HelmwrightError:
        return
