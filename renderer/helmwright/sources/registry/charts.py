"""The archive of ``oci://…``: a tag or a version is chosen, and its chart pulled.

Source: helm pkg/downloader/chart_downloader.go, pkg/registry/client.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.sources.registry import pulling, tags
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import Credential, Logins

if TYPE_CHECKING:
    from helmwright.sources.fetching import TLS, Fetcher


class FromRegistry(NamedTuple):
    """An archive, the name of its file, and the lines that Helm prints of it."""

    file_name: str
    data: bytes
    messages: list[str]


def from_registry(  # noqa: PLR0913 - keywords
    reference: str,
    version: str,
    fetcher: Fetcher,
    *,
    registry_config: str,
    username: str = "",
    password: str = "",
    tls: TLS | None = None,
    plain_http: bool = False,
) -> FromRegistry:
    """Return the archive of a reference with a version or a range; raises SourceError with Helm's text."""
    logins = Logins(registry_config, os.environ, Credential(username, password))
    registry = Registry(fetcher, logins.get, tls=tls, plain_http=plain_http)
    chosen = tags.choose(registry, reference, version)
    came = pulling.pull(registry, chosen.reference)
    name, colon, tag = chosen.reference.rpartition("/")[2].rpartition(":")
    return FromRegistry(
        f"{name}-{tag}.tgz" if colon else f"{tag}.tgz", came.chart or b"", came.messages()
    )
