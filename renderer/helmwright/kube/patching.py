"""Patches for Kubernetes objects: apply them, create them, fold them; the Python interface.

Documents are plain data as YAML and JSON readers give them, and are never changed. A float without a
fraction is taken for an integer: Kubernetes sees documents as JSON, where Go writes both alike.
Errors are ``PatchError`` and what is derived from it, with the Kubernetes code's text where it has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import PatchError
from helmwright.base.records import replace
from helmwright.kube import (
    json_merge_patch,
    json_patch,
    schemas,
    strategic_diff,
    strategic_merge,
    three_way,
)
from helmwright.kube.custom_types import CustomTypes, type_of
from helmwright.kube.json_model import from_data
from helmwright.kube.provenance import merge_with_origins

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.kube.json_model import Document
    from helmwright.kube.origins import Layer, MergedDocument


@checked
def apply_strategic_patch(
    document: Document, patch: Document, custom: CustomTypes | None = None
) -> Document:
    """Return an object with a strategic merge patch applied.

    document: with apiVersion and kind, which tell how its lists are merged. custom: kinds that are
    not built in.
    """
    document, patch = _documents(document, patch)
    return strategic_merge.apply_patch(document, patch, type_of(document, custom))


@checked
def create_strategic_patch(
    original: Document, modified: Document, custom: CustomTypes | None = None
) -> Document:
    """Return the strategic merge patch that turns one object into another; {} if none is due."""
    original, modified = _documents(original, modified)
    return strategic_diff.create_two_way(original, modified, type_of(modified, custom))


@checked
def create_three_way_patch(
    original: Document,
    modified: Document,
    current: Document,
    custom: CustomTypes | None = None,
    *,
    overwrite: bool = True,
) -> Document:
    """Return the strategic merge patch for a live object, as ``kubectl apply`` makes it.

    original: what was last applied. modified: what is wanted. current: the live object.
    overwrite: win over changes that others made; without it they raise ``PatchConflictError``.
    """
    original, modified, current = _documents(original, modified, current)
    schema = type_of(modified, custom)
    return three_way.create_three_way(original, modified, current, schema, overwrite=overwrite)


@checked
def combine_strategic_patches(
    patches: Iterable[Document], api_version: str, kind: str, custom: CustomTypes | None = None
) -> Document:
    """Return one strategic merge patch for a kind that does what several do one after the other."""
    schema = type_of({"apiVersion": api_version, "kind": kind}, custom)
    return strategic_merge.combine_patches(_documents(*patches), schema)


@checked
def apply_merge_patch(document: Any, patch: Any, *, rfc: bool = False) -> Any:
    """Return a document with a JSON merge patch (RFC 7386) applied.

    rfc: follow the RFC where Kubernetes does not: null members of maps inside new lists stay, and
    any value is a document or a patch.
    """
    return json_merge_patch.apply_merge_patch(from_data(document), from_data(patch), rfc=rfc)


@checked
def create_merge_patch(original: Any, modified: Any) -> Any:
    """Return the JSON merge patch that turns one document into another; {} if none is due."""
    return json_merge_patch.create_merge_patch(from_data(original), from_data(modified))


@checked
def apply_json_patch(document: Any, operations: list[Document]) -> Any:
    """Return a document with the operations of a JSON patch (RFC 6902) done.

    Raises ``JSONPatchError`` for the first one that fails; its ``index`` says which.
    """
    return json_patch.apply_json_patch(from_data(document), from_data(operations))


@checked
def merge_pod_specs(
    defaults: Document | None, task: Document | None, version: str = schemas.DETERMINED
) -> Document | None:
    """Return the pod spec that Determined's master makes of a default one and a task's.

    defaults, task: pod specs as in its configuration, with ``metadata`` and ``spec``; ``None`` for
    one that is not set. version: of the Kubernetes code that merges, ``schemas.DETERMINED`` for the
    master's own. Both go through Go's Pod first, so the outcome holds what Go adds
    (``containers: null`` in a task deletes the default's containers), and nothing it does not know.
    """
    codec = schemas.pod_codec(version)
    if defaults is None or task is None:
        only = task if defaults is None else defaults
        return None if only is None else codec.round_trip(only)
    return strategic_merge.merge_typed(defaults, task, schemas.pod(version), codec)


@checked
def merge_layers(layers: Sequence[Layer], custom: CustomTypes | None = None) -> MergedDocument:
    """Return the layers of an object, the lowest one first, merged, with the origin of every part.

    The lowest layer with a document is an object with apiVersion and kind; each further one is laid
    over it as its ``mode`` says, as a strategic merge patch by default. custom: kinds that are not
    built in.
    """
    layers = [
        layer if layer.document is None else replace(layer, document=_documents(layer.document)[0])
        for layer in layers
    ]
    lowest = next((layer.document for layer in layers if layer.document is not None), None)
    if lowest is None:
        raise PatchError("invalid JSON document")
    return merge_with_origins(layers, type_of(lowest, custom))


@checked
def merge_pod_layers(layers: Sequence[Layer], version: str = schemas.DETERMINED) -> MergedDocument:
    """Return what ``merge_pod_specs`` makes of pod specs, the lowest one first, with all origins.

    version: of the Kubernetes code that merges.
    """
    codec = schemas.pod_codec(version)
    return merge_with_origins(layers, schemas.pod(version), codec=codec)


def _documents(*documents: Any) -> list[Document]:
    for document in documents:
        if type(document) is not dict:
            raise PatchError("invalid JSON document")
    return [from_data(document) for document in documents]
