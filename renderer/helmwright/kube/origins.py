"""Where each part of a merged document came from, and what did not get into it."""

from __future__ import annotations

import operator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record
from helmwright.go import json_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from helmwright.base.errors import Position
    from helmwright.base.paths import Path


KUBERNETES_TYPES = "the Kubernetes types"
"""The layer of what is in no layer: added when the merged document was read as a Kubernetes type."""

_SHOWN = 60


class MergeMode(StrEnum):
    """How a layer is laid over those below it."""

    STRATEGIC = "strategic"
    """As a strategic merge patch."""
    JSON_MERGE = "json-merge"
    """As a JSON merge patch."""
    REPLACE = "replace"
    """As a whole: nothing of the lower layers stays."""


class Reason(StrEnum):
    """Why something of a layer is not in the result; the text completes ``because``."""

    SET_AGAIN = "a later layer sets it"
    OTHER_TYPE = "a later layer has a value of another type"
    ATOMIC_LIST = "a list without merge key is replaced as a whole"
    ATOMIC_MAP = "a map of this field is replaced as a whole"
    NULL = "a later layer sets it to null"
    FORCED_NULL = "a later layer leaves it out, and the Kubernetes types write null for it"
    PATCH_DELETE = "$patch: delete removes it"
    PATCH_REPLACE = "$patch: replace takes nothing over"
    NOTHING_TO_PATCH = "a map with $patch is dropped where there is nothing to patch"
    DIRECTIVE_ELEMENT = "an element with $patch: replace adds nothing itself"
    NOT_RETAINED = "$retainKeys does not list it"
    DELETED_ELEMENT = "$deleteFromPrimitiveList removes it"
    DUPLICATE = "the list has it twice"
    LAYER_REPLACES = "a later layer replaces everything below it"
    UNKNOWN_FIELD = "the Kubernetes types have no such field"
    ZERO_VALUE = "the Kubernetes types cannot tell this value from none"
    SPELLED_TWICE = "the field is given again in another spelling"

    @classmethod
    def null(cls, *, forced: bool) -> Reason:
        """Return the reason for a null that is in a layer, or that the types write into it."""
        return cls.FORCED_NULL if forced else cls.NULL


class Layer(Record):
    """One of the documents that are merged.

    name: what messages call it. document: a JSON object, or ``None`` for nothing. positions: of the
    document's parts by path, such as a ``PositionTable``. mode: how it is laid over the lower ones.
    """

    name: str
    document: dict[str, Any] | None
    positions: Mapping[Path, Position] | None = None
    mode: MergeMode = MergeMode.STRATEGIC


class Origin(NamedTuple):
    """Where a part of the result stands in the layer that it came from.

    layer: its name. path: in the layer's own document. position: in the layer's file, if known.
    added: it is not in the layer: the Kubernetes types add it at this path, and the position is that
    of what they add it to. given: what the layer has if the types write it in another way (``2`` for
    a quantity becomes ``"2"``), else ``None``.
    """

    layer: str
    path: Path
    position: Position | None = None
    added: bool = False
    given: Any = None

    def __str__(self) -> str:
        if self.added and self.layer != KUBERNETES_TYPES:
            place = "" if self.position is None else f" at {self.position}"
            return f"{self.layer} (added by {KUBERNETES_TYPES}{place})"
        return self.layer if self.position is None else f"{self.layer} ({self.position})"


class Override(Record):
    """A value that a higher layer put in the place of a lower one's.

    path: in the result. origin: of the value that took the place, which still higher layers may
    have overridden in turn. lower, lower_value: what stood there before. reason: why it gave way.
    changed: the two values differ.
    """

    path: Path
    origin: Origin
    lower: Origin
    lower_value: Any
    reason: Reason
    changed: bool


class Lost(Record):
    """Something of a layer that is not in the result and has nothing in its place.

    origin: where it stood; a value in which layers were merged is listed once for its own layer and
    once for each part from another. by: what removed it, if that is a part of a layer.
    """

    origin: Origin
    value: Any
    reason: Reason
    by: Origin | None = None


class Provenance(NamedTuple):
    """What is known of a merged document; see the fields of `MergedDocument`."""

    origins: Mapping[Path, Origin]
    contributors: Mapping[Path, tuple[Origin, ...]]
    overrides: tuple[Override, ...]
    lost: tuple[Lost, ...]


class MergedDocument:
    """The result of a merge and its provenance.

    The provenance is worked out from the merge's notes when it is first asked for: until then,
    change a copy of ``document`` only.
    """

    __slots__ = ("_known", "_read", "document")

    def __init__(
        self, document: dict[str, Any], read: Callable[[dict[str, Any]], Provenance]
    ) -> None:
        self.document = document
        self._read = read
        self._known: Provenance | None = None

    @property
    def provenance(self) -> Provenance:
        """All that is known of the document."""
        if self._known is None:
            self._known = self._read(self.document)
        return self._known

    @property
    def origins(self) -> Mapping[Path, Origin]:
        """The origins of every map, list, element and scalar by path; the document's is at ().

        A map or list to which several layers contribute has the origin in the lowest of them.
        """
        return self.provenance.origins

    @property
    def contributors(self) -> Mapping[Path, tuple[Origin, ...]]:
        """The origins in further layers of maps and lists to which several contribute."""
        return self.provenance.contributors

    @property
    def overrides(self) -> tuple[Override, ...]:
        """What lower layers had in places of the result; at one path the lowest one comes first."""
        return self.provenance.overrides

    @property
    def lost(self) -> tuple[Lost, ...]:
        """What is in a layer and has no place in the result."""
        return self.provenance.lost

    def origin_of(self, path: Path) -> Origin | None:
        """Return the origin of a part of the document; ``None`` for what is not in it."""
        return self.origins.get(path)

    def overrides_of(self, path: Path) -> tuple[Override, ...]:
        """Return what was overridden at ``path``, the lowest layer first."""
        return tuple(override for override in self.overrides if override.path == path)

    def lost_at(self, path: Path) -> tuple[Lost, ...]:
        """Return what was lost at ``path``, below it, or with what is around it.

        Indexes of lists are those of the layer that lost it.
        """
        return tuple(lost for lost in self.lost if all(map(operator.eq, lost.origin.path, path)))

    def explain(self, path: Path) -> list[str]:
        """Return sentences about one part of the document: whence it is, what gave way or is lost."""
        lines = list(self._explain_origin(path))
        lines += [
            f"{override.origin} overrides {_shown(override.lower_value)} from "
            f"{override.lower}: {override.reason}"
            for override in self.overrides_of(path)
            if override.changed
        ]
        for lost in self.lost_at(path):
            by = "" if lost.by is None else f", by {lost.by}"
            lines.append(
                f"lost {path_text(lost.origin.path)}: {_shown(lost.value)} from {lost.origin}: "
                f"{lost.reason}{by}"
            )
        return lines or [f"no layer sets {path_text(path)}"]

    def _explain_origin(self, path: Path) -> Iterator[str]:
        origin = self.origins.get(path)
        if origin is None:
            return
        others = "".join(f" and {other}" for other in self.contributors.get(path, ()))
        given = "" if origin.given is None else f", given as {_shown(origin.given)}"
        yield f"{path_text(path)} is from {origin}{others}{given}"


def _shown(value: Any) -> str:
    text = json_write.marshal(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def path_text(path: Path) -> str:
    """Return a path as people write it: ``spec.containers[0].image``."""
    shown = ""
    for step in path:
        if isinstance(step, int):
            shown += f"[{step}]"
        elif step and not set(step) & set('.[]"/ '):
            shown += f".{step}" if shown else step
        else:
            shown += f"[{json_write.marshal(step)}]"
    return shown or "the document"
