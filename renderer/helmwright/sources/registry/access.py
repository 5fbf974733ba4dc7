"""A registry with the logins that Helm and Docker keep."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY, Credential, Logins

if TYPE_CHECKING:
    from helmwright.sources.fetching import TLS, Fetcher


def registry_with_logins(
    fetcher: Fetcher,
    registry_config: str,
    *,
    given: Credential = NOBODY,
    tls: TLS | None = None,
    plain_http: bool = False,
) -> Registry:
    """Return what speaks with registries.

    registry_config: Helm's file of logins. given: a login of the command line, which counts before all.
    """
    logins = Logins(registry_config, os.environ, given)
    return Registry(fetcher, logins.get, tls=tls, plain_http=plain_http)
