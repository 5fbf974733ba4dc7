"""URLs as dicts: sprig's url.go."""

from __future__ import annotations

from helmwright.base.errors import FunctionError, GoError
from helmwright.go.function import Family
from helmwright.go.kinds import Value, kind

URLS = Family()
_NIL_DEREFERENCE = "runtime error: invalid memory address or nil pointer dereference"


@URLS.function("urlParse")
def url_parse(text: str) -> dict[str, Value]:
    """Return the parts of a URL: scheme, host, hostname, path, query, opaque, fragment, userinfo."""
    from helmwright.go.url import parse

    try:
        url = parse(text)
    except GoError as error:
        raise FunctionError(f"unable to parse url: {error.message}") from None
    return {
        "scheme": url.scheme,
        "host": url.host,
        "hostname": url.hostname,
        "path": url.path,
        "query": url.raw_query,
        "opaque": url.opaque,
        "fragment": url.fragment,
        "userinfo": "" if url.user is None else str(url.user),
    }


@URLS.function("urlJoin")
def url_join(parts: dict[str, Value] | None) -> str:
    """Return the URL made of ``parts``, with the keys that ``urlParse`` gives; all may be missing."""
    from helmwright.go.url import URL, parse

    given = parts or {}
    url = URL(
        scheme=_text(given, "scheme"),
        host=_text(given, "host"),
        path=_text(given, "path"),
        raw_query=_text(given, "query"),
        opaque=_text(given, "opaque"),
        fragment=_text(given, "fragment"),
    )
    user = _text(given, "userinfo")
    if user:
        try:
            url.user = parse(f"proto://{user}@host").user
        except GoError as error:
            raise FunctionError(f"unable to parse userinfo in dict: {error.message}") from None
    return str(url)


def _text(parts: dict[str, Value], key: str) -> str:
    """Return a part, or nothing where it is missing."""
    if key not in parts:
        return ""
    value = parts[key]
    if isinstance(value, str):
        return value
    if value is None:
        raise FunctionError(_NIL_DEREFERENCE)  # reflect.TypeOf(nil).Kind()
    raise FunctionError(
        f"unable to parse {key} key, must be of type string, but {kind(value)} found"
    )
