"""What comes over HTTP: the only door to the network, and the only importer of urllib3.

::

    fetcher = Fetcher()
    response = fetcher.request("GET", url, headers={"Accept": "…"}, credentials=credentials,
                               tls=TLS(ca_file="ca.pem"), limit=4 << 20)
    response.status, response.headers["Location"], response.body, response.sha256

A response of any status is returned; ``fetch`` is for those who want 200 or Helm's error. What goes
wrong is a ``SourceError`` with Go's text, the URL without its password, and the status if one came.

What makes requests is imported when it is first used: many ask only how URLs are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily
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
    from helmwright.sources.fetching.exchange import Fetcher
    from helmwright.sources.fetching.getting import fetch

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

__getattr__, _ = lazily(
    "helmwright.sources.fetching",
    {"sources.fetching.exchange": ("Fetcher",), "sources.fetching.getting": ("fetch",)},
)
