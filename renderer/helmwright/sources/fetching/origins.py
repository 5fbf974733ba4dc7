"""URLs as far as requests care: whose they are, and how they are shown."""

from __future__ import annotations

from helmwright.base.errors import GoError
from helmwright.go.url import URL, parse

_PORTS = {"http": "80", "https": "443"}


def origin(url: str | URL) -> tuple[str, str, str]:
    """Return scheme, host and port of a URL; blank parts if it has none, or is none."""
    if isinstance(url, str):
        try:
            url = parse(url)
        except GoError:
            return ("", "", "")
    return (url.scheme, url.hostname.lower(), url.port or _PORTS.get(url.scheme, ""))


def is_same_place(first: URL, then: URL) -> bool:
    """Tell whether what one place may know may follow a redirect to another.

    They are one origin, or the second is the first one's host over https, each with its usual port.
    """
    one, other = origin(first), origin(then)
    if one == other:
        return True
    return one == ("http", other[1], "80") and other == ("https", one[1], "443")


def masked(url: str | URL) -> str:
    """Return a URL with its password hidden, as Go shows it in errors.

    Source: net/http client.go (stripPassword)
    """
    if isinstance(url, str):
        if "@" not in url:
            return url
        try:
            parsed = parse(url)
        except GoError:
            scheme, mark, rest = url.partition("://")
            return f"{scheme}{mark}***@{rest.rpartition('@')[2]}"
        if parsed.user is None or parsed.user.password is None:
            return url
    else:
        parsed = url
        if parsed.user is None or parsed.user.password is None:
            return str(parsed)
    name = str(type(parsed.user)(parsed.user.username))
    return str(parsed).replace(f"{parsed.user}@", f"{name}:***@", 1)


def without_user(url: URL) -> str:
    """Return a URL as it is asked for: without login and fragment."""
    if url.user is None and not url.fragment:
        return str(url)
    bare = parse(str(url))
    bare.user, bare.fragment = None, ""
    return str(bare)
