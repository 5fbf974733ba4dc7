"""What a GET brings, or Helm's error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError
from helmwright.sources.fetching.origins import masked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.sources.fetching.exchange import Fetcher
    from helmwright.sources.fetching.model import TLS, Credentials, Response


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
