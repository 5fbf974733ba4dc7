"""Go's net/url: parsing, writing and percent-encoding of URLs.

Source: net/url/url.go
"""

from __future__ import annotations

from functools import cache

from helmwright.base.errors import GoError
from helmwright.go.url_escape import (
    FRAGMENT,
    HOST,
    PATH,
    QUERY,
    SEGMENT,
    USER,
    ZONE,
    escape,
    is_safe,
    unescape,
)

_SCHEME_TAIL = frozenset("0123456789+-.")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGITS = frozenset("0123456789")
_USER = _LETTERS | _DIGITS | frozenset("-._:~!$&'()*+,;=%@")


def query_escape(text: str) -> str:
    """Return ``text`` for use in a query: spaces become ``+`` (url.QueryEscape)."""
    return escape(text, QUERY)


def path_escape(text: str) -> str:
    """Return ``text`` for use as one segment of a path (url.PathEscape)."""
    return escape(text, SEGMENT)


def query_unescape(text: str) -> str:
    """Undo ``query_escape``; raise ``GoError`` for a malformed escape."""
    return unescape(text, QUERY)


def path_unescape(text: str) -> str:
    """Undo ``path_escape``; raise ``GoError`` for a malformed escape."""
    return unescape(text, SEGMENT)


class UserInfo:
    """User name and password; ``password`` is None where there was no colon."""

    __slots__ = ("password", "username")

    def __init__(self, username: str, password: str | None = None) -> None:
        self.username = username
        self.password = password

    def __str__(self) -> str:
        text = escape(self.username, USER)
        return text if self.password is None else f"{text}:{escape(self.password, USER)}"


class URL:
    """The parts of a URL, decoded; the raw forms are kept where encoding again would differ."""

    __slots__ = (
        "force_query",
        "fragment",
        "host",
        "omit_host",
        "opaque",
        "path",
        "raw_fragment",
        "raw_path",
        "raw_query",
        "scheme",
        "user",
    )

    def __init__(  # noqa: PLR0913 - the parts of a URL
        self,
        *,
        scheme: str = "",
        opaque: str = "",
        user: UserInfo | None = None,
        host: str = "",
        path: str = "",
        raw_query: str = "",
        fragment: str = "",
    ) -> None:
        self.scheme = scheme
        self.opaque = opaque
        self.user = user
        self.host = host
        self.path = path
        self.raw_path = ""
        self.raw_query = raw_query
        self.fragment = fragment
        self.raw_fragment = ""
        self.force_query = False
        self.omit_host = False

    @property
    def hostname(self) -> str:
        """The host without its port and without brackets."""
        return self._split_host()[0]

    @property
    def port(self) -> str:
        """The port, or nothing."""
        return self._split_host()[1]

    def _split_host(self) -> tuple[str, str]:
        host, port = self.host, ""
        colon = host.rfind(":")
        if colon >= 0 and _is_port(host[colon:]):
            host, port = host[:colon], host[colon + 1 :]
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        return host, port

    def __str__(self) -> str:
        text = f"{self.scheme}:" if self.scheme else ""
        if self.opaque:
            text += self.opaque
        else:
            text += self._authority()
            path = self.escaped_path()
            if path and path[0] != "/" and self.host:
                text += "/"
            if not text and ":" in path.partition("/")[0]:
                text = "./"  # else it would read as a scheme
            text += path
        if self.force_query or self.raw_query:
            text += f"?{self.raw_query}"
        if self.fragment:
            text += f"#{self._escaped_fragment()}"
        return text

    def _authority(self) -> str:
        if not (self.scheme or self.host or self.user):
            return ""
        if self.omit_host and not self.host and not self.user:
            return ""
        text = "//" if self.host or self.path or self.user else ""
        if self.user:
            text += f"{self.user}@"
        return text + escape(self.host, HOST)

    def escaped_path(self) -> str:
        """Return the path as it is written."""
        if self.raw_path and _is_encoded(self.raw_path, self.path, PATH):
            return self.raw_path
        return "*" if self.path == "*" else escape(self.path, PATH)

    def _escaped_fragment(self) -> str:
        if self.raw_fragment and _is_encoded(self.raw_fragment, self.fragment, FRAGMENT):
            return self.raw_fragment
        return escape(self.fragment, FRAGMENT)


def _is_encoded(raw: str, decoded: str, mode: int) -> bool:
    """Tell whether ``raw`` is a valid encoding of ``decoded``."""
    if not all(character in _always_valid() or is_safe(character, mode) for character in raw):
        return False
    try:
        return unescape(raw, mode) == decoded
    except GoError:
        return False


@cache
def _always_valid() -> frozenset[str]:
    return frozenset("!$&'()*+,;=:@[]%")


def parse(text: str) -> URL:
    """Parse a URL or a reference; raise ``GoError`` with the text of Go's ``*url.Error``.

    Source: url.Parse
    """
    before, _, fragment = text.partition("#")
    reported = before
    try:
        url = _parse(before)
        if fragment:
            reported = text
            url.fragment = unescape(fragment, FRAGMENT)
            if escape(url.fragment, FRAGMENT) != fragment:
                url.raw_fragment = fragment
    except GoError as error:
        from helmwright.go.strconv import quote

        raise GoError(f"parse {quote(reported)}: {error.message}") from None
    return url


def parse_request_uri(text: str) -> URL:
    """Parse an absolute URL or path, as of an HTTP request, in which ``#`` has no meaning.

    Raises ``GoError`` with Go's text. Source: url.ParseRequestURI
    """
    from helmwright.go.strconv import quote

    reason = ""
    url = URL()
    try:
        url = _parse(text)
    except GoError as error:
        reason = error.message
    if not text:
        reason = "empty url"
    elif not reason and not url.scheme and not text.startswith("/") and text != "*":
        reason = "invalid URI for request"
    if reason:
        raise GoError(f"parse {quote(text)}: {reason}")
    return url


def _parse(text: str) -> URL:
    if any(character < " " or character == "\x7f" for character in text):
        raise GoError("net/url: invalid control character in URL")
    if text == "*":
        return URL(path="*")
    scheme, rest = _split_scheme(text)
    url = URL(scheme=scheme.lower())
    if rest.endswith("?") and rest.count("?") == 1:
        url.force_query = True
        rest = rest[:-1]
    else:
        rest, _, url.raw_query = rest.partition("?")
    if not rest.startswith("/"):
        if scheme:
            url.opaque = rest
            return url
        if ":" in rest.partition("/")[0]:
            raise GoError("first path segment in URL cannot contain colon")
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        url.user, url.host = _parse_authority(url.scheme, authority)
        rest = slash + path
    elif scheme and rest.startswith("/"):
        url.omit_host = True
    url.path = unescape(rest, PATH)
    if escape(url.path, PATH) != rest:
        url.raw_path = rest
    return url


def _split_scheme(text: str) -> tuple[str, str]:
    for index, character in enumerate(text):
        if character in _LETTERS:
            continue
        if character in _SCHEME_TAIL:
            if index:
                continue
            return "", text
        if character != ":":
            return "", text
        if not index:
            raise GoError("missing protocol scheme")
        return text[:index], text[index + 1 :]
    return "", text


def _parse_authority(scheme: str, authority: str) -> tuple[UserInfo | None, str]:
    info, at, address = authority.rpartition("@")
    host = _parse_host(scheme, address)
    if not at:
        return None, host
    if not _USER.issuperset(info):
        raise GoError("net/url: invalid userinfo")
    username, colon, password = info.partition(":")
    username = unescape(username, USER)
    return UserInfo(username, unescape(password, USER) if colon else None), host


def _parse_host(scheme: str, host: str) -> str:
    opening = host.rfind("[")
    if opening > 0:
        raise GoError("invalid IP-literal")
    if opening == 0:
        return _parse_literal(host)
    colon = host.find(":")
    if colon >= 0:
        # Only http and https must not have more than one colon: databases list hosts with ports.
        if scheme not in {"http", "https"}:
            colon = host.rfind(":")
        _check_port(host[colon:])
    return unescape(host, HOST)


def _parse_literal(host: str) -> str:
    """Parse an address in brackets, with its zone (after ``%25``) and its port."""
    closing = host.rfind("]")
    if closing < 0:
        raise GoError("missing ']' in host")
    port = host[closing + 1 :]
    _check_port(port)
    name = host[1:closing]
    zone = name.find("%25")
    if zone >= 0:
        name = unescape(name[:zone], HOST) + unescape(name[zone:], ZONE)
    else:
        name = unescape(name, HOST)
    from helmwright.go.ip_address import check_address

    try:
        version = check_address(name)
    except GoError as error:
        raise GoError(f"invalid host: {error.message}") from None
    if version == 4:
        raise GoError("invalid IP-literal")
    return f"[{name}]{port}"


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and _DIGITS.issuperset(text[1:]))


def _check_port(text: str) -> None:
    if not _is_port(text):
        from helmwright.go.strconv import quote

        raise GoError(f"invalid port {quote(text)} after host")
