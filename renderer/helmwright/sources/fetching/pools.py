"""Connections that are kept for the next request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import urllib3

from helmwright.base.errors import SourceError
from helmwright.sources.fetching.certificates import context_for
from helmwright.sources.fetching.origins import masked, without_user
from helmwright.sources.fetching.timed import SecureTimedPool, TimedPool

if TYPE_CHECKING:
    import ssl

    from urllib3._base_connection import BaseHTTPConnection

    from helmwright.go.url import URL
    from helmwright.sources.fetching.model import TLS


class SilentPool(SecureTimedPool):
    """Connections to a server that the user trusts unseen; nobody is warned of that again."""

    def _validate_conn(self, conn: BaseHTTPConnection) -> None:
        if conn.is_closed:
            conn.connect()


def new_pool(tls: TLS, proxy: URL | None, *, is_secure: bool = True) -> urllib3.PoolManager:
    """Return connections that trust as they are told, and that go through a proxy if there is one.

    is_secure: some are encrypted; reading the certificates of the system takes its time.
    """
    pool = _bare_pool(proxy, context_for(tls) if is_secure else None)
    secure = SilentPool if tls.insecure_skip_tls_verify else SecureTimedPool
    pool.pool_classes_by_scheme = {"http": TimedPool, "https": secure}
    return pool


def _bare_pool(proxy: URL | None, context: ssl.SSLContext | None) -> urllib3.PoolManager:
    if proxy is None:
        return urllib3.PoolManager(num_pools=16, maxsize=8, ssl_context=context)
    if proxy.scheme not in ("http", "https"):
        raise SourceError(f"a proxy of the kind {proxy.scheme} is not supported", masked(proxy))
    headers = None
    if proxy.user is not None:
        login = f"{proxy.user.username}:{proxy.user.password or ''}"
        headers = urllib3.make_headers(proxy_basic_auth=login)
    return urllib3.ProxyManager(
        without_user(proxy), proxy_headers=headers, num_pools=16, maxsize=8, ssl_context=context
    )
