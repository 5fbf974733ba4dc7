"""Notes about documents while they are merged: whence each container and scalar is.

A container is known by its identity, a scalar by its container and its key or index. Only what is
not as in the layer is noted: a scalar without a note stands in the layer of its container, below the
container's own path. Nothing is computed here that nobody has asked for; provenance.py reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.kube.origins import Reason

Step = str | int
TYPES = -1
"""The layer of what only the Kubernetes types add."""


class Trace:
    """The place of one container, or of an added value, in a layer.

    parent, step: where that place is; the root has no parent. source: the container as the layer has
    it, where the Kubernetes types have rewritten it. added: the types add it. written: scalars that
    come from elsewhere. merged: containers of higher layers that were merged into it. history:
    what stood at a key or index before, the lowest layer first.
    """

    __slots__ = (
        "_path",
        "added",
        "container",
        "history",
        "layer",
        "merged",
        "parent",
        "source",
        "step",
        "written",
    )

    def __init__(
        self, container: Any, layer: int, parent: Trace | None, step: Step, *, added: bool = False
    ) -> None:
        self.container = container
        self.layer = layer
        self.parent = parent
        self.step = step
        self.added = added
        self.source: Any = None
        self.written: dict[Step, Ref] | None = None
        self.merged: list[Trace] | None = None
        self.history: dict[Step, list[Loss]] | None = None
        self._path: Path | None = None

    def merge(self, other: Trace) -> None:
        """Note that the container ``other`` was merged into this one."""
        if self.merged is None:
            self.merged = []
        self.merged.append(other)

    @property
    def path(self) -> Path:
        """The path in the layer."""
        if self._path is None:
            self._path = () if self.parent is None else (*self.parent.path, self.step)
        return self._path


Ref = Trace | tuple[Trace, Step]
"""A container or an added value by its record; a scalar by its container's record and its key."""


class Loss(NamedTuple):
    """A value that gave way to another one or was removed."""

    ref: Ref
    value: Any
    by: Ref | None
    reason: Reason


class Trail:
    """All notes about one merge."""

    def __init__(self) -> None:
        self.records: dict[int, Trace] = {}
        self.lost: list[Loss] = []
        self._alive: list[Any] = []

    def keep(self, container: Any) -> None:
        """Keep ``container`` alive, so that its identity stays its own."""
        self._alive.append(container)

    def copy(self, value: Any, layer: int, parent: Trace | None, step: Step) -> Any:
        """Return a deep copy of a container of a layer, with a record for every container in it."""
        made: Any
        if type(value) is dict:
            made = {}
            record = self.records[id(made)] = Trace(made, layer, parent, step)
            for key, member in value.items():
                kind = type(member)
                made[key] = (
                    self.copy(member, layer, record, key)
                    if kind is dict or kind is list
                    else member
                )
            return made
        made = []
        record = self.records[id(made)] = Trace(made, layer, parent, step)
        for index, member in enumerate(value):
            kind = type(member)
            made.append(
                self.copy(member, layer, record, index) if kind is dict or kind is list else member
            )
        return made

    def adopt(self, container: Any, record: Trace) -> None:
        """Let ``record`` be that of ``container`` from now on."""
        self._alive.append(record.container)
        record.container = container
        self.records[id(container)] = record

    def ref(self, record: Trace, step: Step, value: Any = None) -> Ref:
        """Return whence the value at ``step`` of a container is."""
        if type(value) is dict or type(value) is list:
            return self.records[id(value)]
        if record.written is None:
            return record, step
        return record.written.get(step) or (record, step)

    def write(self, record: Trace, step: Step, source: Ref) -> None:
        """Note that the scalar at ``step`` is from ``source``."""
        if record.written is None:
            record.written = {}
        record.written[step] = source

    def override(
        self,
        record: Trace,
        step: Step,
        value: Any,
        by: Ref,
        reason: Reason,
    ) -> None:
        """Note that ``value`` at ``step`` gives way to another one there."""
        if record.history is None:
            record.history = {}
        loss = Loss(self.ref(record, step, value), value, by, reason)
        record.history.setdefault(step, []).append(loss)
        if record.written is not None:
            record.written.pop(step, None)

    def lose(
        self,
        record: Trace,
        step: Step,
        value: Any,
        by: Ref | None,
        reason: Reason,
    ) -> None:
        """Note that ``value`` at ``step`` goes, and with it all that it has overridden."""
        if record.history is not None:
            self.lost.extend(record.history.pop(step, ()))
        self.lost.append(Loss(self.ref(record, step, value), value, by, reason))
        if record.written is not None:
            record.written.pop(step, None)

    def past(self, record: Trace, step: Step) -> list[Loss]:
        """Return what stood at ``step`` of a container before."""
        return [] if record.history is None else record.history.get(step, [])

    def select(self, record: Trace, places: list[int]) -> None:
        """Note that a list now has those of its elements that stood at ``places``."""
        written: dict[Step, Ref] = {}
        history: dict[Step, list[Loss]] = {}
        for new, old in enumerate(places):
            written[new] = self.ref(record, old)
            past = self.past(record, old)
            if past:
                history[new] = past
        record.written = written
        record.history = history or None
