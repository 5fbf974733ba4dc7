"""The tags of a repository that are versions, and the version that a person means.

Source: helm pkg/registry/client.go (Tags, ValidateReference), tag.go; oras-go registry/remote/repository.go (tags)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import FunctionError, GoError, JSONError, SourceError
from helmwright.go import json_read
from helmwright.go.semver import parse_constraint, parse_version, strict_parse_version
from helmwright.go.sort import sort
from helmwright.go.strconv import quote
from helmwright.go.url import parse
from helmwright.go.url_resolve import resolve_reference
from helmwright.sources.fetching import TooLargeError, origin
from helmwright.sources.registry.answers import failure, refusal
from helmwright.sources.registry.manifest import LARGEST_MANIFEST
from helmwright.sources.registry.reference import SCHEME, parse_chart_reference, parse_reference

if TYPE_CHECKING:
    from helmwright.go.semver import Version
    from helmwright.sources.fetching import Response
    from helmwright.sources.registry.client import Registry

MOST_TAGS = 1_000_000
MOST_PAGES = 10_000
"""Our own bounds: Helm has none."""


class Chosen(NamedTuple):
    """What a reference means.

    reference: what to pull, without ``oci://``: ``HOST/PATH:TAG``, or with a digest. digest: of the
    manifest, blank unless the reference has one that a tag agreed with.
    """

    reference: str
    digest: str = ""


def choose(registry: Registry, reference: str, version: str) -> Chosen:
    """Return what ``oci://…`` means together with a version, or a range of versions.

    Raises SourceError with Helm's text.
    """
    rest = reference.removeprefix(SCHEME)
    name = parse_chart_reference(rest)
    if not version:
        version = name.tag
    elif name.tag and name.tag != version:
        raise SourceError(f"chart reference and version mismatch: {version} is not {name.tag}")
    place = f"{name.place.registry}/{name.place.repository}"
    if name.digest:
        return _pinned(registry, place, name.digest, version, rest)
    try:
        parse_version(version)
    except FunctionError:
        return Chosen(f"{place}:{_matching(list_tags(registry, rest), version, reference)}")
    return Chosen(f"{place}:{version}")


def _pinned(registry: Registry, place: str, digest: str, version: str, rest: str) -> Chosen:
    """Return a chart by its digest; a tag that is there must lead to it."""
    if not version:
        return Chosen(rest)
    pinned = f"{place}@{digest}"
    try:
        found = registry.resolve(f"{place}:{version}")
    except SourceError:
        return Chosen(pinned)  # what has a digest needs no tag
    if found.digest != digest:
        raise SourceError(f"chart reference digest mismatch: {found.digest} is not {digest}")
    return Chosen(pinned, digest)


def _matching(tags: list[str], version: str, reference: str) -> str:
    """Return the tag that is a version, else the highest in a range; raises SourceError."""
    if not tags:
        raise SourceError(f"unable to locate any tags in provided repository: {reference}")
    if version in tags:
        return version
    try:
        constraint = parse_constraint(version or "*")
    except FunctionError as error:
        raise SourceError(error.message) from None
    for tag in tags:
        if constraint.check(parse_version(tag)):
            return tag
    raise SourceError(f"could not locate a version matching provided version string {version}")


def list_tags(registry: Registry, text: str) -> list[str]:
    """Return the versions that a repository has as tags, the highest first; ``_`` is ``+``.

    Raises SourceError with Helm's text.
    """
    place = parse_reference(text)
    names: list[str] = []
    url, seen = registry.url(place, "tags", "list"), set[str]()
    while url:
        if url in seen or len(seen) >= MOST_PAGES:
            raise SourceError(f"GET {quote(url)}: the pages of tags have no end", url)
        seen.add(url)
        try:
            response = registry.get(place, url, LARGEST_MANIFEST)
        except TooLargeError as error:
            problem = "failed to decode response: unexpected EOF"
            raise SourceError(f"GET {quote(url)}: {problem}", error.url) from None
        if response.status != 200:
            raise refusal("GET", response)
        names += _page(response)
        if len(names) > MOST_TAGS:
            raise SourceError(f"{place} has more than {MOST_TAGS} tags", url)
        url = _next(url, response)
    return [str(version) for version in _versions(names)]


def _page(response: Response) -> list[str]:
    """Return the tags of a page; raises SourceError."""
    try:
        found, _ = json_read.decode_prefix(response.body.decode("utf-8", "surrogateescape"))
        return _names(found)
    except JSONError as error:
        raise failure("GET", response, f"failed to decode response: {error.message}") from None


def _names(found: Any) -> list[str]:
    if found is None:
        return []
    if not isinstance(found, dict):
        raise json_read.type_error(found, 'struct { Tags []string "json:\\"tags\\"" }')
    tags = found.get("tags")
    if tags is None:
        return []
    if not isinstance(tags, list):
        raise json_read.type_error(tags, "[]string", ".tags")
    for tag in tags:
        if tag is not None and not isinstance(tag, str):
            raise json_read.type_error(tag, "string", ".tags")
    return [tag for tag in tags if tag]


def _versions(names: list[str]) -> list[Version]:
    """Return the tags that are versions, the highest first.

    Which of two comes first that differ in their build metadata alone is what Go's sorting makes of it.
    """
    versions: list[Version] = []
    for name in names:
        try:
            versions.append(strict_parse_version(name.replace("_", "+")))
        except FunctionError:
            continue
    sort(versions, lambda one, other: other.compare(one) < 0)
    return versions


def _next(url: str, response: Response) -> str:
    """Return the URL of the next page, which must be of the same origin; blank if there is none."""
    link = response.headers.get("Link", "")
    if not link:
        return ""
    if not link.startswith("<"):
        raise SourceError(f"invalid next link {quote(link)}: missing '<'", response.url)
    inner, end, _ = link[1:].partition(">")
    if not end:
        raise SourceError(f"invalid next link {quote(link)}: missing '>'", response.url)
    try:
        then = str(resolve_reference(parse(response.url), parse(inner)))
    except GoError as error:
        raise SourceError(error.message, response.url) from None
    if origin(then) != origin(url):
        raise SourceError(f"next link {quote(then)} leads to another registry", response.url)
    return then
