"""What a registry wants to see before it answers: its challenge, and the scopes of tokens.

Source: oras-go registry/remote/auth/challenge.go, scope.go, client.go (validateRealm)
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError
from helmwright.go.strconv import quote
from helmwright.go.url import URL, parse

if TYPE_CHECKING:
    from collections.abc import Iterable

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_BLANKS = " \t"


class Challenge(NamedTuple):
    """A scheme, ``basic`` or ``bearer``, and what it says; blank for any other scheme."""

    scheme: str
    parameters: dict[str, str]


def parse_challenge(header: str) -> Challenge:
    """Return what ``WWW-Authenticate`` asks for; what does not parse is left out."""
    scheme, rest = _token(header)
    scheme = scheme.lower()
    parameters: dict[str, str] = {}
    if scheme != "bearer":
        return Challenge(scheme if scheme == "basic" else "", parameters)
    while True:
        key, rest = _token(rest.lstrip(_BLANKS))
        rest = rest.lstrip(_BLANKS)
        if not key or not rest.startswith("="):
            return Challenge(scheme, parameters)
        rest = rest[1:].lstrip(_BLANKS)
        quoted = _QUOTED.match(rest)
        if quoted:
            value, rest = _ESCAPED.sub(r"\1", quoted[1]), rest[quoted.end() :]
        else:
            value, rest = _token(rest)
            if not value:
                return Challenge(scheme, parameters)
        parameters[key] = value
        rest = rest.lstrip(_BLANKS)
        if not rest.startswith(","):
            return Challenge(scheme, parameters)
        rest = rest[1:]


def _token(text: str) -> tuple[str, str]:
    found = _TOKEN.match(text)
    end = found.end() if found else 0
    return text[:end], text[end:]


def realm_problem(realm: str, registry: URL) -> str:
    """Return why no login is sent to a realm, nothing if it may be.

    registry: the URL that was asked.
    """
    if not realm:
        return ""
    try:
        url = parse(realm)
    except GoError as error:
        return f"failed to parse bearer realm {quote(realm)}: {error.message}"
    if url.scheme == "http" and registry.scheme == "https":
        return f"bearer realm {quote(realm)} uses http but registry was contacted over https"
    if url.scheme not in ("http", "https"):
        return f"bearer realm {quote(realm)} uses unsupported scheme {quote(url.scheme)}"
    host = url.hostname
    if host != registry.hostname and _is_inner(host):
        return (
            f"bearer realm host {quote(host)} is a loopback, link-local, private, "
            "or unspecified address"
        )
    return ""


_PRIVATE = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
)


def _is_inner(host: str) -> bool:
    """Tell whether a host is an address that only this machine, or its network, knows."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    is_local_group = address.is_multicast and address in ipaddress.ip_network(
        "224.0.0.0/24" if address.version == 4 else "ff02::/16"
    )
    return (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or is_local_group
        or any(address.version == one.version and address in one for one in _PRIVATE)
    )


def repository_scope(repository: str, *actions: str) -> str:
    """Return the scope of a repository."""
    return f"repository:{repository}:{','.join(_actions(actions))}"


def clean_scopes(scopes: Iterable[str]) -> list[str]:
    """Return scopes sorted, those of one thing as one."""
    result: list[str] = []
    merged: dict[str, set[str]] = {}
    for scope in scopes:
        if scope.count(":") < 2:
            result.append(scope)
            continue
        thing, _, actions = scope.rpartition(":")
        merged.setdefault(thing, set()).update(actions.split(","))
    for thing, names in merged.items():
        if actions := ",".join(_actions(names)):
            result.append(f"{thing}:{actions}")
    return sorted(result)


def _actions(names: Iterable[str]) -> list[str]:
    kept = sorted({name for name in names if name})
    return ["*"] if "*" in kept else kept
