"""References seen from the URL of the schema that holds them.

Source: net/url/url.go (ResolveReference, resolvePath)
"""

from __future__ import annotations

from helmwright.go.url import URL
from helmwright.go.url_escape import PATH, escape, unescape


def resolve(base: URL, reference: URL) -> URL:
    """Return ``reference`` as an absolute URL; neither may have a fragment."""
    url = URL(scheme=reference.scheme or base.scheme, raw_query=reference.raw_query)
    url.force_query, url.omit_host = reference.force_query, reference.omit_host
    if reference.scheme or reference.host or reference.user is not None:
        url.opaque, url.user, url.host = reference.opaque, reference.user, reference.host
        _set_path(url, _resolve_path(_escaped_path(reference), ""))
        return url
    if reference.opaque:
        url.opaque = reference.opaque
        return url
    if not reference.path and not reference.force_query and not reference.raw_query:
        url.raw_query = base.raw_query
    if not reference.path and base.opaque:
        url.opaque = base.opaque
        return url
    url.host, url.user = base.host, base.user
    _set_path(url, _resolve_path(_escaped_path(base), _escaped_path(reference)))
    return url


def _escaped_path(url: URL) -> str:
    """Return the path as the URL writes it."""
    bare = URL(scheme="x", path=url.path)
    bare.raw_path = url.raw_path
    bare.omit_host = True
    return str(bare)[2:]


def _set_path(url: URL, escaped: str) -> None:
    url.path = unescape(escaped, PATH)
    url.raw_path = "" if escape(url.path, PATH) == escaped else escaped


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
