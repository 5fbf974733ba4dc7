"""Makes a report of what was found out about the objects of an upgrade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import replace
from helmwright.cluster.managed_fields import owned_fields
from helmwright.diff.diffing import diff_sides
from helmwright.diff.impact import in_order
from helmwright.diff.live.drift import (
    RESTARTED,
    REVERTED,
    STAYS,
    STOPS,
    UNKNOWN,
    Drift,
    at_path,
    live_path,
    managers_of,
    with_drift,
)
from helmwright.diff.live.examining import failure_of
from helmwright.diff.model import ABSENT, Effect, Impact, ObjectDiff, Side, Status
from helmwright.diff.paths import Pattern, path_text
from helmwright.kube.updates.update import node_of
from helmwright.secrets.places import APPLIED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.live.examining import Examined
    from helmwright.diff.model import Change, DiffObject, DiffReport, ObjectKey
    from helmwright.kube.custom_types import CustomTypes

_BOOKKEEPING = (
    "creationTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
)
_FATES = {
    STAYS: "it stays",
    REVERTED: "the upgrade undoes it",
    STOPS: "it stops the upgrade",
    UNKNOWN: "what becomes of it is not known",
}


class Found(NamedTuple):
    """A report, what has drifted, and the objects of which nothing can be said."""

    report: DiffReport
    drift: tuple[Drift, ...]
    undecided: tuple[ObjectKey, ...]


def shown(data: dict[str, Any]) -> dict[str, Any]:
    """Return a live object without what only counts its changes, and without its status."""
    metadata = {
        key: value for key, value in data.get("metadata", {}).items() if key not in _BOOKKEEPING
    }
    annotations = metadata.get("annotations")
    if isinstance(annotations, dict) and APPLIED in annotations:
        metadata["annotations"] = {key: text for key, text in annotations.items() if key != APPLIED}
    rest = {key: value for key, value in data.items() if key not in ("status", "metadata")}
    return {**rest, "metadata": metadata}


def upgrade_report(  # noqa: PLR0913 - what a report depends on
    examined: Sequence[Examined],
    before: Side,
    after: Side,
    options: DiffOptions,
    *,
    custom: CustomTypes,
    victims: Iterable[tuple[DiffObject, Impact]] = (),
) -> Found:
    """Return what an upgrade does to what is live.

    before: of the stored release, after: of the chart; their hooks are compared as they are.
    """
    old = [one for one in before.objects if one.key.is_hook]
    new = [one for one in after.objects if one.key.is_hook]
    told: dict[ObjectKey, tuple[Impact, ...]] = {}
    notes: list[str] = []
    for one in examined:
        notes += _notes_of(one)
        sides = _sides(one)
        old += [sides[0]] if sides[0] is not None else []
        new += [sides[1]] if sides[1] is not None else []
        if (
            one.prediction is not None
            or one.fault
            or one.unserved
            or one.undecided
            or not one.wanted
        ):
            told[one.object.key] = tuple(_impacts(one))
    report = diff_sides(
        replace(before, objects=tuple(old), title=f"{before.title} in the cluster"),
        replace(after, objects=tuple(new)),
        options,
        told=told,
    )
    drift = tuple(one for each in examined for one in _drift_of(each, custom))
    patterns = [Pattern.parse(text) for text in options.ignore]
    drift = tuple(
        one for one in drift if not any(pattern.covers(one.key, one.path) for pattern in patterns)
    )
    report = _with_drift(report, drift)
    report = _with_victims(report, victims)
    return Found(
        replace(report, notes=(*notes, *report.notes), refused=_refused(examined)),
        drift,
        tuple(one.object.key for one in examined if one.undecided),
    )


def drift_report(
    examined: Sequence[Examined], before: Side, options: DiffOptions, custom: CustomTypes
) -> Found:
    """Return what others have changed of what a release has stored.

    examined: with the stored objects as those that are wanted, so that what is predicted is what the next upgrade
    does to them if the chart stays as it is.
    """
    old: list[DiffObject] = []
    new: list[DiffObject] = []
    told: dict[ObjectKey, tuple[Impact, ...]] = {}
    notes: list[str] = []
    drift: list[Drift] = []
    for one in examined:
        stored = one.object
        notes += _notes_of(one)
        if one.undecided or one.unserved:
            continue
        old.append(stored)
        if one.live is None:
            text = "it was deleted in the cluster: the next upgrade makes it again"
            told[stored.key] = (Impact(Effect.DRIFT, text),)
            drift.append(Drift(stored.key, (), (), REVERTED))
            continue
        changed, _ = with_drift(stored, one.live, custom)
        new.append(changed)
        found = list(_drift_of(one, custom))
        drift += found
        told[stored.key] = (*(_drift_impact(each) for each in found), *_errors(one))
    report = diff_sides(
        replace(before, objects=tuple(old)),
        Side("what is live", tuple(new)),
        replace(options, find_renames=2.0, fold=False),
        told=told,
    )
    report = replace(report, objects=tuple(map(_only_drift, report.objects)))
    return Found(
        replace(report, notes=(*notes, *report.notes), refused=_refused(examined)),
        tuple(drift),
        tuple(one.object.key for one in examined if one.undecided),
    )


_OF_DRIFT = (Effect.DRIFT, Effect.IMMUTABLE, Effect.MAY_FAIL)


def _only_drift(one: ObjectDiff) -> ObjectDiff:
    """Return a difference without what a change does: it was done."""
    return replace(
        one, impacts=tuple(impact for impact in one.impacts if impact.effect in _OF_DRIFT)
    )


def _refused(examined: Sequence[Examined]) -> str:
    error = failure_of(examined)
    return f"UPGRADE FAILED: {error}" if error else ""


def _sides(one: Examined) -> tuple[DiffObject | None, DiffObject | None]:
    """Return an object as it is live, and as it will be."""
    live = None if one.live is None else replace(one.object, data=shown(one.live), content="")
    if one.wanted is None:
        return (None if one.kept else live), None
    if one.undecided and one.live is None:
        return one.stored, one.wanted
    if live is None:
        return None, one.wanted
    after = one.prediction.after if one.prediction is not None else None
    if after is None and one.prediction is not None:
        after = one.prediction.meant
    if after is None:
        after = one.sent
    return live, replace(one.wanted, data=shown(after or one.wanted.data))


def _notes_of(one: Examined) -> Iterator[str]:
    key = one.object.key
    if one.undecided:
        yield f"{key} cannot be predicted: {one.undecided}"
    elif one.wanted is None and one.live is None:
        yield f"{key} is gone from the chart, and from the cluster already"
    elif one.kept:
        yield f"{key} is gone from the chart and stays in the cluster: helm.sh/resource-policy: keep"
    if one.prediction is not None:
        yield from (f"{key}: the server warns: {text}" for text in one.prediction.warnings)


def _impacts(one: Examined) -> Iterator[Impact]:
    if one.undecided:
        yield Impact(Effect.MAY_FAIL, f"it cannot be predicted: {one.undecided}")
    yield from _errors(one)


def _errors(one: Examined) -> Iterator[Impact]:
    if one.fault or one.unserved:
        yield Impact(Effect.IMMUTABLE, one.fault or one.unserved)
    elif one.prediction is not None and one.prediction.error:
        yield Impact(Effect.IMMUTABLE, one.prediction.error)


def _drift_of(one: Examined, custom: CustomTypes) -> Iterator[Drift]:
    """Yield what others have changed of an object that the release has stored."""
    if one.stored is None or one.live is None:
        return
    node = node_of(one.stored.data, custom)
    owned = owned_fields(one.live)
    for change in with_drift(one.stored, one.live, custom)[1]:
        managers = managers_of(change, one.live, owned, node)
        yield Drift(one.object.key, change.path, managers, _fate(one, change))


def _fate(one: Examined, change: Change) -> str:
    live = one.live or {}
    path = change.path[: change.embedded] if change.embedded else change.path
    if one.wanted is None:
        return STAYS if one.kept else REVERTED
    if one.prediction is None:
        return UNKNOWN
    place = live_path(live, path)
    if one.prediction.error and place is not None:
        for conflict in one.prediction.conflicts:
            size = min(len(conflict.path), len(place))
            if conflict.path[:size] == place[:size]:
                return STOPS
    after = one.prediction.after if one.prediction.after is not None else one.prediction.meant
    if after is None:
        return UNKNOWN
    was, will = at_path(live, path), at_path(after, path)
    if was is ABSENT and will is ABSENT:
        return STAYS
    return STAYS if was == will else REVERTED


def _drift_impact(one: Drift) -> Impact:
    what = "the pods were restarted by hand" if RESTARTED in one.path else path_text(one.path)
    return Impact(Effect.DRIFT, f"{what}: {one.by}; {_FATES[one.fate]}", one.path)


def _with_drift(report: DiffReport, drift: Sequence[Drift]) -> DiffReport:
    """Return a report that says of objects what has drifted; of those that stay as they are, in notes."""
    by_key: dict[ObjectKey, list[Impact]] = {}
    for one in drift:
        by_key.setdefault(one.key, []).append(_drift_impact(one))
    objects = tuple(
        replace(one, impacts=in_order((*one.impacts, *by_key.pop(one.key, ()))))
        for one in report.objects
    )
    notes = tuple(f"{key}: {one.message}" for key, found in by_key.items() for one in found)
    return replace(report, objects=objects, notes=(*report.notes, *notes))


def _with_victims(report: DiffReport, victims: Iterable[tuple[DiffObject, Impact]]) -> DiffReport:
    found = {hook.key: (hook, impact) for hook, impact in victims}
    objects = [
        replace(one, impacts=in_order((*one.impacts, found.pop(one.key)[1])))
        if one.key in found
        else one
        for one in report.objects
    ]
    objects += [
        ObjectDiff(Status.CHANGED, hook.key, hook, hook, (), (impact,))
        for hook, impact in found.values()
    ]
    return replace(report, objects=tuple(objects))
