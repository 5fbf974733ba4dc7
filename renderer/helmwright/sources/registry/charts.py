"""The archive of ``oci://…``: a tag or a version is chosen, and its chart pulled.

Source: helm pkg/downloader/chart_downloader.go, pkg/registry/client.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.sources.registry import pulling, tags
from helmwright.sources.registry.access import registry_with_logins
from helmwright.sources.registry.credentials import Credential
from helmwright.sources.registry.reference import SCHEME

if TYPE_CHECKING:
    from helmwright.sources.fetching import TLS, Fetcher
    from helmwright.sources.registry.client import Registry


class FromRegistry(NamedTuple):
    """An archive, the name of its file, and the lines that Helm prints of it.

    reference: what was pulled, without ``oci://``.
    """

    file_name: str
    data: bytes
    messages: list[str]
    registry: Registry
    reference: str

    def provenance(self) -> pulling.Pulled:
        """Return the chart without its archive, and with its provenance; raises SourceError."""
        return pulling.pull(self.registry, self.reference, chart=False, provenance=True)


def from_registry(  # noqa: PLR0913 - keywords
    reference: str,
    version: str | None,
    fetcher: Fetcher,
    *,
    registry_config: str,
    username: str = "",
    password: str = "",
    tls: TLS | None = None,
    plain_http: bool = False,
) -> FromRegistry:
    """Return the archive of a reference with a version or a range; raises SourceError with Helm's text.

    version: None to take the reference as it is, as one out of an index, of which nothing is printed.
    """
    given = Credential(username, password)
    registry = registry_with_logins(
        fetcher, registry_config, given=given, tls=tls, plain_http=plain_http
    )
    exact = reference.removeprefix(SCHEME)
    if version is not None:
        exact = tags.choose(registry, reference, version).reference
    came = pulling.pull(registry, exact)
    name, colon, tag = exact.rpartition("/")[2].rpartition(":")
    messages = [] if version is None else came.messages()
    file_name = f"{name}-{tag}.tgz" if colon else f"{tag}.tgz"
    return FromRegistry(file_name, came.chart or b"", messages, registry, exact)
