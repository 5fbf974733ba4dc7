"""Go's net/url: a reference seen from another URL, and paths put behind one.

Source: net/url/url.go (ResolveReference), path/path.go (Clean), helm internal/urlutil/urlutil.go
"""

from __future__ import annotations

from posixpath import normpath

from helmwright.base.errors import GoError
from helmwright.go.url import URL, parse
from helmwright.go.url_escape import PATH, escape, unescape


def resolve_reference(base: URL, reference: URL) -> URL:
    """Return what a reference means on the page of a base; neither is changed."""
    url = _copy(reference)
    url.scheme = reference.scheme or base.scheme
    if reference.scheme or reference.host or reference.user is not None:
        _set_path(url, resolve_path(reference.escaped_path(), ""))
        return url
    if reference.opaque:
        url.host = url.path = ""
        return url
    if not (reference.path or reference.force_query or reference.raw_query):
        url.raw_query = base.raw_query
        if not reference.fragment:
            url.fragment, url.raw_fragment = base.fragment, base.raw_fragment
    if not reference.path and base.opaque:
        url.opaque = base.opaque
        url.host = url.path = ""
        return url
    url.host, url.user = base.host, base.user
    _set_path(url, resolve_path(base.escaped_path(), reference.escaped_path()))
    return url


def resolve_path(base: str, reference: str) -> str:
    """Return the path that a reference leads to, without ``.`` and ``..``."""
    full = reference if reference.startswith("/") else base
    if reference and not reference.startswith("/"):
        full = base[: base.rfind("/") + 1] + reference
    if not full:
        return ""
    found, first, element = "/", True, ""
    for element in full.split("/"):
        if element == ".":
            first = False
        elif element == "..":
            slash = found.rfind("/", 1)
            found = found[:slash] if slash >= 1 else "/"
            first = len(found) == 1
        else:
            found += element if first else f"/{element}"
            first = False
    if element in (".", ".."):
        found += "/"
    return found[1:] if found.startswith("//") else found


def join_path(base: str, *parts: str) -> str:
    """Return a URL with parts put behind its path, which is then cleaned.

    Raises GoError for a base that is no URL.
    """
    url = parse(base)
    url.path = clean("/".join(part for part in (url.path, *parts) if part))
    return str(url)


def clean(path: str) -> str:
    """Return what path.Clean makes of a path; of none what path.Join does, nothing."""
    if not path:
        return ""
    found = normpath(path)
    return found[1:] if found.startswith("//") else found


def is_equal(first: str, other: str) -> bool:
    """Tell whether two URLs are the same once their paths are clean."""
    try:
        one = parse(first)
    except GoError:
        return normpath(first) == normpath(other)
    try:
        two = parse(other)
    except GoError:
        return False
    for url in (one, two):
        url.path = clean(url.path or "/")
    return str(one) == str(two)


def _copy(url: URL) -> URL:
    made = URL()
    for name in URL.__slots__:
        setattr(made, name, getattr(url, name))
    return made


def _set_path(url: URL, path: str) -> None:
    url.path = unescape(path, PATH)
    url.raw_path = "" if escape(url.path, PATH) == path else path
