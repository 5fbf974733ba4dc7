"""Requests and answers: redirects, logins, limits and second attempts.

urllib3 opens a socket when it is imported, and takes its time, so that is left to the first request.

Source: net/http client.go, helm pkg/getter/httpgetter.go, oras-go registry/remote/retry/client.go
"""

from __future__ import annotations

import os
from hashlib import sha256
from threading import Lock
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError, SourceError
from helmwright.base.version import __version__
from helmwright.go.strconv import quote
from helmwright.go.url import URL, parse
from helmwright.go.url_resolve import resolve_reference
from helmwright.sources.fetching.model import (
    TLS,
    Credentials,
    OfflineError,
    Response,
    RetryPolicy,
    TooLargeError,
)
from helmwright.sources.fetching.origins import is_same_place, masked, without_user
from helmwright.sources.fetching.proxies import Proxies

if TYPE_CHECKING:
    from collections.abc import Mapping

    import urllib3

CONNECT_SECONDS = 30.0
SILENT_SECONDS = 120.0
"""How long a connection may take, and how long nothing may come."""
MOST_REDIRECTS = 10
"""As many requests are made at most. Source: net/http client.go (defaultCheckRedirect)"""
USER_AGENT = f"helmwright/{__version__}"

_PIECE = 1 << 16
_LAST_PORT = (1 << 16) - 1
_REDIRECTS = (301, 302, 303, 307, 308)
_AWAITING = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
_READING = "context deadline exceeded (Client.Timeout or context cancellation while reading body)"


class _Asked(NamedTuple):
    """A request, as it was asked for."""

    method: str
    headers: dict[str, str]
    body: bytes | IO[bytes] | None
    credentials: Credentials | None
    tls: TLS
    limit: int | None
    into: IO[bytes] | None
    only: int | None
    deadline: float | None

    def left(self) -> float | None:
        """Return the seconds that are left of the whole request."""
        return None if self.deadline is None else self.deadline - monotonic()

    @property
    def verb(self) -> str:
        """The method as Go's errors write it."""
        return self.method[:1] + self.method[1:].lower()


class Fetcher:
    """Makes requests, from any number of threads; connections are kept for the next one.

    offline: open none; every request is an OfflineError. environment: where the proxies are named,
    by default the process's. silent_seconds: how long nothing may come.
    """

    def __init__(
        self,
        *,
        offline: bool = False,
        environment: Mapping[str, str] | None = None,
        silent_seconds: float = SILENT_SECONDS,
    ) -> None:
        self.offline = offline
        self._proxies = Proxies(os.environ if environment is None else environment)
        self._silent = silent_seconds
        self._lock = Lock()
        self._pools: dict[tuple[TLS, str, bool], urllib3.PoolManager] = {}

    def request(  # noqa: PLR0913 - keywords only
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | IO[bytes] | None = None,
        credentials: Credentials | None = None,
        tls: TLS | None = None,
        limit: int | None = None,
        into: IO[bytes] | None = None,
        only: int | None = None,
        timeout: float | None = None,
        retries: RetryPolicy | None = None,
        redirects: bool = True,
    ) -> Response:
        """Return the answer, of whatever status it is.

        headers: an ``Authorization`` among them stays at the first URL's origin. body: bytes, or a
        file from where it stands to its end. limit: the most bytes of a body. into: a file for the
        body, else it is in the answer. only: the body is read for this status alone. timeout: the
        seconds for everything. retries: when to ask again; ``into`` and ``body`` must then be files
        that can go back. redirects: follow them.

        Raises SourceError, OfflineError, and TooLargeError.
        """
        deadline = None if timeout is None else monotonic() + timeout
        asked = _Asked(
            method,
            dict(headers or {}),
            body,
            credentials,
            tls if tls and tls.is_asked_for else TLS(),
            limit,
            into,
            only,
            deadline,
        )
        target = _parsed(asked, url)
        if self.offline:
            raise OfflineError(
                f'{asked.verb} "{masked(target)}": no connection is opened while offline',
                masked(target),
            )
        if retries is None:
            return self._followed(asked, target, redirects=redirects)
        return self._again(asked, target, retries, redirects=redirects)

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for pool in self._pools.values():
                pool.clear()
            self._pools.clear()

    def _again(self, asked: _Asked, url: URL, policy: RetryPolicy, *, redirects: bool) -> Response:
        """Ask until an answer is one to keep; the last is returned as it is."""
        files = [asked.into, None if isinstance(asked.body, bytes) else asked.body]
        starts = [(file, file.tell()) for file in files if file is not None]
        for attempt in range(policy.again):
            response: Response | None = None
            try:
                response = self._followed(asked, url, redirects=redirects)
            except SourceError as error:
                if "timeout" not in error.message or (asked.left() or 1.0) <= 0:
                    raise
            if response is not None and not policy.wants(response.status):
                return response
            sleep(policy.wait(attempt, response))
            for file, start in starts:
                file.seek(start)
                if file is asked.into:
                    file.truncate()
        return self._followed(asked, url, redirects=redirects)

    def _followed(self, asked: _Asked, url: URL, *, redirects: bool) -> Response:
        first = url
        for count in range(1, MOST_REDIRECTS + 1):
            came = self._sent(asked, first, url)
            location = came.headers.get("Location") if came.status in _REDIRECTS else None
            if not redirects or not location:
                return self._whole(asked, url, came)
            came.close()
            then = _next(asked, url, location)
            if count == MOST_REDIRECTS:  # Go names the next place as the server wrote it
                raise _error(asked, location, f"stopped after {MOST_REDIRECTS} redirects")
            if not is_same_place(url, then):
                asked = asked._replace(headers=_without_login(asked.headers), credentials=None)
            if came.status in (301, 302, 303) and asked.method not in ("GET", "HEAD"):
                asked = asked._replace(method="GET", body=None)
            url = then
        raise AssertionError("the loop returns or raises")

    def _sent(self, asked: _Asked, first: URL, url: URL) -> urllib3.BaseHTTPResponse:
        """Return the beginning of an answer, whose body has not been read."""
        import urllib3

        from helmwright.sources.fetching.failures import FAULTS, reason

        proxy = self._proxies.proxy_for(url)
        left = asked.left()
        if left is not None and left <= 0:
            raise _error(asked, url, _AWAITING)
        silent = self._silent if left is None else min(self._silent, left)
        connect = CONNECT_SECONDS if left is None else min(CONNECT_SECONDS, left)
        bare = without_user(url)
        try:
            return self._pool(asked.tls, proxy, url.scheme).urlopen(
                asked.method,
                bare,
                headers=_headers(asked, first, url),
                body=asked.body,
                redirect=False,
                retries=False,
                preload_content=False,
                decode_content=False,
                timeout=urllib3.Timeout(connect=connect, read=silent),
            )
        except FAULTS as error:
            problem = reason(error, url, proxy)
            refused = isinstance(error, urllib3.exceptions.NewConnectionError)
            timed_out = isinstance(error, urllib3.exceptions.TimeoutError) and not refused
            if timed_out and left is not None and silent >= left:
                problem = _AWAITING
            elif isinstance(error, urllib3.exceptions.ReadTimeoutError):
                problem = self._too_slow(error)
            raise _error(asked, url, problem) from None

    def _whole(self, asked: _Asked, url: URL, came: urllib3.BaseHTTPResponse) -> Response:
        """Return an answer with its body."""
        pieces: list[bytes] = []
        write = pieces.append if asked.into is None else asked.into.write
        digest, size = sha256(), 0
        done = asked.only is not None and came.status != asked.only
        shown = masked(url)
        try:
            _check_size(asked, shown, came.headers.get("Content-Length"), done=done)
            while not done:
                left = asked.left()
                if left is not None and left <= 0:
                    raise SourceError(_READING, shown, came.status)
                piece = self._piece(asked, url, came)
                size += len(piece)
                if asked.limit is not None and size > asked.limit:
                    raise _too_large(asked, shown, None)
                digest.update(piece)
                write(piece)
                done = not piece
        finally:
            if done and asked.only in (None, came.status):
                came.release_conn()
            else:
                came.close()
        line = f"{came.status} {came.reason or ''}".rstrip()
        return Response(
            came.status, line, came.headers, b"".join(pieces), size, digest.hexdigest(), shown
        )

    def _piece(self, asked: _Asked, url: URL, came: urllib3.BaseHTTPResponse) -> bytes:
        """Return what comes next of a body, nothing at its end."""
        from helmwright.sources.fetching.failures import FAULTS

        try:
            return came.read1(_PIECE, decode_content=False)
        except FAULTS as error:
            raise SourceError(self._broken(asked, url, error), masked(url), came.status) from None

    def _broken(self, asked: _Asked, url: URL, error: BaseException) -> str:
        from urllib3.exceptions import TimeoutError as TooSlowError

        from helmwright.sources.fetching.failures import of_reading

        if isinstance(error, TooSlowError):
            left = asked.left()
            if left is not None and left <= 0:
                return _READING
            return self._too_slow(error)
        return of_reading(error, url)

    def _too_slow(self, error: BaseException) -> str:
        from helmwright.sources.fetching.timed import SlowHeadersError

        is_slow = isinstance(error.__cause__, SlowHeadersError)
        what = "the headers took more than" if is_slow else "nothing came for"
        return f"timeout: {what} {self._silent:g} seconds"

    def _pool(self, tls: TLS, proxy: URL | None, scheme: str) -> urllib3.PoolManager:
        from helmwright.sources.fetching.pools import new_pool

        schemes = {scheme, proxy.scheme if proxy else scheme}
        is_secure = schemes != {"http"} or tls._replace(insecure_skip_tls_verify=False) != TLS()
        key = (tls, str(proxy or ""), is_secure)
        with self._lock:
            pool = self._pools.get(key)
            if pool is None:
                pool = self._pools[key] = new_pool(tls, proxy, is_secure=is_secure)
            return pool


def _parsed(asked: _Asked, text: str) -> URL:
    try:
        url = parse(text)
    except GoError as error:
        raise SourceError(error.message.replace(text, masked(text)), masked(text)) from None
    return _checked(asked, url)


def _checked(asked: _Asked, url: URL) -> URL:
    """Return a URL that a request can be made to."""
    if url.scheme not in ("http", "https"):
        raise _error(asked, url, f'unsupported protocol scheme "{url.scheme}"')
    if not url.hostname:
        raise _error(asked, url, "http: no Host in request URL")
    if len(url.port) > 5 or int(url.port or 0) > _LAST_PORT:
        raise _error(asked, url, f"dial tcp: address {url.port}: invalid port")
    return url


def _next(asked: _Asked, url: URL, location: str) -> URL:
    """Return the URL that an answer leads to."""
    try:
        then = resolve_reference(url, parse(location))
    except GoError as error:
        problem = f"failed to parse Location header {quote(masked(location))}: {error.message}"
        raise _error(asked, url, problem) from None
    if url.scheme == "https" and then.scheme == "http":
        raise _error(asked, then, "a redirect from https to http is not followed")
    return _checked(asked, then)


def _headers(asked: _Asked, first: URL, url: URL) -> dict[str, str]:
    """Return the headers of a request, with the login that belongs to its URL."""
    from urllib3.util import SKIP_HEADER

    headers = {"User-Agent": USER_AGENT, "Accept-Encoding": SKIP_HEADER}
    headers.update(asked.headers)
    if "Authorization" in headers:
        return headers
    user = url.user if url is first or is_same_place(first, url) else None
    if asked.credentials is not None and asked.credentials.are_for(str(url)):
        login = f"{asked.credentials.username}:{asked.credentials.password}"
    elif user is not None:
        login = f"{user.username}:{user.password or ''}"
    else:
        return headers
    from base64 import b64encode

    data = login.encode("utf-8", "surrogateescape")
    headers["Authorization"] = f"Basic {b64encode(data).decode()}"
    return headers


def _without_login(headers: dict[str, str]) -> dict[str, str]:
    secret = ("authorization", "cookie", "www-authenticate")
    return {name: value for name, value in headers.items() if name.lower() not in secret}


def _check_size(asked: _Asked, shown: str, announced: str | None, *, done: bool) -> None:
    if done or asked.limit is None or asked.method == "HEAD":
        return
    if announced is not None and announced.isdecimal() and int(announced[:20]) > asked.limit:
        raise _too_large(asked, shown, int(announced[:20]))


def _too_large(asked: _Asked, shown: str, size: int | None) -> TooLargeError:
    limit = asked.limit or 0
    what = f"{size} bytes are" if size is not None else "what came is"
    return TooLargeError(
        f"{shown}: {what} more than the {limit} that are taken", shown, size, limit
    )


def _error(asked: _Asked, url: URL | str, problem: str) -> SourceError:
    """Return an error as Go's client writes it; Source: net/url (Error)."""
    shown = masked(url)
    return SourceError(f"{asked.verb} {quote(shown)}: {problem}", shown)
