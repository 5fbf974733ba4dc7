"""The data of a diff: objects with their changes, what they do, and what was folded.

Sources make two lists of ``DiffObject``; ``pairing`` and ``comparison`` make ``ObjectDiff`` of them;
``impact``, ``folding`` and ``causes`` add to a ``DiffReport``; ``redaction`` hides secrets in it
before any report is written.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.base.errors import Position
    from helmwright.base.paths import Path

"""Keys and indexes; of an item of a list that has a merge key, the key's value in brackets:
``("spec", "containers", "[name=web]", "image")``; of a set of scalars ``"[=value]"``. A last step
``"[order]"`` says that only the order of a list differs, whose keys are then before and after.
An index is that of the side after, but for an item that is removed that of the side before."""

ORDER = "[order]"
DEFAULT = "default"
KEPT = "kept"
SETTLED = (DEFAULT, KEPT)
"""Why a change of the text leaves the object alone that a server stores."""


class Absent:
    """The value of what is not there."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()


class ObjectKey(NamedTuple):
    """What makes an object the same on both sides; hooks are apart from other objects."""

    group: str
    kind: str
    namespace: str
    name: str
    is_hook: bool = False

    def __str__(self) -> str:
        place = f"{self.namespace}/" if self.namespace else ""
        kind = f"{self.kind}.{self.group}" if self.group else self.kind
        return f"{kind} {place}{self.name}{' (hook)' if self.is_hook else ''}"


class DiffObject(Record):
    """One object of one side.

    data: as Go's JSON has it. content: its text. template: the path of what rendered it, blank if
    unknown; line: of the first line in that template's output, from 1. position: where it begins in
    the file it was read from, if it was read from one.
    """

    key: ObjectKey
    data: dict[str, Any]
    content: str
    template: str = ""
    line: int = 1
    position: Position | None = None


class Status(Enum):
    """What has happened to an object."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


class Change(NamedTuple):
    """One field that differs; before or after is ``ABSENT`` for what is on one side only.

    embedded: the path goes on in YAML or JSON that a text field holds, behind this many steps.
    settled: why the object that a server stores stays the same: ``default`` if it is what the server
    fills in anyway, ``kept`` if the server keeps a value of its own; blank if it does not stay.
    """

    path: Path
    before: Any
    after: Any
    embedded: int = 0
    settled: str = ""


class Effect(Enum):
    """A class of impact, the gravest first."""

    DATA_AT_RISK = "data at risk"
    IMMUTABLE = "the upgrade fails"
    MAY_FAIL = "the upgrade may fail"
    DRIFT = "changed in the cluster"
    PERMISSIONS = "permissions"
    RESTART = "pods restart"
    REPLICAS = "replicas"
    EXPOSURE = "how it is reached"
    HOOK = "a hook runs"
    NONE = "no visible effect"


class Impact(NamedTuple):
    """What a change does: its class, a sentence, and the path that causes it."""

    effect: Effect
    message: str
    path: Path = ()


class ObjectDiff(Record):
    """One object that is not the same on both sides.

    key: on the side where it is; of a renamed one the new key, and then old_key has the other.
    changes: in the order of the paths; empty for added and removed objects. folded: how many
    changes of this object are in a ``Fold`` instead.
    """

    status: Status
    key: ObjectKey
    before: DiffObject | None
    after: DiffObject | None
    changes: tuple[Change, ...] = ()
    impacts: tuple[Impact, ...] = ()
    old_key: ObjectKey | None = None
    folded: int = 0

    @property
    def matters(self) -> bool:
        """Whether the object that a server stores does not stay the same."""
        return (
            self.status is not Status.CHANGED
            or bool(self.impacts or self.folded)
            or any(not change.settled for change in self.changes)
        )


class Fold(Record):
    """The same change in many objects, or changes that say nothing, such as labels with a version.

    reason: one of ``same``, ``default``, ``kept`` and ``noise``; see ``Change.settled`` for two of them.
    title: in words. objects: that have it, each once. change: an example; the one change for ``same``.
    count: of the changes, of which an object can have several; 0 stands for one in each object.
    """

    reason: str
    title: str
    change: Change
    objects: tuple[ObjectKey, ...]
    count: int = 0

    @property
    def changes(self) -> int:
        """How many changes are folded."""
        return self.count or len(self.objects)


class ValueChange(NamedTuple):
    """A value that differs between the sides: its key as ``--set`` writes it, and both values."""

    key: str
    before: Any
    after: Any
    is_secret: bool = False


class ChartChange(NamedTuple):
    """What differs between two versions of a chart besides what they render to.

    facts: of Chart.yaml, and versions of dependencies: a name, before and after; blank for none.
    own: values of the user that the new version does not have, or that do nothing there: key and a clause.
    defaults: that changed below values of the user, which stay. schema: key, and a clause on what the
    schema of the values asks now. notes: version and line of what the chart says of it. images: repository,
    tags and digests before and after.
    """

    facts: tuple[tuple[str, str, str], ...] = ()
    own: tuple[tuple[str, str], ...] = ()
    defaults: tuple[ValueChange, ...] = ()
    schema: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    images: tuple[tuple[str, str, str], ...] = ()


class Failure(NamedTuple):
    """Why a side has no objects: Helm's text, or that of what could not be read, and its place."""

    message: str
    position: Position | None = None

    @property
    def lines(self) -> list[str]:
        """The text as it is shown: the place first, if a line is known."""
        place = self.position
        return [
            *([f"{place}:"] if place is not None and place.line is not None else ()),
            *self.message.splitlines(),
        ]


class Side(Record):
    """One side of a diff.

    title: what a person calls it, such as ``main:chart (prod.yaml)``. objects: in order.
    values: coalesced, None where there are none. notes: warnings about it. schemas: of the
    chart's values, which say what is secret. crds: path and text of each file below
    ``crds/``, whether its objects count or not; None where they are not known. failure: why the side
    does not render; it then has no objects.
    """

    title: str
    objects: tuple[DiffObject, ...]
    values: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    schemas: tuple[bytes, ...] = ()
    crds: tuple[tuple[str, str], ...] | None = None
    failure: Failure | None = None


class DiffReport(Record):
    """Everything about one pair of sides.

    environment: what the pair is about where there are several, such as a values file.
    unchanged: how many objects are the same. suppressed: how many are left out by flags.
    chart: what differs between two versions of a chart besides; None for other sides.
    refused: why an upgrade of what is live fails, in Helm's words; blank if it does not, and for other diffs.
    Where the side before does not render, all objects are added; where the side after does not,
    there are none.
    """

    before: Side
    after: Side
    objects: tuple[ObjectDiff, ...]
    folds: tuple[Fold, ...] = ()
    values: tuple[ValueChange, ...] = ()
    environment: str = ""
    unchanged: int = 0
    suppressed: int = 0
    notes: tuple[str, ...] = ()
    chart: ChartChange | None = None
    refused: str = ""

    @property
    def differs(self) -> bool:
        """Whether anything differs that is not suppressed, for a server and not in the text alone.

        A side that renders differs from one that does not.
        """
        return (
            (self.before.failure is None) is not (self.after.failure is None)
            or any(one.matters for one in self.objects)
            or any(fold.reason not in SETTLED for fold in self.folds)
        )

    @property
    def fails(self) -> bool:
        """Whether the side after does not render, so that nothing is known of its objects."""
        return self.after.failure is not None

    @property
    def only_folded(self) -> int:
        """How many objects differ, and in nothing but what is folded: they are not among the objects."""
        shown = {one.key for one in self.objects}
        folded = (key for fold in self.folds if fold.reason not in SETTLED for key in fold.objects)
        return len({key for key in folded if key not in shown})

    def count(self, status: Status) -> int:
        """Return the number of objects with a status."""
        return sum(one.status is status for one in self.objects)
