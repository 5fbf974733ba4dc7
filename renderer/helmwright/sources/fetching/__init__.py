"""What comes over HTTP: the only door to the network, and the only importer of urllib3.

::

    fetcher = Fetcher()
    response = fetcher.request("GET", url, headers={"Accept": "…"}, credentials=credentials,
                               tls=TLS(ca_file="ca.pem"), limit=4 << 20)
    response.status, response.headers["Location"], response.body, response.sha256

A response of any status is returned; ``fetch`` is for those who want 200 or Helm's error. What goes
wrong is a ``SourceError`` with Go's text, the URL without its password, and the status if one came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError
from helmwright.sources.fetching.exchange import Fetcher
from helmwright.sources.fetching.model import (
    OCI_RETRIES,
    TLS,
    Credentials,
    OfflineError,
    Response,
    RetryPolicy,
    TooLargeError,
)
from helmwright.sources.fetching.origins import masked, origin

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "OCI_RETRIES",
    "TLS",
    "Credentials",
    "Fetcher",
    "OfflineError",
    "Response",
    "RetryPolicy",
    "TooLargeError",
    "fetch",
    "masked",
    "origin",
]


def fetch(  # noqa: PLR0913 - keywords only
    fetcher: Fetcher,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    credentials: Credentials | None = None,
    tls: TLS | None = None,
    limit: int | None = None,
    timeout: float | None = None,
) -> Response:
    """Return the answer to a GET, if its status is 200.

    Raises SourceError, for any other status with the server's status line, as Helm does.
    Source: helm pkg/getter/httpgetter.go
    """
    response = fetcher.request(
        "GET",
        url,
        headers=headers,
        credentials=credentials,
        tls=tls,
        limit=limit,
        timeout=timeout,
        only=200,
    )
    if response.status != 200:
        shown = masked(url)
        raise SourceError(
            f"failed to fetch {shown} : {response.status_line}", shown, response.status
        )
    return response
