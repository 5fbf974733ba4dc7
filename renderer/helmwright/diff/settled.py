"""Which changes of the text leave the object alone that a server stores.

Both objects are made what an API server makes of them, and compared again. A change that is not
found there any more is settled: a default that is written out or left out, another way to write the
same value, or a field that the server keeps as it is. Paths and values stay those that people wrote.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from helmwright.diff.comparison import compare
from helmwright.diff.model import ABSENT, DEFAULT, KEPT
from helmwright.diff.shapes import object_shape
from helmwright.errors import PatchError
from helmwright.kube.defaulting.empty import EMPTY_COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.diff.model import Change, DiffObject, Path
    from helmwright.kube.custom_types import CustomTypes


def settled(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...], custom: CustomTypes
) -> tuple[Change, ...]:
    """Return the changes of an object, those marked that a server does not notice.

    What a server could not decode is left as it was written: it is refused.
    """
    if not changes:
        return changes
    from helmwright.kube.defaulting.assigned import keep_assigned
    from helmwright.kube.defaulting.conversion import in_version
    from helmwright.kube.defaulting.defaults import is_built_in, with_defaults

    try:
        old, new = with_defaults(before.data, custom), with_defaults(after.data, custom)
    except PatchError:
        return changes
    kept: tuple[tuple[str, ...], ...] = ()
    is_converted = False
    if is_built_in(old) and is_built_in(new):
        is_converted = old["apiVersion"] != new["apiVersion"]
        old = in_version(old, new["apiVersion"])
        kind = f"{after.key.kind}.{after.key.group}" if after.key.group else after.key.kind
        kept = keep_assigned(old, new, kind)
        if kind == "Secret":
            kept += _keep_texts(before.data, old, new)
    shape = object_shape(new, custom)
    left = [
        _stored_path(before, change.path)
        for change in compare(replace(before, data=old), replace(after, data=new), shape)
    ]
    if is_converted and left:
        left.append(("apiVersion",))
    told = _Told(left, [_stored_path(before, change.path) for change in changes])
    return tuple(
        change
        if told.covers(_stored_path(before, change.path)) or _empties(after, change)
        else change._replace(settled=KEPT if _is_kept(change.path, kept) else DEFAULT)
        for change in changes
    )


def _empties(after: DiffObject, change: Change) -> bool:
    """Tell whether a field that cannot be changed becomes an empty map: the server takes it for a change."""
    if change.after != {} or change.before is not ABSENT:
        return False
    kind = after.key.kind
    if change.path[0] not in EMPTY_COUNTS.get(kind, ()) or len(change.path) > 1:
        return False
    return kind not in ("ConfigMap", "Secret") or after.data.get("immutable") is True


def _keep_texts(
    written: dict[str, Any], old: dict[str, Any], new: dict[str, Any]
) -> tuple[tuple[str, ...], ...]:
    """Keep the texts of a Secret, in place: who wrote ``stringData`` does not own what became of it.

    Neither Helm's three-way merge nor an apply removes a key from ``data`` that was never written
    there. Returns where the kept texts were written.
    """
    texts = written.get("stringData")
    known = written.get("data")
    if type(texts) is not dict:
        return ()
    kept = [key for key in texts if type(known) is not dict or key not in known]
    data = new.setdefault("data", {})
    lost = [key for key in kept if key not in data and key in (old.get("data") or {})]
    for key in lost:
        data[key] = old["data"][key]
    return tuple(("stringData", key) for key in lost)


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


def _is_kept(path: Path, kept: Iterable[tuple[str, ...]]) -> bool:
    return any(
        len(path) >= len(steps)
        and all(step in ("*", found) for step, found in zip(steps, path, strict=False))
        for steps in kept
    )
