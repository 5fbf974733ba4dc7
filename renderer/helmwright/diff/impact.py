"""What changes of objects do to a cluster: pods that restart, upgrades that fail, data at risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.access import access_impacts
from helmwright.diff.data_at_risk import data_impacts
from helmwright.diff.exposure import exposure_impacts
from helmwright.diff.immutable_fields import FROZEN, ROWS, Immutable
from helmwright.diff.model import ABSENT, ORDER, Effect, Impact
from helmwright.diff.paths import path_text
from helmwright.diff.reading import at, shown
from helmwright.manifest import HOOK, HOOK_DELETE_POLICY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.diff.model import Change, DiffObject, ObjectKey, Path

_RESTARTING = ("Deployment", "StatefulSet", "DaemonSet")
_SCALED = ("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController")
_ORDER = {effect: place for place, effect in enumerate(Effect)}
_ROWS: dict[str, Immutable] = {row.kind: row for row in ROWS}
_RECREATED = "before-hook-creation"
_TEMPLATE = ("spec", "template")


def impacts_of(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> tuple[Impact, ...]:
    """Return what becomes of an object that is changed, added or removed; the gravest first.

    No value of a Secret is in the sentences.
    """
    return _in_order(_any_impacts(before, after, changes))


def impacts_of_rename(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...]
) -> tuple[Impact, ...]:
    """Return what becomes of an object that gets another name: it is removed, and another is added."""
    return _in_order(_rename_impacts(before, after, changes))


def _in_order(found: Iterable[Impact]) -> tuple[Impact, ...]:
    return tuple(dict.fromkeys(sorted(found, key=lambda impact: _ORDER[impact.effect])))


def _rename_impacts(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    if after.key.is_hook:
        yield from _hook(None, after, ())
        return
    yield from data_impacts(before, None, ())
    yield from exposure_impacts(before, None, ())
    yield from exposure_impacts(None, after, ())
    yield from access_impacts(before, after, changes)
    if after.key.kind in _RESTARTING:
        message = "the old pods stop, whether or not those under the new name run yet"
        yield Impact(Effect.RESTART, message, ("metadata", "name"))


def _any_impacts(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    one = after or before
    if one is None:
        return
    if one.key.is_hook:
        yield from _hook(before, after, changes)
        return
    yield from data_impacts(before, after, changes)
    yield from access_impacts(before, after, changes)
    yield from exposure_impacts(before, after, changes)
    if before is not None and after is not None:
        yield from _immutable(before, changes)
        yield from _restart(after, changes)
        yield from _replicas(after, changes)


def _hook(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    if after is None:
        return
    annotations = at(after.data, "metadata", "annotations")
    events = shown(annotations[HOOK]).replace(",", ", ")
    again = "the hook" if before is None else "the changed hook"
    yield Impact(Effect.HOOK, f"{again} runs at {events}", ("metadata", "annotations", HOOK))
    policies = shown(annotations.get(HOOK_DELETE_POLICY, _RECREATED))
    if before is not None and _RECREATED not in policies:
        yield from _immutable(before, changes)


def _immutable(before: DiffObject, changes: tuple[Change, ...]) -> Iterator[Impact]:
    row = _ROWS.get(_name(before.key))
    if before.key.kind in ("ConfigMap", "Secret") and before.data.get("immutable") is True:
        yield from _refused(FROZEN, changes, "it is marked as immutable")
    if row is not None:
        yield from _refused(row, changes, "")


def _refused(row: Immutable, changes: tuple[Change, ...], why: str) -> Iterator[Impact]:
    """Yield one impact for each field of a row that changes."""
    told: set[Path] = set()
    for change in changes:
        field = _field(row, change.path)
        if field is not None and field not in told:
            told.add(field)
            reason = why or f"{path_text(field)} cannot be changed"
            yield Impact(Effect.IMMUTABLE, f"{reason}; {row.advice}", field)


def _field(row: Immutable, path: Path) -> Path | None:
    """Return the field of a row that a path is in, one step deeper where all of ``spec`` is."""
    for field in row.paths:
        steps = tuple(field.split("."))
        if path[: len(steps)] != steps:
            continue
        if any(_covers(part.split("."), path) for part in row.but):
            return None
        return path[: max(len(steps), 2)] if steps == ("spec",) else steps
    return None


def _covers(steps: list[str], path: Path) -> bool:
    return len(path) >= len(steps) and all(
        step in ("*", found) for step, found in zip(steps, path, strict=False)
    )


def _restart(after: DiffObject, changes: tuple[Change, ...]) -> Iterator[Impact]:
    paths = [change.path for change in changes if change.path[:2] == _TEMPLATE]
    if not paths or after.key.kind not in _RESTARTING or after.key.group != "apps":
        return
    if at(after.data, "spec").get("replicas", 1) != 0:  # else there are no pods
        yield Impact(Effect.RESTART, _restart_text(after) + _cause(paths), paths[0])


def _restart_text(after: DiffObject) -> str:
    spec = at(after.data, "spec")
    field = "strategy" if after.key.kind == "Deployment" else "updateStrategy"
    how = at(spec, field).get("type")
    if how == "OnDelete":
        return "each pod is replaced when somebody deletes it (OnDelete)"
    if after.key.kind == "Deployment" and spec.get("paused") is True:
        return "all pods are replaced once the Deployment is no longer paused"
    if how == "Recreate":
        return "all pods stop before new ones start (Recreate)"
    partition = at(spec, field, "rollingUpdate").get("partition")
    if after.key.kind == "StatefulSet" and isinstance(partition, (int, float)) and partition > 0:
        return f"pods from number {int(partition)} on are replaced in turn (partition)"
    return "all pods are replaced in turn"


def _cause(paths: list[Path]) -> str:
    """Return in words what of the template changes if it is of one sort."""
    inner = [path[2:] for path in paths]
    if all(path[:2] == ("metadata", "annotations") for path in inner):
        if all(len(path) > 2 and str(path[2]).startswith("checksum/") for path in inner):
            return ": what they are configured with (checksum)"
        return ": an annotation of the template"
    if all(path[:1] == ("metadata",) for path in inner):
        return ": a label or annotation of the template"
    if all(path[-1:] == (ORDER,) for path in inner):
        return ": the order of a list in the template"
    if all(path[-1:] == ("image",) for path in inner):
        return ": another image"
    return ""


def _replicas(after: DiffObject, changes: tuple[Change, ...]) -> Iterator[Impact]:
    for change in changes:
        if change.path == ("spec", "replicas") and after.key.kind in _SCALED:
            yield Impact(Effect.REPLICAS, _replicas_text(change), change.path)
        elif after.key.kind == "HorizontalPodAutoscaler" and change.path in (
            ("spec", "minReplicas"),
            ("spec", "maxReplicas"),
        ):
            text = f"{change.path[1]} {_count(change.before)} → {_count(change.after)}"
            yield Impact(Effect.REPLICAS, text, change.path)


def _replicas_text(change: Change) -> str:
    if change.after is ABSENT:
        return f"{_count(change.before)} → 1 replicas, until an autoscaler says otherwise"
    if change.before is ABSENT:
        return f"{_count(change.after)} replicas, whatever an autoscaler has set"
    end = ": nothing runs any more" if change.after == 0 else ""
    return f"{_count(change.before)} → {_count(change.after)} replicas{end}"


def _count(value: Any) -> str:
    return "1" if value is ABSENT else shown(value)


def _name(key: ObjectKey) -> str:
    return f"{key.kind}.{key.group}" if key.group else key.kind
