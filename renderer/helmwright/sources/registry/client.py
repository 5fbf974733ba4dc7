"""What is asked of a registry: whether it is there, its manifests and its blobs.

Source: oras-go registry/remote/repository.go, content/reader.go
"""

from __future__ import annotations

from hashlib import new as new_hash
from io import BytesIO
from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError
from helmwright.go.strconv import quote
from helmwright.sources.fetching import TooLargeError
from helmwright.sources.registry.answers import expect, failure, refusal
from helmwright.sources.registry.authorization import Authorizer
from helmwright.sources.registry.challenge import repository_scope
from helmwright.sources.registry.manifest import (
    ACCEPTED,
    LARGEST_MANIFEST,
    Descriptor,
    check_descriptor,
)
from helmwright.sources.registry.reference import Reference, digest_problem, parse_reference

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.sources.fetching import TLS, Fetcher, Response
    from helmwright.sources.registry.credentials import Credential

_DIGEST_HEADER = "Docker-Content-Digest"
_EVERY_MANIFEST = ", ".join(ACCEPTED)


class Registry:
    """Registries as one store of logins and one set of certificates reach them.

    login_of: the login for a host. plain_http: ask without TLS.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        login_of: Callable[[str], Credential],
        *,
        tls: TLS | None = None,
        plain_http: bool = False,
    ) -> None:
        self.authorizer = Authorizer(fetcher, login_of, tls)
        self._scheme = "http" if plain_http else "https"

    def url(self, place: Reference, *parts: str) -> str:
        """Return the URL of something of a repository."""
        return "/".join((f"{self._scheme}://{place.host}/v2", place.repository, *parts))

    def ping(self, registry: str) -> None:
        """Make sure that a registry is there and knows the login; raises SourceError."""
        url = f"{self._scheme}://{Reference(registry, '').host}/v2/"
        response = self.authorizer.request("GET", url, limit=LARGEST_MANIFEST)
        if response.status == 404:
            raise SourceError("not found", response.url, response.status)
        if response.status != 200:
            raise refusal("GET", response)

    def get(  # noqa: PLR0913 - keywords
        self,
        place: Reference,
        url: str,
        limit: int,
        *,
        method: str = "GET",
        accept: str = "",
        into: BytesIO | None = None,
    ) -> Response:
        """Return the answer to a request for something of a repository; raises SourceError.

        into: where the body goes of an answer with status 200.
        """
        return self.authorizer.request(
            method,
            url,
            scopes=[repository_scope(place.repository, "pull")],
            headers={"Accept": accept} if accept else {},
            limit=limit,
            into=into,
            only=200 if into is not None else None,
        )

    def resolve(self, text: str) -> Descriptor:
        """Return what a name with a tag or a digest means; raises SourceError with Helm's text."""
        place = parse_reference(text)
        url = self.url(place, "manifests", place.reference)
        response = self.get(place, url, LARGEST_MANIFEST, method="HEAD", accept=_EVERY_MANIFEST)
        expect("HEAD", response, str(place))
        if not response.headers.get("Content-Length", "").isdecimal():
            raise failure("HEAD", response, "unknown response Content-Length")
        return _described("HEAD", response, place)

    def manifest(self, place: Reference) -> tuple[Descriptor, bytes]:
        """Return what a tag or a digest leads to, as it is told; raises SourceError.

        Whether the bytes are those of the digest is not known yet.
        """
        url = self.url(place, "manifests", place.reference)
        response = self.get(place, url, LARGEST_MANIFEST, accept=_EVERY_MANIFEST)
        expect("GET", response, str(place))
        return _described("GET", response, place), response.body

    def nested_manifest(self, place: Reference, one: Descriptor) -> bytes:
        """Return a manifest that an index names; raises SourceError."""
        check_descriptor(one)
        if one.size > LARGEST_MANIFEST:
            raise SourceError(too_large(one.size))
        url = self.url(place, "manifests", one.digest)
        response = self.get(place, url, LARGEST_MANIFEST, accept=one.media_type)
        expect("GET", response, one.digest)
        if not fits(one, response.body):
            raise SourceError("mismatched digest", response.url)
        return response.body

    def blob(self, place: Reference, one: Descriptor, largest: int) -> bytes:
        """Return the bytes that a manifest names; raises SourceError with Helm's text.

        largest: how many they may be, asked before anything is fetched.
        """
        check_descriptor(one)
        if one.size > largest:
            raise SourceError(
                f"a layer of {place} has {one.size} bytes, more than the {largest} that are taken"
            )
        into = BytesIO()
        url = self.url(place, "blobs", one.digest)
        try:
            response = self.get(place, url, one.size, into=into)
        except TooLargeError as error:
            if error.size is not None:
                problem = f"GET {quote(url)}: mismatch Content-Length"
                raise copy_error("Fetch", "source", problem) from None
            raise copy_error("Push", "destination", "trailing data") from None
        except SourceError as error:
            if error.message == "unexpected EOF":
                raise _short(one, into.tell()) from None
            raise copy_error("Fetch", "source", error.message) from None
        return _checked_blob(one, response, into.getvalue())


def _described(method: str, response: Response, place: Reference) -> Descriptor:
    """Return what an answer says of the manifest in it; raises SourceError with the library's text."""
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not kind:
        raise failure(
            method, response, "invalid response `Content-Type` header; mime: no media type"
        )
    told = response.headers.get(_DIGEST_HEADER, "")
    if told and (problem := digest_problem(told)):
        raise failure(
            method,
            response,
            f"invalid response header value: `{_DIGEST_HEADER}: {told}`; {problem}",
        )
    if not told and method == "HEAD" and not place.is_digest:
        raise SourceError(
            f"HTTP {method} request missing required header {quote(_DIGEST_HEADER)}", response.url
        )
    digest = told or (place.reference if method == "HEAD" else f"sha256:{response.sha256}")
    if place.is_digest and place.reference != digest:
        raise failure(method, response, _mismatch(digest, place.reference))
    size = response.headers.get("Content-Length", "")
    return Descriptor(kind, digest, int(size) if size.isdecimal() else response.size)


def _checked_blob(one: Descriptor, response: Response, data: bytes) -> bytes:
    """Return the body of an answer if it is what a manifest named."""
    try:
        expect("GET", response, one.digest)
        announced = response.headers.get("Content-Length", "")
        if announced.isdecimal() and int(announced) != one.size:
            raise failure("GET", response, "mismatch Content-Length")
        check_digest_header("GET", response, one.digest)
    except SourceError as error:
        raise copy_error("Fetch", "source", error.message) from None
    if len(data) < one.size:
        raise _short(one, len(data))
    if not fits(one, data):
        raise copy_error("Push", "destination", "mismatched digest")
    return data


def check_digest_header(method: str, response: Response, expected: str) -> None:
    """Refuse an answer that says it is about another digest; raises SourceError."""
    told = response.headers.get(_DIGEST_HEADER, "")
    if told and digest_problem(told):
        raise failure(method, response, f"invalid response header: `{_DIGEST_HEADER}: {told}`")
    if told and told != expected:
        raise failure(method, response, _mismatch(told, expected))


def _mismatch(found: str, expected: str) -> str:
    return (
        f"invalid response; digest mismatch in {_DIGEST_HEADER}: "
        f"received {quote(found)} when expecting {quote(expected)}"
    )


def fits(one: Descriptor, data: bytes) -> bool:
    """Tell whether bytes are those that a descriptor with a valid digest describes."""
    algorithm, _, encoded = one.digest.partition(":")
    return len(data) == one.size and new_hash(algorithm, data).hexdigest() == encoded


def _short(one: Descriptor, came: int) -> SourceError:
    return copy_error(
        "Push",
        "destination",
        f"read failed: expected content size of {one.size}, got {came}, "
        f"for digest {one.digest}: unexpected EOF",
    )


def copy_error(step: str, side: str, problem: str) -> SourceError:
    """Return an error as oras tells what failed between a registry and its memory."""
    return SourceError(f'failed to perform "{step}" on {side}: {problem}')


def too_large(size: int) -> str:
    """Return what oras says of a manifest that is too large."""
    return f"content size {size} exceeds push size limit {LARGEST_MANIFEST}: size exceeds limit"
