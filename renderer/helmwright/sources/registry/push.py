"""``push``: the archive of a chart, and its provenance, become a manifest in a registry.

Source: helm pkg/pusher/ocipusher.go, pkg/registry/client.go (Push); oras-go registry/remote/repository.go
"""

# ruff: noqa: PTH110, PTH116 - paths are strings
from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError, SourceError
from helmwright.base.log import ignore
from helmwright.charts import v2_loader
from helmwright.charts.written import metadata_json
from helmwright.disk.reading import read_regular
from helmwright.go.filepath import join
from helmwright.go.strconv import quote
from helmwright.go.times import unix_time
from helmwright.go.url import parse, query_escape
from helmwright.go.url_resolve import resolve_reference
from helmwright.go.world import World
from helmwright.sources.archives import LARGEST_PROVENANCE
from helmwright.sources.registry.answers import failure, refusal
from helmwright.sources.registry.challenge import repository_scope
from helmwright.sources.registry.client import check_digest_header, copy_error
from helmwright.sources.registry.manifest import (
    CHART,
    CONFIG,
    IMAGE_MANIFEST,
    LARGEST_MANIFEST,
    PROVENANCE,
    Descriptor,
    annotations_of,
    described,
    manifest_json,
)
from helmwright.sources.registry.pulling import LARGEST_CHART, underscore_note
from helmwright.sources.registry.reference import SCHEME, parse_chart_reference

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.metadata import Metadata
    from helmwright.go.url import URL
    from helmwright.sources.fetching import Response
    from helmwright.sources.registry.client import Registry
    from helmwright.sources.registry.reference import Reference


_RFC3339 = "2006-01-02T15:04:05Z07:00"
_PORTS = {"http": "80", "https": "443"}


class Pushed(NamedTuple):
    """A chart that is in a registry now; digest: of its manifest."""

    reference: str
    digest: str

    def messages(self) -> list[str]:
        """Return the lines that Helm prints of it."""
        tag = self.reference.rpartition(":")[2]
        return [
            f"Pushed: {self.reference}",
            f"Digest: {self.digest}",
            *underscore_note(self.reference, tag),
        ]


def push(registry: Registry, path: str, remote: str, *, log: Log = ignore) -> Pushed:
    """Upload the archive at ``path``, and the ``.prov`` beside it, below ``oci://HOST/PATH``.

    Raises SourceError and ChartError with Helm's text.
    """
    _check_remote(remote)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except OSError as error:
        raise SourceError(f"stat {path}: {(error.strerror or str(error)).lower()}") from None
    if stat.S_ISDIR(status.st_mode):
        raise SourceError("cannot push directory, must provide chart archive (.tgz)")
    data = _read(path, LARGEST_CHART)
    metadata = v2_loader.load_archive(path, log=log).metadata
    place = join(remote.removeprefix(SCHEME), metadata.name)
    name = parse_chart_reference(f"{place}:{metadata.version}")
    created = unix_time(int(status.st_mtime), World.real().local_zone).format(_RFC3339)
    upload = _Upload(registry, name.place, metadata, created)
    upload.add(CHART, data)
    if os.path.exists(f"{path}.prov"):
        upload.add(PROVENANCE, _read(f"{path}.prov", LARGEST_PROVENANCE))
    return Pushed(str(name), upload.send())


def _check_remote(remote: str) -> None:
    try:
        scheme = parse(remote).scheme
    except GoError:
        raise SourceError(f"invalid chart URL format: {remote}") from None
    if not scheme:
        raise SourceError('scheme prefix missing from remote (e.g. "oci://")')
    if f"{scheme}://" != SCHEME:
        raise SourceError(f"scheme {quote(scheme)} not supported")


def _read(path: str, largest: int) -> bytes:
    try:
        return read_regular(path, largest=largest)
    except OSError as error:
        raise SourceError(f"open {path}: {(error.strerror or str(error)).lower()}") from None


class _Upload:
    """A chart on its way: blobs first, then the manifest that names them, then its tag."""

    def __init__(
        self, registry: Registry, place: Reference, metadata: Metadata, created: str
    ) -> None:
        self._registry = registry
        self._place = place
        self._scopes = [repository_scope(place.repository, "pull", "push")]
        self._annotations = annotations_of(metadata, created)
        config = metadata_json(metadata).encode("utf-8", "surrogateescape")
        self._config = (described(CONFIG, config), config)
        self._layers: list[tuple[Descriptor, bytes]] = []

    def add(self, kind: str, data: bytes) -> None:
        """Add a layer."""
        self._layers.append((described(kind, data), data))

    def send(self) -> str:
        """Upload what the registry does not have; return the digest of the manifest."""
        layers = [one for one, _ in self._layers]
        text = manifest_json(self._config[0], layers, self._annotations)
        manifest = described(IMAGE_MANIFEST, text)
        if not self._has("manifests", manifest.digest, manifest.media_type):
            for one, data in (self._config, *self._layers):
                if not self._has("blobs", one.digest):
                    try:
                        self._blob(one, data)
                    except SourceError as error:
                        raise copy_error("Push", "destination", error.message) from None
            self._tag("Push", manifest, text, manifest.digest)
        self._tag("Tag", manifest, text, self._place.reference)
        return manifest.digest

    def _ask(self, method: str, url: str, kind: str = "", body: bytes | None = None) -> Response:
        header = "Accept" if body is None else "Content-Type"
        return self._registry.authorizer.request(
            method,
            url,
            scopes=self._scopes,
            headers={header: kind} if kind else {},
            body=body,
            limit=LARGEST_MANIFEST,
        )

    def _has(self, where: str, digest: str, accept: str = "") -> bool:
        """Tell whether the registry has something; raises SourceError."""
        try:
            response = self._ask("HEAD", self._registry.url(self._place, where, digest), accept)
            if response.status not in (200, 404):
                raise refusal("HEAD", response)
            if response.status == 200:
                check_digest_header("HEAD", response, digest)
        except SourceError as error:
            raise copy_error("Exists", "destination", error.message) from None
        return response.status == 200

    def _blob(self, one: Descriptor, data: bytes) -> None:
        url = self._registry.url(self._place, "blobs", "uploads/")
        begun = self._ask("POST", url)
        if begun.status != 202:
            raise refusal("POST", begun)
        target = _location(url, begun)
        query = [part for part in target.raw_query.split("&") if part]
        target.raw_query = "&".join([*query, f"digest={query_escape(one.digest)}"])
        done = self._ask("PUT", str(target), "application/octet-stream", data)
        if done.status != 201:
            raise refusal("PUT", done)

    def _tag(self, step: str, manifest: Descriptor, text: bytes, name: str) -> None:
        """Give the manifest a tag, or its digest as its name."""
        try:
            url = self._registry.url(self._place, "manifests", name)
            response = self._ask("PUT", url, manifest.media_type, text)
            if response.status != 201:
                raise refusal("PUT", response)
            check_digest_header("PUT", response, manifest.digest)
        except SourceError as error:
            raise copy_error(step, "destination", error.message) from None


def _location(asked: str, begun: Response) -> URL:
    """Return where an upload goes on, which must be at the same host, and not in the open.

    Raises SourceError with the library's text.
    """
    location = begun.headers.get("Location", "")
    if not location:
        raise SourceError("http: no Location header in response", begun.url)
    first = parse(asked)
    try:
        target = resolve_reference(parse(begun.url), parse(location))
    except GoError as error:
        raise failure("POST", begun, error.message) from None
    if first.port == "443" and target.hostname == first.hostname and not target.port:
        target.host = f"{target.hostname}:443"
    places = [
        (url.hostname.lower(), url.port or _PORTS.get(url.scheme, "80")) for url in (first, target)
    ]
    if places[0] != places[1]:
        raise SourceError(
            f"blob upload Location {quote(target.host)} is on a different host "
            f"than the registry {quote(first.host)}",
            begun.url,
        )
    if first.scheme == "https" and target.scheme != "https":
        raise SourceError(
            f"blob upload Location {quote(target.host)} downgrades scheme from https", begun.url
        )
    return target
