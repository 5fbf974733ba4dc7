"""``registry login``: a login is tried, and kept if the registry takes it.

Source: helm pkg/registry/client.go (Login, Logout)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError
from helmwright.base.log import ignore
from helmwright.go.strconv import quote
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY
from helmwright.sources.registry.reference import Reference, check_registry

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.sources.fetching import TLS, Fetcher
    from helmwright.sources.registry.credentials import Credential, Logins


def log_in(  # noqa: PLR0913 - keywords
    fetcher: Fetcher,
    logins: Logins,
    host: str,
    credential: Credential,
    *,
    tls: TLS | None = None,
    plain_http: bool = False,
    log: Log = ignore,
) -> None:
    """Ask a registry whether it takes a login, and keep it in Helm's file.

    Raises SourceError with Helm's text if the registry does not, or cannot be asked.
    """
    if "/" in host:
        log(
            "WARN",
            "registry login currently only supports registry hostname, not a repository path",
            host=host,
            suggested=host.partition("/")[0],
        )
    check_registry(host)
    asked = Reference(host, "").host
    registry = Registry(
        fetcher,
        lambda name: credential if name == asked else NOBODY,
        tls=tls,
        plain_http=plain_http,
    )
    registry.authorizer.prefers_oauth2 = True
    try:
        registry.ping(host)
    except SourceError:
        registry.authorizer.prefers_oauth2 = False
        try:
            registry.ping(host)
        except SourceError as error:
            raise SourceError(
                f"authenticating to {quote(host)}: {error.message}", error.url, error.status
            ) from None
    logins.put(host, credential)
