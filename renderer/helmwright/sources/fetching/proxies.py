"""Which proxy a request goes through, as Go reads the environment.

Source: golang.org/x/net/http/httpproxy/proxy.go
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError, SourceError
from helmwright.go.url import URL, parse
from helmwright.sources.fetching.origins import masked, origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class _Exception(NamedTuple):
    """An entry of NO_PROXY: a network, an address, or the end of a name, perhaps with a port."""

    network: Network | None = None
    address: Address | None = None
    suffix: str = ""
    port: str = ""
    is_name: bool = False

    def holds(self, host: str, port: str, address: Address | None) -> bool:
        if self.network is not None:
            return address is not None and address in self.network
        if self.port not in ("", port):
            return False
        if self.address is not None:
            return address == self.address
        return host.endswith(self.suffix) or (self.is_name and host == self.suffix[1:])


class Proxies:
    """The proxies that ``HTTP_PROXY``, ``HTTPS_PROXY`` and ``NO_PROXY`` name, in either case."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        def named(name: str) -> str:
            return environment.get(name) or environment.get(name.lower()) or ""

        self._by_scheme = {
            "http": _proxy(named("HTTP_PROXY")),
            "https": _proxy(named("HTTPS_PROXY")),
        }
        self._is_cgi = bool(environment.get("REQUEST_METHOD"))
        self._never = False
        self._exceptions: list[_Exception] = []
        for entry in named("NO_PROXY").split(","):
            text = entry.strip().lower()
            if text == "*":
                self._never = True
            found = _exception(text) if text else None
            if found is not None:
                self._exceptions.append(found)

    def proxy_for(self, url: URL) -> URL | None:
        """Return the proxy for a request, None for a direct one; raises SourceError for CGI's."""
        proxy = self._by_scheme.get(url.scheme)
        if proxy is None:
            return None
        if url.scheme == "http" and self._is_cgi:
            raise SourceError(
                "refusing to use HTTP_PROXY value in CGI environment; see golang.org/s/cgihttpproxy",
                masked(url),
            )
        _, host, port = origin(url)
        address = _address(host)
        if self._never or host == "localhost" or (address is not None and address.is_loopback):
            return None
        if any(one.holds(host, port, address) for one in self._exceptions):
            return None
        return proxy


def _proxy(text: str) -> URL | None:
    """Return a proxy's URL; what is none is passed over, as Go does."""
    for candidate in (text, f"http://{text}") if text else ():
        try:
            url = parse(candidate)
        except GoError:
            continue
        if url.scheme and url.host:
            return url
    return None


def _exception(text: str) -> _Exception | None:
    if "/" in text:
        try:
            return _Exception(network=ipaddress.ip_network(text, strict=False))
        except ValueError:
            pass
    host, port = _split_port(text)
    address = _address(host)
    if address is not None:
        return _Exception(address=address, port=port)
    if not host:
        return None
    host = host.removeprefix("*") if host.startswith("*.") else host
    if host.startswith("."):
        return _Exception(suffix=host, port=port)
    return _Exception(suffix=f".{host}", port=port, is_name=True)


def _split_port(text: str) -> tuple[str, str]:
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        return host, rest.removeprefix(":")
    if text.count(":") == 1:
        host, _, port = text.partition(":")
        return host, port
    return text, ""


def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
