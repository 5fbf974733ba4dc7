"""What is below ``crds/`` of a chart: Helm installs it once, and no upgrade ever touches it.

Source: helm pkg/action/install.go (installCRDs), pkg/action/upgrade.go, which has nothing of the sort
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import replace
from helmwright.diff.model import Effect, Impact, Status
from helmwright.diff.objects import read_objects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import DiffObject, ObjectDiff, ObjectKey, Side

_SHOWN = 5
_DOES = {
    Status.ADDED: "helm upgrade does not add it; apply it with kubectl before the upgrade",
    Status.REMOVED: "helm upgrade does not remove it, and its objects stay",
    Status.CHANGED: "helm upgrade leaves it as it is; apply it with kubectl before the upgrade",
}


def crds_note(before: Side, after: Side) -> tuple[str, ...]:
    """Return a note on the definitions below ``crds/`` that differ; none if none does.

    Raises ``HelmwrightError`` for a file that cannot be read.
    """
    if before.crds is None or after.crds is None or before.crds == after.crds:
        return ()
    olds, news = dict(_objects(before.crds)), dict(_objects(after.crds))
    keys = [
        key
        for key in dict.fromkeys((*olds, *news))
        if key not in olds or key not in news or olds[key].data != news[key].data
    ]
    if not keys:
        return ()
    rest = len(keys) - _SHOWN
    names = ", ".join(f"{key.kind} {key.name}" for key in keys[:_SHOWN])
    more = f" and {rest} more" if rest > 0 else ""
    note = (
        f"crds/ differs ({names}{more}): helm upgrade never touches what is below crds/; "
        "apply it with kubectl before the upgrade"
    )
    return (note,)


def _objects(files: tuple[tuple[str, str], ...]) -> Iterator[tuple[ObjectKey, DiffObject]]:
    for path, text in files:
        for one in read_objects(text, path):
            yield one.key, one


def is_of_crds(found: ObjectDiff, before: Side, after: Side) -> bool:
    """Tell whether an object that differs is below ``crds/`` on the sides that have it."""
    paths = {path for side in (before, after) for path, _ in side.crds or ()}
    states = [state for state in (found.before, found.after) if state is not None]
    return bool(paths) and all(state.template in paths for state in states)


def left_alone(found: ObjectDiff) -> ObjectDiff:
    """Return a difference below ``crds/`` with what an upgrade does about it: nothing."""
    message = _DOES.get(found.status, _DOES[Status.CHANGED])
    return replace(found, impacts=(Impact(Effect.NONE, message),))
