"""Which changes of the text leave the object alone that a server stores.

Both objects are made what an API server makes of them, and compared again, and so is what the server
stores before and after the update. A change that is not found there is settled: a default that is
written out or left out, another way to write the same value, or a field that the server keeps as it
is. Paths and values stay those that people wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.base.records import replace
from helmwright.diff.comparison import compare
from helmwright.diff.model import DEFAULT, KEPT
from helmwright.diff.shapes import object_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.base.paths import Path
    from helmwright.diff.model import Change, DiffObject
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.updates.update import Update


def settled(
    before: DiffObject,
    after: DiffObject,
    changes: tuple[Change, ...],
    custom: CustomTypes,
    update: Update | None = None,
) -> tuple[Change, ...]:
    """Return the changes of an object, those marked that a server does not notice.

    update: what the server stores before and after it is told, ``None`` if that is not known. What a
    server could not decode is left as it was written: it is refused.
    """
    if not changes:
        return changes
    written = [_stored_path(before, change.path) for change in changes]
    stays = None
    if update is not None:
        stays = _Told(_between(before, update.old, after, update.new, custom), written)
        if all(map(stays.covers, written)):
            return changes
    left = _left(before, after, custom)
    if left is None:
        return changes
    told = _Told(left, written)
    return tuple(
        change
        if (stays or told).covers(path)
        else change._replace(settled=KEPT if told.covers(path) else DEFAULT)
        for change, path in zip(changes, written, strict=True)
    )


def _left(before: DiffObject, after: DiffObject, custom: CustomTypes) -> list[Path] | None:
    """Return where objects differ that are created as they were written; ``None`` if that is not known."""
    from helmwright.kube.defaulting.conversion import in_version
    from helmwright.kube.defaulting.defaults import is_built_in, with_defaults

    try:
        old, new = with_defaults(before.data, custom), with_defaults(after.data, custom)
    except PatchError:
        return None
    is_converted = is_built_in(old) and is_built_in(new) and old["apiVersion"] != new["apiVersion"]
    if is_converted:
        old = in_version(old, new["apiVersion"])
        old.pop("status", None)
        new.pop("status", None)  # is the server's, and not the same in all versions
    left = _between(before, old, after, new, custom)
    return [*left, ("apiVersion",)] if is_converted and left else left


def _between(
    before: DiffObject,
    old: dict[str, Any],
    after: DiffObject,
    new: dict[str, Any],
    custom: CustomTypes,
) -> list[Path]:
    """Return the paths at which two stored objects differ."""
    stored = replace(before, data=old), replace(after, data=new)
    return [change.path for change in compare(*stored, object_shape(new, custom))]


class _Told:
    """The paths at which stored objects differ.

    Items that only their place tells apart may be paired in another way in the objects as written.
    If one of such a list is added or removed, what differs anywhere in the list is no longer told apart.
    """

    def __init__(self, stored: Sequence[Path], written: Sequence[Path]) -> None:
        self._moved = {path[:-1] for path in (*stored, *written) if path and type(path[-1]) is int}
        self._paths = [self._known(path) for path in stored]

    def _known(self, path: Path) -> Path:
        """Return a path up to the first list whose items may have moved."""
        for length, step in enumerate(path):
            if type(step) is int and path[:length] in self._moved:
                return path[:length]
        return path

    def covers(self, path: Path) -> bool:
        """Tell whether something differs at a path as written, above or below it."""
        known = self._known(path)
        return any(
            known[: len(other)] == other or other[: len(known)] == known for other in self._paths
        )


def _stored_path(one: DiffObject, path: Path) -> Path:
    """Return the path of a field as the server stores it: texts of Secrets are among the data."""
    if one.key.kind == "Secret" and path[:1] == ("stringData",):
        return ("data", *path[1:])
    return path
