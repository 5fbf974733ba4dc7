"""URLs as Go reads, resolves and writes them: the names of schemas and the ``uri`` formats.

A URL is held as text in which every character is one byte (Latin-1), because Go escapes and
unescapes bytes; ``parse_url`` takes and ``str()`` gives ordinary text.

Source: net/url/url.go
"""

from __future__ import annotations

from helmwright.errors import GoError
from helmwright.go.strconv import quote
from helmwright.schema_addresses import AddressError, parse_address

_ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_MARKS = _ALPHANUMERIC + "-_.~"
# The bytes that stay as they are in each part of a URL.
_PATH = frozenset(_MARKS + "$&+,/:;=@")
_SEGMENT = frozenset(_MARKS + "$&+:=@")
_FRAGMENT = frozenset(_MARKS + "$&+,/:;=?@!()*")
_USER = frozenset(_MARKS + "$&+,;=")
_HOST = frozenset(_MARKS + "!$&'()*+,;=:[]<>\"")
_ENCODED = frozenset("!$&'()*+,;=:@[]%")
_USERINFO = frozenset(_ALPHANUMERIC + "-._:~!$&'()*+,;=%@")
_HEX = frozenset("0123456789abcdefABCDEF")


def _bytes(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def _text(raw: str) -> str:
    return raw if raw.isascii() else raw.encode("latin-1").decode("utf-8", "surrogateescape")


def path_unescape(text: str) -> str:
    """Return ``text`` without percent escapes; raise GoError ``invalid URL escape "…"``."""
    return _text(_unescape(_bytes(text), _SEGMENT)) if "%" in text else text


def path_escape(text: str) -> str:
    """Return ``text`` with percent escapes for all that may not stand in a path segment."""
    return _escape(_bytes(text), _SEGMENT)


def _escape(raw: str, allowed: frozenset[str]) -> str:
    if allowed.issuperset(raw):
        return raw
    return "".join(char if char in allowed else f"%{ord(char):02X}" for char in raw)


def _unescape(raw: str, mode: frozenset[str], *, zone: bool = False) -> str:
    """Return ``raw`` without percent escapes, refusing what Go refuses in this part of a URL."""
    out: list[str] = []
    at = 0
    host = mode is _HOST
    while at < len(raw):
        char = raw[at]
        if char == "%":
            digits = raw[at + 1 : at + 3]
            if len(digits) < 2 or not _HEX.issuperset(digits):
                raise _escape_error(raw[at : at + 3])
            value = int(digits, 16)
            if digits != "25" and (
                (host and not zone and value < 0x80)
                or (zone and value != 0x20 and chr(value) not in _HOST)
            ):
                raise _escape_error(raw[at : at + 3])
            out.append(chr(value))
            at += 3
            continue
        if host and char < "\x80" and char not in _HOST:
            raise GoError(f"invalid character {quote(char)} in host name")
        out.append(char)
        at += 1
    return "".join(out)


def _escape_error(raw: str) -> GoError:
    return GoError(f"invalid URL escape {quote(_text(raw))}")


class URL:
    """Go's url.URL without its fragment (schemas cut it off before)."""

    __slots__ = (
        "force_query",
        "host",
        "omit_host",
        "opaque",
        "path",
        "query",
        "raw_path",
        "scheme",
        "user",
    )

    def __init__(self) -> None:
        self.scheme = self.opaque = self.host = self.path = self.raw_path = self.query = ""
        self.user: str | None = None  # escaped, with its password
        self.force_query = self.omit_host = False

    def set_path(self, raw: str) -> None:
        """Store an escaped path; raise GoError for a bad escape."""
        self.path = _unescape(raw, _PATH)
        self.raw_path = "" if raw == _escape(self.path, _PATH) else raw

    def escaped_path(self) -> str:
        """Return the path with escapes, as it was written where that is valid."""
        raw = self.raw_path
        if raw and all(char in _PATH or char in _ENCODED for char in raw):
            try:
                if _unescape(raw, _PATH) == self.path:
                    return raw
            except GoError:
                pass
        return "*" if self.path == "*" else _escape(self.path, _PATH)

    def resolve(self, reference: URL) -> URL:
        """Return ``reference`` seen from this URL (ResolveReference)."""
        url = URL()
        url.scheme = reference.scheme or self.scheme
        url.query, url.force_query = reference.query, reference.force_query
        url.omit_host = reference.omit_host
        if reference.scheme or reference.host or reference.user is not None:
            url.opaque, url.user, url.host = reference.opaque, reference.user, reference.host
            url.set_path(_resolve_path(reference.escaped_path(), ""))
            return url
        if reference.opaque:
            url.opaque = reference.opaque
            return url
        if not reference.path and not reference.force_query and not reference.query:
            url.query = self.query
        if not reference.path and self.opaque:
            url.opaque = self.opaque
            return url
        url.host, url.user = self.host, self.user
        url.set_path(_resolve_path(self.escaped_path(), reference.escaped_path()))
        return url

    def hostname(self) -> str:
        """Return the host without its port and brackets."""
        host = self.host
        colon = host.rfind(":")
        if colon != -1 and _is_port(host[colon:]):
            host = host[:colon]
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        return _text(host)

    def __str__(self) -> str:
        written = f"{self.scheme}:" if self.scheme else ""
        if self.opaque:
            written += self.opaque
        else:
            path = self.escaped_path()
            authority = self.host or self.user is not None
            if authority or (self.scheme and not self.omit_host and self.path):
                written += "//"
            if self.user is not None:
                written += f"{self.user}@"
            written += _escape(self.host, _HOST)
            if path and path[0] != "/" and self.host:
                written += "/"
            if not written and ":" in path.partition("/")[0]:
                written = "./"
            written += path
        if self.force_query or self.query:
            written += f"?{self.query}"
        return _text(written)


def parse_url(text: str) -> URL:
    """Read a URL or reference; raise GoError ``parse "…": reason``; a fragment is dropped."""
    text, _, fragment = text.partition("#")
    try:
        url = _parse(_bytes(text))
    except GoError as error:
        raise GoError(f"parse {quote(text)}: {error.message}") from None
    if fragment:
        try:
            _unescape(_bytes(fragment), _FRAGMENT)
        except GoError as error:
            raise GoError(f"parse {quote(f'{text}#{fragment}')}: {error.message}") from None
    return url


def _parse(raw: str) -> URL:
    if any(char < " " or char == "\x7f" for char in raw):
        raise GoError("net/url: invalid control character in URL")
    url = URL()
    if raw == "*":
        url.path = "*"
        return url
    scheme, rest = _split_scheme(raw)
    url.scheme = scheme.lower()
    if rest.endswith("?") and rest.count("?") == 1:
        url.force_query = True
        rest = rest[:-1]
    else:
        rest, _, url.query = rest.partition("?")
    if not rest.startswith("/"):
        if url.scheme:
            url.opaque = rest
            return url
        if ":" in rest.partition("/")[0]:
            raise GoError("first path segment in URL cannot contain colon")
    if rest.startswith("//") and (url.scheme or not rest.startswith("///")):
        authority, slash, rest = rest[2:].partition("/")
        rest = slash + rest
        url.user, url.host = _parse_authority(url.scheme, authority)
    elif url.scheme and rest.startswith("/"):
        url.omit_host = True
    url.set_path(rest)
    return url


def _split_scheme(raw: str) -> tuple[str, str]:
    for at, char in enumerate(raw):
        if char == ":":
            if at == 0:
                raise GoError("missing protocol scheme")
            return raw[:at], raw[at + 1 :]
        if not (char.isascii() and char.isalpha()) and (at == 0 or char not in "0123456789+-."):
            break
    return "", raw


def _parse_authority(scheme: str, authority: str) -> tuple[str | None, str]:
    userinfo, at, host = authority.rpartition("@")
    host = _parse_host(scheme, host)
    if not at:
        return None, host
    if not _USERINFO.issuperset(userinfo):
        raise GoError("net/url: invalid userinfo")
    name, colon, password = userinfo.partition(":")
    user = _escape(_unescape(name, _USER), _USER)
    if colon:
        user += ":" + _escape(_unescape(password, _USER), _USER)
    return user, host


def _parse_host(scheme: str, host: str) -> str:
    bracket = host.rfind("[")
    if bracket > 0:
        raise GoError("invalid IP-literal")
    if bracket == 0:
        return _parse_literal(host)
    first = host.find(":")
    if first != -1:
        if scheme not in {"http", "https"}:
            first = host.rfind(":")
        _check_port(host[first:])
    return _unescape(host, _HOST)


def _parse_literal(host: str) -> str:
    """Read ``[address%25zone]:port``."""
    close = host.rfind("]")
    if close < 0:
        raise GoError("missing ']' in host")
    port = host[close + 1 :]
    _check_port(port)
    port = _unescape(port, _HOST)
    name = host[1:close]
    zone = name.find("%25")
    if zone >= 0:
        name = _unescape(name[:zone], _HOST) + _unescape(name[zone:], _HOST, zone=True)
    else:
        name = _unescape(name, _HOST)
    try:
        is_ipv4, _ = parse_address(_text(name))
    except AddressError as error:
        raise GoError(f"invalid host: {error.message}") from None
    if is_ipv4:
        raise GoError("invalid IP-literal")
    return f"[{name}]{port}"


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and all("0" <= char <= "9" for char in text[1:]))


def _check_port(text: str) -> None:
    if not _is_port(text):
        raise GoError(f"invalid port {quote(_text(text))} after host")


def _resolve_path(base: str, reference: str) -> str:
    if not reference:
        full = base
    elif not reference.startswith("/"):
        full = base[: base.rfind("/") + 1] + reference
    else:
        full = reference
    if not full:
        return ""
    path = "/"
    first = True
    element = ""
    for element in full.split("/"):
        if element == ".":
            first = False
        elif element == "..":
            cut = path.rfind("/", 1)
            path = path[:cut] if cut >= 1 else "/"
            first = len(path) == 1
        else:
            path += element if first else "/" + element
            first = False
    if element in {".", ".."}:
        path += "/"
    return path[1:] if path.startswith("//") else path
