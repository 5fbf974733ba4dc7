"""Requests to a registry, which first says what login it wants and then gets it.

A login leaves for the registry's own origin, or for the realm that the registry names, if that is no
place which only this machine knows. What was wanted once is sent at once the next time.

Source: oras-go registry/remote/auth/client.go
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError, JSONError, SourceError
from helmwright.go import json_read
from helmwright.go.base64 import encode_standard
from helmwright.go.strconv import quote
from helmwright.go.url import parse, query_escape, query_unescape
from helmwright.sources.fetching import OCI_RETRIES, TooLargeError, masked, origin
from helmwright.sources.registry.answers import LONGEST_ERROR, failure, refusal
from helmwright.sources.registry.challenge import clean_scopes, parse_challenge, realm_problem
from helmwright.sources.registry.credentials import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from helmwright.sources.fetching import TLS, Fetcher, Response
    from helmwright.sources.registry.challenge import Challenge
    from helmwright.sources.registry.credentials import Credential

LARGEST_TOKEN = 128 << 10
_CLIENT = "oras-go"
_UNAUTHORIZED = 401


class Authorizer:
    """Makes requests with the logins that ``login_of`` knows for a host.

    prefers_oauth2: try a password at the token server as OAuth2 wants it, as ``registry login`` does first.
    """

    def __init__(
        self, fetcher: Fetcher, login_of: Callable[[str], Credential], tls: TLS | None = None
    ) -> None:
        self._fetcher = fetcher
        self._login_of = login_of
        self._tls = tls
        self._schemes: dict[str, str] = {}
        self._tokens: dict[tuple[str, str], str] = {}
        self.prefers_oauth2 = False

    def request(  # noqa: PLR0913 - keywords
        self,
        method: str,
        url: str,
        *,
        scopes: Iterable[str] = (),
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        limit: int | None = None,
        into: IO[bytes] | None = None,
        only: int | None = None,
    ) -> Response:
        """Return the answer, of whatever status; a wrong login is an answer, too.

        scopes: what a token must be good for. The others are those of ``Fetcher.request``, but that
        a file for the body holds it only if the answer is of the status ``only``.
        Raises SourceError if no token can be had.
        """
        asked = _Request(method, url, headers or {}, body, limit, into, only)
        host = parse(url).host
        hints = clean_scopes(scopes)
        known = self._known(host, hints)
        response = asked.sent(self, known)
        if response.status != _UNAUTHORIZED or origin(response.url) != origin(url):
            return response
        challenge = parse_challenge(response.headers.get("Www-Authenticate", ""))
        if not challenge.scheme:
            return response
        wanted = hints
        if challenge.scheme == "bearer":
            more = challenge.parameters.get("scope", "")
            wanted = clean_scopes([*hints, *more.split(" ")]) if more else hints
            cached = self._tokens.get((host, " ".join(wanted)))
            if cached and cached != known:
                response = asked.sent(self, cached)
                if response.status != _UNAUTHORIZED:
                    return response
            if problem := realm_problem(challenge.parameters.get("realm", ""), parse(url)):
                raise failure(method, response, problem)
        try:
            token = self._token(host, challenge, wanted)
        except SourceError as error:
            raise failure(method, response, error.message) from None
        self._schemes[host] = challenge.scheme
        self._tokens[host, "" if challenge.scheme == "basic" else " ".join(wanted)] = token
        return asked.sent(self, token)

    def fetch(self, method: str, url: str, **more: Any) -> Response:
        """Return the answer of the fetcher itself, no login but that of ``more``."""
        return self._fetcher.request(method, url, tls=self._tls, retries=OCI_RETRIES, **more)

    def _known(self, host: str, scopes: list[str]) -> str:
        """Return what was sent to a host before, blank if nothing was."""
        scheme = self._schemes.get(host)
        if scheme is None:
            return ""
        return self._tokens.get((host, "" if scheme == "basic" else " ".join(scopes)), "")

    def _token(self, host: str, challenge: Challenge, scopes: list[str]) -> str:
        """Return the header that answers a challenge; raises SourceError."""
        if challenge.scheme == "basic":
            return self._basic(host)
        credential = self._login_of(host)
        if credential.access_token:
            return f"Bearer {credential.access_token}"
        realm = challenge.parameters.get("realm", "")
        service = challenge.parameters.get("service", "")
        if credential == NOBODY or not (credential.refresh_token or self.prefers_oauth2):
            return f"Bearer {self._distribution_token(realm, service, scopes, credential)}"
        return f"Bearer {self._oauth2_token(realm, service, scopes, credential)}"

    def _basic(self, host: str) -> str:
        try:
            credential = self._login_of(host)
        except SourceError as error:
            raise SourceError(f"failed to resolve credential: {error.message}") from None
        if credential == NOBODY:
            raise SourceError("basic credential not found")
        if not (credential.username and credential.password):
            raise SourceError("missing username or password for basic auth")
        return _basic_header(credential)

    def _distribution_token(
        self, realm: str, service: str, scopes: list[str], credential: Credential
    ) -> str:
        url = parse(realm)
        pairs = _pairs(url.raw_query)
        if service:
            pairs = [(name, value) for name, value in pairs if name != "service"]
            pairs.append(("service", service))
        pairs += [("scope", scope) for scope in scopes]
        url.raw_query = _encoded(pairs)
        headers = {}
        if credential.username or credential.password:
            headers["Authorization"] = _basic_header(credential)
        return self._asked_token("GET", str(url), ("access_token", "token"), headers=headers)

    def _oauth2_token(
        self, realm: str, service: str, scopes: list[str], credential: Credential
    ) -> str:
        if credential.refresh_token:
            pairs = [("grant_type", "refresh_token"), ("refresh_token", credential.refresh_token)]
        elif credential.username and credential.password:
            pairs = [
                ("grant_type", "password"),
                ("username", credential.username),
                ("password", credential.password),
            ]
        else:
            raise SourceError("missing username or password for bearer auth")
        pairs += [("service", service), ("client_id", _CLIENT)]
        if scopes:
            pairs.append(("scope", " ".join(scopes)))
        return self._asked_token(
            "POST",
            realm,
            ("access_token",),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            body=_encoded(pairs).encode("utf-8", "surrogateescape"),
        )

    def _asked_token(self, method: str, url: str, names: tuple[str, ...], **more: Any) -> str:
        """Return the token that a server gives; raises SourceError."""
        try:
            response = self.fetch(method, url, limit=LARGEST_TOKEN, **more)
        except TooLargeError as error:
            shown = masked(error.url)
            raise SourceError(
                f"{method} {quote(shown)}: failed to decode response: unexpected EOF", shown
            ) from None
        if response.status != 200:
            raise refusal(method, response)
        try:
            found, _ = json_read.decode_prefix(response.body.decode("utf-8", "surrogateescape"))
        except JSONError as error:
            raise failure(method, response, f"failed to decode response: {error.message}") from None
        for name in names:
            token = found.get(name) if isinstance(found, dict) else None
            if isinstance(token, str) and _is_sendable(token):
                return token
        raise failure(method, response, "empty token returned")


class _Request(NamedTuple):
    """A request that may be made more than once."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    limit: int | None
    into: IO[bytes] | None
    only: int | None

    def sent(self, authorizer: Authorizer, authorization: str) -> Response:
        headers = dict(self.headers)
        if authorization:
            headers["Authorization"] = authorization
        start = 0 if self.into is None else self.into.tell()
        response = authorizer.fetch(
            self.method,
            self.url,
            headers=headers,
            body=self.body,
            limit=self.limit,
            into=self.into,
        )
        if self.into is not None and response.status != self.only:
            self.into.seek(start)
            response = response._replace(body=self.into.read(LONGEST_ERROR))
            self.into.seek(start)
            self.into.truncate()
        return response


def _basic_header(credential: Credential) -> str:
    pair = f"{credential.username}:{credential.password}"
    return f"Basic {encode_standard(pair.encode('utf-8', 'surrogateescape'))}"


def _is_sendable(token: str) -> bool:
    """Tell whether a text can be in a header."""
    return bool(token) and token.isascii() and token.isprintable()


def _pairs(query: str) -> list[tuple[str, str]]:
    """Return the parts of a query that can be read. Source: net/url (ParseQuery)."""
    found = []
    for part in query.split("&"):
        if part and ";" not in part:
            name, _, value = part.partition("=")
            try:
                found.append((query_unescape(name), query_unescape(value)))
            except GoError:
                continue
    return found


def _encoded(pairs: list[tuple[str, str]]) -> str:
    """Return a query, sorted by names. Source: net/url (Values.Encode)."""
    return "&".join(
        f"{query_escape(name)}={query_escape(value)}"
        for name, value in sorted(pairs, key=lambda pair: pair[0])
    )
