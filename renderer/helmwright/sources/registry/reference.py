"""Names of charts in registries: ``HOST[:PORT]/PATH[:TAG][@DIGEST]``.

Source: oras-go registry/reference.go, opencontainers/go-digest digest.go, algorithm.go,
helm pkg/registry/reference.go
"""

from __future__ import annotations

import re
from typing import NamedTuple

from helmwright.base.errors import GoError, SourceError
from helmwright.go.strconv import quote
from helmwright.go.url import parse_request_uri

SCHEME = "oci://"
_DOCKER, _DOCKER_HOST = "docker.io", "registry-1.docker.io"
_PART = r"[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
_REPOSITORY = re.compile(rf"{_PART}(?:/{_PART})*")
_TAG = re.compile(r"[0-9A-Za-z_][0-9A-Za-z_.-]{0,127}")
_DIGEST = re.compile(r"[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[a-zA-Z0-9=_-]+")
_SIZES = {"sha256": 64, "sha384": 96, "sha512": 128}
_HEX = re.compile(r"[a-f0-9]*")
_INVALID = "invalid reference: "


class Reference(NamedTuple):
    """A repository of a registry, and something in it.

    reference: a tag or a digest; blank for the repository alone.
    """

    registry: str
    repository: str
    reference: str = ""

    @property
    def host(self) -> str:
        """The host that is asked: that of Docker has another name."""
        return _DOCKER_HOST if self.registry == _DOCKER else self.registry

    @property
    def is_digest(self) -> bool:
        """Whether it is a valid digest."""
        return not digest_problem(self.reference)

    def __str__(self) -> str:
        place = f"{self.registry}/{self.repository}"
        if not self.reference:
            return place
        return f"{place}{'@' if self.is_digest else ':'}{self.reference}"


def parse_reference(text: str) -> Reference:
    """Return what a name without ``oci://`` says.

    Raises SourceError with the library's text.
    """
    registry, slash, path = text.partition("/")
    if not slash:
        raise SourceError(f"{_INVALID}missing registry or repository")
    repository, at, reference = path.partition("@")
    if at:
        repository = repository.partition(":")[0]
    else:
        repository, _, reference = path.partition(":")
    check_registry(registry)
    if not _REPOSITORY.fullmatch(repository):
        raise SourceError(f"{_INVALID}invalid repository {quote(repository)}")
    if not reference:
        return Reference(registry, repository)
    if not at:
        if not _TAG.fullmatch(reference):
            raise SourceError(f"{_INVALID}invalid tag {quote(reference)}")
    elif problem := digest_problem(reference):
        raise SourceError(f"{_INVALID}invalid digest {quote(reference)}: {problem}")
    return Reference(registry, repository, reference)


def check_registry(registry: str) -> None:
    """Refuse what is no host with an optional port; raises SourceError with the library's text."""
    try:
        host = parse_request_uri(f"dummy://{registry}").host
    except GoError:
        host = ""
    if not host or host != registry:
        raise SourceError(f"{_INVALID}invalid registry {quote(registry)}")


def digest_problem(text: str) -> str:
    """Return why a text is no digest, nothing if it is one."""
    algorithm, _, encoded = text.partition(":")
    if not algorithm or not encoded:
        return "invalid checksum digest format"
    size = _SIZES.get(algorithm)
    if size is None:
        is_formed = _DIGEST.fullmatch(text) is not None
        return "unsupported digest algorithm" if is_formed else "invalid checksum digest format"
    if len(encoded.encode("utf-8", "surrogateescape")) != size:
        return "invalid checksum digest length"
    return "" if _HEX.fullmatch(encoded) else "invalid checksum digest format"


class ChartReference(NamedTuple):
    """A chart in a registry as a command line names it; ``+`` of its tag has become ``_``.

    digest: what stands behind the last ``@``, not looked at yet.
    """

    place: Reference
    digest: str = ""

    @property
    def tag(self) -> str:
        """The tag, blank without one."""
        return self.place.reference

    def __str__(self) -> str:
        return str(self.place) if self.tag else f"{self.place}@{self.digest}"


def is_oci(url: str) -> bool:
    """Tell whether a URL is one of a registry."""
    return url.startswith(SCHEME)


def parse_chart_reference(text: str) -> ChartReference:
    """Return the chart that a name means, with ``oci://`` or without.

    Raises SourceError with the library's text.
    """
    rest, at, digest = text.removeprefix(SCHEME).rpartition("@")
    if not at:
        rest, digest = digest, ""
    _, colon, tag = rest.rpartition(":")
    if colon and tag and "/" not in tag:
        rest = rest.replace(tag, tag.replace("+", "_"))
    return ChartReference(parse_reference(rest), digest)
