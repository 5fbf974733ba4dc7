"""A chart out of a registry: its manifest, and the blobs that this names.

Source: oras-go copy.go, content/graph.go; helm pkg/registry/generic.go, client.go (processChartPull)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import JSONError, SourceError
from helmwright.go import json_read
from helmwright.sources.archives import LARGEST_PROVENANCE
from helmwright.sources.fetching import TooLargeError
from helmwright.sources.registry.client import copy_error, fits, too_large
from helmwright.sources.registry.manifest import (
    ACCEPTED,
    CHART,
    CONFIG,
    IMAGE_INDEX,
    IMAGE_MANIFEST,
    LARGEST_MANIFEST,
    OLD_CHART,
    PROVENANCE,
    Descriptor,
    successors,
)
from helmwright.sources.registry.reference import parse_chart_reference, parse_reference

if TYPE_CHECKING:
    from helmwright.sources.registry.client import Registry
    from helmwright.sources.registry.reference import Reference

LARGEST_CHART = 100 << 20
MOST_NESTED = 4
"""Our own bounds: Helm has none."""

_KNOWN = (IMAGE_INDEX, IMAGE_MANIFEST)
_NOTE = """
OCI artifact references (e.g. tags) do not support the plus sign (+). To support
storing semantic versions, Helm adopts the convention of changing plus (+) to
an underscore (_) in chart version tags when pushing to a registry and back to
a plus (+) when pulling from a registry."""


class Pulled(NamedTuple):
    """A chart out of a registry.

    reference: as it is shown. digest: of its manifest. chart, provenance: bytes, None if they were not
    asked for. is_old: the media type of the chart is the old one.
    """

    reference: str
    digest: str
    chart: bytes | None
    provenance: bytes | None
    is_old: bool = False

    def messages(self) -> list[str]:
        """Return the lines that Helm prints of it."""
        lines = [f"Warning: chart media type {OLD_CHART} is deprecated"] if self.is_old else []
        lines += [f"Pulled: {self.reference}", f"Digest: {self.digest}"]
        return lines + underscore_note(self.reference, self.reference)


def underscore_note(reference: str, looked_at: str) -> list[str]:
    """Return the lines that Helm prints of a reference if there is an underscore in a part of it."""
    if "_" not in looked_at:
        return []
    return [f"{reference} contains an underscore.", *_NOTE.split("\n")]


def pull(
    registry: Registry, reference: str, *, chart: bool = True, provenance: bool = False
) -> Pulled:
    """Return a chart, its provenance, or both, by a tag or a digest.

    Raises SourceError with Helm's text, and in our own words for what Helm leaves to chance.
    """
    shown = str(parse_chart_reference(reference))
    place = parse_reference(shown)
    root, data = _root(registry, place)
    kinds = {CONFIG}
    if chart:
        kinds |= {CHART, OLD_CHART}
    if provenance:
        kinds.add(PROVENANCE)
    walk = _Walk(registry, place, kinds)
    walk.look(root, data, 0)
    config, archive, proof = walk.chosen(chart=chart, provenance=provenance)
    if root.media_type not in _KNOWN:
        raise SourceError(
            f"unable to retrieve blob with digest {root.digest}: "
            f"{root.digest}: {root.media_type}: not found"
        )
    _check_config(registry.blob(place, config, LARGEST_MANIFEST))
    return Pulled(
        shown,
        root.digest,
        registry.blob(place, archive, LARGEST_CHART) if archive else None,
        registry.blob(place, proof, LARGEST_PROVENANCE) if proof else None,
        is_old=archive is not None and archive.media_type == OLD_CHART,
    )


def _root(registry: Registry, place: Reference) -> tuple[Descriptor, bytes]:
    """Return the manifest that a tag or a digest leads to."""
    if not place.reference:
        raise copy_error("FetchReference", "source", "invalid reference")
    try:
        root, data = registry.manifest(place)
    except TooLargeError as error:
        size = error.limit + 1 if error.size is None else error.size
        raise copy_error("Successors", "source", f"read failed: {too_large(size)}") from None
    except SourceError as error:
        raise copy_error("FetchReference", "source", error.message) from None
    if root.media_type in ACCEPTED and not fits(root, data):
        raise copy_error("Successors", "source", "mismatched digest")
    return root, data


class _Walk:
    """What a manifest names, and an index through the manifests that it names."""

    def __init__(self, registry: Registry, place: Reference, kinds: set[str]) -> None:
        self._registry = registry
        self._place = place
        self._kinds = kinds
        self._found: list[Descriptor] = []
        self._manifests: set[Descriptor] = set()

    def look(self, one: Descriptor, data: bytes, depth: int) -> None:
        """Add what a manifest names; raises SourceError."""
        if depth > MOST_NESTED:
            raise SourceError(f"{self._place}: indexes are nested more than {MOST_NESTED} deep")
        if one in self._manifests:
            return
        if one.media_type in _KNOWN:
            self._manifests.add(one)
        step = "FindSuccessors" if depth else "Successors"
        try:
            named = successors(one.media_type, data)
        except SourceError as error:
            raise copy_error(step, "source", error.message) from None
        for each in named:
            if each.media_type in ACCEPTED:
                self.look(each, self._manifest(each), depth + 1)
            elif each.media_type in self._kinds and each not in self._found:
                self._found.append(each)

    def _manifest(self, one: Descriptor) -> bytes:
        try:
            return self._registry.nested_manifest(self._place, one)
        except SourceError as error:
            raise copy_error("FindSuccessors", "source", error.message) from None

    def chosen(
        self, *, chart: bool, provenance: bool
    ) -> tuple[Descriptor, Descriptor | None, Descriptor | None]:
        """Return config, archive and provenance; raises SourceError."""
        least = 1 + chart + provenance
        count = len(self._found) + len(self._manifests)
        if count < least:
            raise SourceError(
                "manifest does not contain minimum number of descriptors "
                f"({least}), descriptors found: {count}"
            )
        config = self._one(CONFIG)
        if config is None:
            raise SourceError(f"could not load config with mediatype {CONFIG}")
        archive = self._one(CHART, OLD_CHART) if chart else None
        if chart and archive is None:
            raise SourceError(f"manifest does not contain a layer with mediatype {CHART}")
        proof = self._one(PROVENANCE) if provenance else None
        if provenance and proof is None:
            raise SourceError(f"manifest does not contain a layer with mediatype {PROVENANCE}")
        return config, archive, proof

    def _one(self, *kinds: str) -> Descriptor | None:
        """Return the one thing of a kind; raises SourceError if there are several."""
        found = [one for one in self._found if one.media_type in kinds]
        if len(found) > 1:
            raise SourceError(f"manifest names {len(found)} things of mediatype {kinds[0]}")
        return found[0] if found else None


def _check_config(data: bytes) -> None:
    try:
        value = json_read.unmarshal(data.decode("utf-8", "surrogateescape"))
        if value is not None and not isinstance(value, dict):
            raise json_read.type_error(value, "v2.Metadata")
    except JSONError as error:
        raise SourceError(error.message) from None
