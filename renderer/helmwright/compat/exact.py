"""Which objects two renders have in common, and which of their fields differ, null and nothing told apart.

``diff`` pairs items of lists by their keys, which is wanted here, too; but to it null says nothing, since a server
takes both alike. What drops nulls is to be seen here, so the shapes of fields are asked to let them count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.diff.comparison import compare
from helmwright.diff.shapes import Shape, object_shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.diff.model import Change, DiffObject, ObjectKey
    from helmwright.kube.custom_types import CustomTypes


class Exact(Shape):
    """A shape in which null and empty say something."""

    __slots__ = ("_inner",)

    def __init__(self, inner: Shape) -> None:
        super().__init__(
            keys=inner.keys, is_set=inner.is_set, ordered=inner.ordered, value=inner.value
        )
        self._inner = inner

    def member(self, name: str) -> Shape:
        """Return the shape of a map's member."""
        return Exact(self._inner.member(name))

    def item(self) -> Shape:
        """Return the shape of a list's items."""
        return Exact(self._inner.item())


class Identity(NamedTuple):
    """What makes an object the same in two renders; number: of those that have the same key, from 0."""

    key: ObjectKey
    number: int


def indexed(objects: Iterable[DiffObject]) -> dict[Identity, DiffObject]:
    """Return objects by what makes them the same, in their order."""
    found: dict[Identity, DiffObject] = {}
    counts: dict[ObjectKey, int] = {}
    for one in objects:
        number = counts.get(one.key, 0)
        counts[one.key] = number + 1
        found[Identity(one.key, number)] = one
    return found


def exact_changes(
    before: DiffObject, after: DiffObject, custom: CustomTypes
) -> tuple[tuple[Change, bool], ...]:
    """Return the fields that differ, each with whether the server stores the same."""
    if before.data is after.data:
        return ()
    shape = object_shape(after.data, custom)
    changes = compare(before, after, Exact(shape))
    if not changes:
        return ()
    seen = {change.path for change in compare(before, after, shape)}
    return tuple((change, not _is_seen(change.path, seen)) for change in changes)


def _is_seen(path: Path, seen: set[Path]) -> bool:
    return any(path[: len(one)] == one or one[: len(path)] == path for one in seen)
