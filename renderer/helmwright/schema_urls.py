"""URLs as Go reads, resolves and writes them: the names of schemas and the ``uri`` formats.

A URL is held as text in which every character is one byte (Latin-1), because Go escapes and
unescapes bytes; ``parse_url`` takes and ``str()`` gives ordinary text.

Source: net/url/url.go, net/netip/netip.go
"""

from __future__ import annotations

from helmwright.errors import GoError
from helmwright.go.strconv import quote

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


class AddressError(GoError):
    """netip cannot read an IP address."""


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


def parse_address(text: str) -> tuple[bool, str]:
    """Return whether ``text`` is an IPv4 address, and the zone of an IPv6 address.

    Raises AddressError with netip's text.
    """
    for char in text:
        if char == ".":
            _check_ipv4(text, text)
            return True, ""
        if char == ":":
            return False, _check_ipv6(text)
        if char == "%":
            raise _address_error(text, "missing IPv6 address")
    raise _address_error(text, "unable to parse IP")


def _address_error(text: str, reason: str, place: str = "") -> AddressError:
    at = f" (at {quote(place)})" if place else ""
    return AddressError(f"ParseAddr({quote(text)}): {reason}{at}")


def _check_ipv4(whole: str, text: str) -> None:
    value = digits = fields = 0
    for at, char in enumerate(text):
        if "0" <= char <= "9":
            if digits == 1 and value == 0:
                raise _address_error(whole, "IPv4 field has octet with leading zero")
            value = value * 10 + int(char)
            digits += 1
            if value > 255:
                raise _address_error(whole, "IPv4 field has value >255")
        elif char == ".":
            if at == 0 or at == len(text) - 1 or text[at - 1] == ".":
                raise _address_error(whole, "IPv4 field must have at least one digit", text[at:])
            if fields == 3:
                raise _address_error(whole, "IPv4 address too long")
            fields += 1
            value = digits = 0
        else:
            raise _address_error(whole, "unexpected character", text[at:])
    if fields < 3:
        raise _address_error(whole, "IPv4 address too short")


def _check_ipv6(whole: str) -> str:
    """Check an IPv6 address and return its zone."""
    text, percent, zone = whole.partition("%")
    if percent and not zone:
        raise _address_error(whole, "zone must be a non-empty string")
    ellipsis = text.startswith("::")
    if ellipsis:
        text = text[2:]
        if not text:
            return zone
    size = 0
    while size < 16:
        digits = _hexadecimal_group(whole, text)
        if text[digits : digits + 1] == ".":
            if not ellipsis and size != 12:
                reason = "embedded IPv4 address must replace the final 2 fields of the address"
                raise _address_error(whole, reason, text)
            if size + 4 > 16:
                reason = "too many hex fields to fit an embedded IPv4 at the end of the address"
                raise _address_error(whole, reason, text)
            _check_ipv4(whole, text)
            text = ""
            size += 4
            break
        size += 2
        text = text[digits:]
        if not text:
            break
        if text[0] != ":":
            raise _address_error(whole, "unexpected character, want colon", text)
        if len(text) == 1:
            raise _address_error(whole, "colon must be followed by more characters", text)
        text = text[1:]
        if text[0] == ":":
            if ellipsis:
                raise _address_error(whole, "multiple :: in address", text)
            ellipsis = True
            text = text[1:]
            if not text:
                break
    if text:
        raise _address_error(whole, "trailing garbage after address", text)
    if size < 16 and not ellipsis:
        raise _address_error(whole, "address string too short")
    if size >= 16 and ellipsis:
        raise _address_error(whole, "the :: must expand to at least one field of zeros")
    return zone


def _hexadecimal_group(whole: str, text: str) -> int:
    """Return the number of hexadecimal digits at the start of ``text``."""
    digits = 0
    for char in text:
        if char not in _HEX:
            break
        if digits > 3:
            raise _address_error(whole, "each group must have 4 or less digits", text)
        digits += 1
    if digits == 0:
        reason = "each colon-separated field must have at least one digit"
        raise _address_error(whole, reason, text)
    return digits
