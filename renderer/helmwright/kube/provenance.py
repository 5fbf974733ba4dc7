"""Merging layers so that every part of the result is known to be from one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError, PatchTypeError
from helmwright.kube.json_model import deep_equal
from helmwright.kube.merge_notes import MergeNotes
from helmwright.kube.origins import (
    KUBERNETES_TYPES,
    Layer,
    Lost,
    MergedDocument,
    MergeMode,
    Origin,
    Override,
    Provenance,
    Reason,
)
from helmwright.kube.strategic_merge import Merge
from helmwright.kube.tracked_json_merge import merge_json
from helmwright.kube.trail import Loss, Ref, Trace, Trail
from helmwright.kube.typed_trail import TypedTrail

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.errors import Position
    from helmwright.base.paths import Path
    from helmwright.kube.json_model import Document
    from helmwright.kube.patch_meta import Type
    from helmwright.kube.typed import TypedCodec


def merge_with_origins(
    layers: Sequence[Layer], schema: Type, *, codec: TypedCodec | None = None
) -> MergedDocument:
    """Return ``layers``, the lowest one first, merged into one document, and its provenance.

    The document is what `apply_patch` makes of the layers one after the other (or `apply_merge_patch`,
    or the layer alone, as its mode says); a layer without a document changes nothing.
    schema: the struct that all are documents of. codec: that of ``schema``, if Go reads each layer
    and each result as that type, as Determined's master does with pods.
    Raises ``PatchError`` as these do, with the position in the layer if it is known.
    """
    return _Layers(layers, schema, codec).merged()


class _Layers:
    def __init__(self, layers: Sequence[Layer], schema: Type, codec: TypedCodec | None) -> None:
        self._layers = layers
        self._schema = schema
        self._codec = codec
        self._trail = Trail()

    def merged(self) -> MergedDocument:
        document: Document | None = None
        for index, layer in enumerate(self._layers):
            if layer.document is None:
                continue
            patch = self._tracked(index, layer, layer.document)
            if document is None:
                document = patch
                continue
            document = self._laid_over(document, patch, layer)
            if self._codec is not None:
                written = self._codec.round_trip(document)
                TypedTrail(self._trail).follow(written, document, self._schema)
                document = written
        return MergedDocument(
            {} if document is None else document, _Reader(self._layers, self._trail).read
        )

    def _tracked(self, index: int, layer: Layer, document: Document) -> Document:
        if self._codec is None:
            copied: Document = self._trail.copy(document, index, None, "")
            return copied
        try:
            written: Document = self._codec.round_trip(document)
        except PatchTypeError as error:
            error.position = _nearest(layer, error.path)
            raise
        TypedTrail(self._trail, index).follow(written, document, self._schema)
        return written

    def _laid_over(self, document: Document, patch: Document, layer: Layer) -> Document:
        if layer.mode == MergeMode.STRATEGIC:
            notes = MergeNotes(self._trail)
            try:
                return Merge(notes).merge_map(document, patch, self._schema)
            except PatchError as error:
                error.position = _nearest(layer, notes.place)
                raise
        if layer.mode == MergeMode.JSON_MERGE:
            return merge_json(self._trail, document, patch)
        records = self._trail.records
        root = records[id(document)]
        by = records[id(patch)]
        self._trail.lost.append(Loss(root, document, by, Reason.LAYER_REPLACES))
        return patch


def _nearest(layer: Layer, path: Path) -> Position | None:
    """Return the position of ``path`` in a layer, or else of the innermost part around it."""
    if layer.positions is None:
        return None
    for length in range(len(path), -1, -1):
        position = layer.positions.get(path[:length])
        if position is not None:
            return position
    return None


def _nowhere(path: Path) -> Position | None:  # noqa: ARG001 - the layer has no positions
    return None


class _Reader:
    """Turns the notes of a merge into what is said about its result."""

    def __init__(self, layers: Sequence[Layer], trail: Trail) -> None:
        self._trail = trail
        self._places = [
            (layer.name, _nowhere if layer.positions is None else layer.positions.get)
            for layer in layers
        ]
        self._places.append((KUBERNETES_TYPES, _nowhere))  # TYPES is the last index
        self._origins: dict[Path, Origin] = {}
        self._contributors: dict[Path, tuple[Origin, ...]] = {}
        self._overrides: list[Override] = []

    def read(self, document: Document) -> Provenance:
        """Return what is known of ``document``; only once, as notes are used up by it."""
        self._visit(document, ())
        return Provenance(
            self._origins,
            self._contributors,
            tuple(self._overrides),
            tuple(self._lost()),
        )

    def _visit(self, container: Any, path: Path) -> None:
        record = self._trail.records.get(id(container))
        if record is None:
            return  # no layer has a document
        self._origins[path] = self._container_origin(record, path)
        self._visit_members(container, record, path)
        if record.history is not None:
            for step, losses in record.history.items():
                self._add_overrides(losses, container[step], (*path, step))

    def _visit_members(self, container: Any, record: Trace, path: Path) -> None:
        origins, written, source, below = self._origins, record.written, record.source, record.path
        name, position_of = self._places[record.layer]
        for step, member in container.items() if type(container) is dict else enumerate(container):
            place = (*path, step)
            kind = type(member)
            if kind is dict or kind is list:
                self._visit(member, place)
            elif (written is None or step not in written) and (
                source is None or source[step] == member
            ):
                own = place if below == path else (*below, step)
                origins[place] = Origin(name, own, position_of(own))
            else:
                origins[place] = self._origin(self._trail.ref(record, step), member)

    def _container_origin(self, record: Trace, path: Path) -> Origin:
        if record.merged is None:
            name, position_of = self._places[record.layer]
            own = record.path
            added = record.added
            return Origin(name, own, position_of(own[:-1] if added else own), added)
        places = [place for place in (record, *record.merged) if not place.added] or [record]
        first = self._origin(places[0])
        others = tuple(
            self._origin(place) for place in places[1:] if place.layer != places[0].layer
        )
        if others:
            self._contributors[path] = others
        return first

    def _add_overrides(self, losses: list[Loss], value: Any, path: Path) -> None:
        values = [loss.value for loss in losses[1:]] + [value]
        for loss, follower in zip(losses, values, strict=True):
            lower = self._origin(loss.ref, loss.value)
            if lower.added or loss.by is None:
                continue
            self._overrides.append(
                Override(
                    path,
                    self._origin(loss.by),
                    lower,
                    loss.value,
                    loss.reason,
                    not deep_equal(loss.value, follower),
                )
            )
            self._trail.lost.extend(self._foreign(loss))

    def _lost(self) -> Iterator[Lost]:
        pending = list(reversed(self._trail.lost))
        while pending:
            loss = pending.pop()
            origin = self._origin(loss.ref, loss.value)
            if not origin.added:
                by = None if loss.by is None else self._origin(loss.by)
                yield Lost(origin, loss.value, loss.reason, by)
            pending.extend(reversed(list(self._foreign(loss))))

    def _foreign(self, loss: Loss) -> Iterator[Loss]:
        """Yield the parts of a value that are not from where the value is."""
        value = loss.value
        if type(value) is not dict and type(value) is not list:
            return
        record = self._trail.records.get(id(value))
        if record is None or record.container is not value:
            return
        for step, member in value.items() if type(value) is dict else enumerate(value):
            ref = self._trail.ref(record, step, member)
            part = Loss(ref, member, loss.by, loss.reason)
            if (ref[0] if isinstance(ref, tuple) else ref.parent) is not record:
                yield part
            elif type(member) is dict or type(member) is list:
                yield from self._foreign(part)
        for losses in (record.history or {}).values():
            yield from losses

    def _origin(self, ref: Ref, value: Any = None) -> Origin:
        """Return what a reference says; ``value`` is what the result has of it, if a scalar."""
        given = None
        if isinstance(ref, tuple):
            record, step = ref
            path, added = (*record.path, step), False
            if record.source is not None and value is not None:
                source = record.source[step]
                if source != value:
                    given = source
        else:
            record, path, added = ref, ref.path, ref.added
        name, position_of = self._places[record.layer]
        return Origin(name, path, position_of(path[:-1] if added else path), added, given)
