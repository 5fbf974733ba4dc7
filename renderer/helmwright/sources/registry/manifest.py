"""Manifests of charts: read with limits, written to the byte as Helm writes them.

Source: helm pkg/registry/client.go (processChartPull, tagManifest), chart.go; oras-go content/graph.go,
opencontainers/image-spec specs-go/v1
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import JSONError, SourceError
from helmwright.go import json_raw, json_read, json_write
from helmwright.sources.registry.reference import digest_problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.charts.metadata import Metadata

CONFIG = "application/vnd.cncf.helm.config.v1+json"
CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
PROVENANCE = "application/vnd.cncf.helm.chart.provenance.v1.prov"
OLD_CHART = "application/tar+gzip"
IMAGE_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
IMAGE_INDEX = "application/vnd.oci.image.index.v1+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
ARTIFACT = "application/vnd.oci.artifact.manifest.v1+json"
ACCEPTED = (DOCKER_MANIFEST, DOCKER_LIST, IMAGE_MANIFEST, IMAGE_INDEX, ARTIFACT)
"""What a tag may lead to."""

LARGEST_MANIFEST = 4 << 20
_PREFIX = "org.opencontainers.image."
_FIXED = (f"{_PREFIX}version", f"{_PREFIX}title")
_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "mediaType": (str, "string"),
    "digest": (str, "digest.Digest"),
    "size": ((int, float), "int64"),
}


class Descriptor(NamedTuple):
    """What a manifest says of a thing: its kind, its digest and its size in bytes."""

    media_type: str
    digest: str
    size: int


def described(media_type: str, data: bytes) -> Descriptor:
    """Return the descriptor of bytes."""
    return Descriptor(media_type, f"sha256:{sha256(data).hexdigest()}", len(data))


def successors(media_type: str, data: bytes) -> list[Descriptor]:
    """Return what a manifest or an index names, in order; nothing for other kinds of things.

    Raises SourceError with Go's text for what is no such JSON, and for sizes and digests that are none.
    """
    if media_type not in ACCEPTED:
        return []
    try:
        found = json_read.unmarshal_map(data.decode("utf-8", "surrogateescape"))
    except JSONError as error:
        raise SourceError(error.message) from None
    named: list[Descriptor] = []
    if media_type in (IMAGE_MANIFEST, IMAGE_INDEX, ARTIFACT) and found.get("subject") is not None:
        named.append(_descriptor(found["subject"], "subject"))
    if media_type in (IMAGE_MANIFEST, DOCKER_MANIFEST):
        named += [_descriptor(found.get("config"), "config"), *_listed(found, "layers")]
    elif media_type == ARTIFACT:
        named += _listed(found, "blobs")
    else:
        named += _listed(found, "manifests")
    return named


def _listed(found: dict[str, Any], name: str) -> list[Descriptor]:
    entries = found.get(name)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise _wrong(entries, "[]v1.Descriptor", f"Manifest.{name}")
    return [_descriptor(entry, name) for entry in entries]


def _wrong(value: Any, go_type: str, field: str) -> SourceError:
    return SourceError(json_read.type_error(value, go_type, field).message)


def _descriptor(entry: Any, field: str) -> Descriptor:
    if entry is None:
        return Descriptor("", "", 0)
    if not isinstance(entry, dict):
        raise _wrong(entry, "v1.Descriptor", f"Manifest.{field}")
    for name, (kind, go_type) in _KINDS.items():
        value = entry.get(name)
        if value is not None and not (isinstance(value, kind) and not isinstance(value, bool)):
            raise _wrong(value, go_type, f"Descriptor.{field}.{name}")
    size = entry.get("size") or 0
    if size != int(size) or abs(size) >= 1 << 63:
        raise SourceError(f"json: cannot unmarshal number {size!r} into a size")
    return Descriptor(entry.get("mediaType") or "", entry.get("digest") or "", int(size))


def check_descriptor(one: Descriptor) -> None:
    """Refuse a thing whose digest or size is none; raises SourceError with the library's text."""
    if problem := digest_problem(one.digest):
        raise SourceError(f"failed to validate {one.digest}: {problem}")
    if one.size < 0:
        raise SourceError("invalid descriptor size")


def manifest_json(
    config: Descriptor, layers: Sequence[Descriptor], annotations: dict[str, str]
) -> bytes:
    """Return the manifest of a chart; its layers are sorted by their digests."""
    parts = {
        "schemaVersion": "2",
        "config": _written(config),
        "layers": f"[{','.join(map(_written, sorted(layers, key=lambda one: one.digest)))}]",
    }
    if annotations:
        parts["annotations"] = json_write.marshal(dict(annotations))
    return json_raw.structure(parts).encode("utf-8", "surrogateescape")


def _written(one: Descriptor) -> str:
    return json_raw.structure(
        {
            "mediaType": json_write.marshal(one.media_type),
            "digest": json_write.marshal(one.digest),
            "size": str(one.size),
        }
    )


def annotations_of(metadata: Metadata, created: str) -> dict[str, str]:
    """Return the annotations of a chart's manifest: out of Chart.yaml, then its own.

    created: when the archive was written, as RFC 3339.
    """
    found = {
        f"{_PREFIX}description": metadata.description,
        f"{_PREFIX}title": metadata.name,
        f"{_PREFIX}version": metadata.version,
        f"{_PREFIX}url": metadata.home,
        f"{_PREFIX}created": created,
        f"{_PREFIX}source": metadata.sources[0] if metadata.sources else "",
        f"{_PREFIX}authors": ", ".join(
            one.name + (f" ({one.email})" if one.email else "") for one in metadata.maintainers
        ),
    }
    found = {name: text for name, text in found.items() if text.strip()}
    own = metadata.annotations or {}
    return {**found, **{name: text for name, text in own.items() if name not in _FIXED}}
