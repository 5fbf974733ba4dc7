"""What is asked for, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import SourceError
from helmwright.sources.fetching.origins import origin

if TYPE_CHECKING:
    from collections.abc import Mapping


class OfflineError(SourceError):
    """A request that was not made, since the network is not to be asked."""


class TooLargeError(SourceError):
    """A body that is larger than what the caller takes.

    size: as the server announced it, None where it did not. limit: in bytes.
    """

    def __init__(self, message: str, url: str, size: int | None, limit: int) -> None:
        super().__init__(message, url)
        self.size = size
        self.limit = limit


class TLS(NamedTuple):
    """How a server is trusted, and how it is told who asks; paths of PEM files.

    ca_file: the only authorities that count; without it those of the system, or of
    ``SSL_CERT_FILE``. cert_file, key_file: the client's. insecure_skip_tls_verify: trust any server.
    """

    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""
    insecure_skip_tls_verify: bool = False

    @property
    def is_asked_for(self) -> bool:
        """Whether anything is to be done; a certificate without its key alone counts for nothing.

        Source: helm pkg/getter/httpgetter.go (httpClient), pkg/cmd/root.go (newRegistryClient)
        """
        is_pair = bool(self.cert_file and self.key_file)
        return is_pair or bool(self.ca_file) or self.insecure_skip_tls_verify


class Credentials(NamedTuple):
    """A login and the place it belongs to.

    origin: any URL of the place; the login is sent to its scheme, host and port.
    pass_credentials: send it wherever a request goes at first. It never follows a redirect to another place.
    """

    username: str
    password: str
    origin: str
    pass_credentials: bool = False

    def are_for(self, url: str) -> bool:
        """Tell whether a request to a URL carries the login; one without both parts never does."""
        if not (self.username and self.password):
            return False
        return self.pass_credentials or origin(self.origin) == origin(url)

    def __repr__(self) -> str:
        return f"Credentials({self.username!r}, '***', {self.origin!r})"


class Response(NamedTuple):
    """An answer.

    status_line: ``404 File not found``, as the server wrote it. headers: whatever the case of a name.
    body: empty if it went into a file. size, sha256: of the body as it came, in bytes and as hex.
    url: of the last request, after redirects.
    """

    status: int
    status_line: str
    headers: Mapping[str, str]
    body: bytes
    size: int
    sha256: str
    url: str


class RetryPolicy(NamedTuple):
    """When a request is made again, and how long to wait before.

    again: how often at most. first, factor, jitter: seconds before the first, the factor of each
    other, the part by which chance changes them. shortest, longest: bounds of a wait in seconds.
    """

    again: int = 5
    first: float = 0.25
    factor: float = 2.0
    jitter: float = 0.1
    shortest: float = 0.2
    longest: float = 3.0

    def wants(self, status: int) -> bool:
        """Tell whether a status is one that may pass."""
        return status in (408, 429) or status >= 500

    def wait(self, attempt: int, response: Response | None) -> float:
        """Return the seconds to wait before the next attempt; the first one is 0."""
        from random import uniform

        seconds = self.first * self.factor**attempt
        seconds += uniform(-self.jitter, self.jitter) * seconds  # noqa: S311 - no secret
        if response is not None and response.status == 429:
            asked = response.headers.get("Retry-After", "")
            if asked.isdecimal() and asked.isascii() and int(asked[:9]) > 0:
                seconds = float(asked[:9])
        return min(max(seconds, self.shortest), self.longest)


OCI_RETRIES = RetryPolicy()
"""Those of registries. Source: oras-go registry/remote/retry/policy.go (DefaultPolicy)"""
