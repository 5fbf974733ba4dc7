"""What changes of objects do to a cluster: pods that restart, upgrades that fail, data at risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.access import access_impacts
from helmwright.diff.data_at_risk import data_impacts
from helmwright.diff.exposure import exposure_impacts
from helmwright.diff.hooks import ADVICE, hook_impacts, is_in_the_way
from helmwright.diff.model import ABSENT, ORDER, Effect, Impact
from helmwright.diff.reading import at, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.diff.model import Change, DiffObject
    from helmwright.diff.prospect import Prospect

_RESTARTING = ("Deployment", "StatefulSet", "DaemonSet")
_SCALED = ("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController")
_ORDER = {effect: place for place, effect in enumerate(Effect)}
_TEMPLATE = ("spec", "template")
_MOST_REASONS = 3
_LABEL = 5
_ORDER_OF = "the order of "


def impacts_of(
    before: DiffObject | None,
    after: DiffObject | None,
    changes: tuple[Change, ...],
    prospect: Prospect | None = None,
    helm: int = 4,
) -> tuple[Impact, ...]:
    """Return what becomes of an object that is changed, added or removed; the gravest first.

    prospect: of a changed object. helm: the major version of the Helm that upgrades. No value of a Secret
    is in the sentences.
    """
    return in_order(_any_impacts(before, after, changes, prospect, helm))


def impacts_of_rename(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...], helm: int = 4
) -> tuple[Impact, ...]:
    """Return what becomes of an object that gets another name: it is removed, and another is added."""
    return in_order(_rename_impacts(before, after, changes, helm))


def in_order(found: Iterable[Impact]) -> tuple[Impact, ...]:
    """Return impacts, the gravest first, each once."""
    return tuple(dict.fromkeys(sorted(found, key=lambda impact: _ORDER[impact.effect])))


def _rename_impacts(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...], helm: int
) -> Iterator[Impact]:
    if after.key.is_hook:
        yield from hook_impacts(None, after, helm)
        return
    yield from data_impacts(before, None, ())
    yield from exposure_impacts(before, None, ())
    yield from exposure_impacts(None, after, ())
    yield from access_impacts(before, after, changes)
    if after.key.kind in _RESTARTING:
        message = "the old pods stop, whether or not those under the new name run yet"
        yield Impact(Effect.RESTART, message, ("metadata", "name"))


def _any_impacts(
    before: DiffObject | None,
    after: DiffObject | None,
    changes: tuple[Change, ...],
    prospect: Prospect | None,
    helm: int,
) -> Iterator[Impact]:
    one = after or before
    if one is None:
        return
    if one.key.is_hook:
        yield from hook_impacts(before, after, helm)
        if helm != 3 and before is not None and after is not None and is_in_the_way(before, after):
            yield from _refusals(prospect, ADVICE)
        return
    yield from data_impacts(before, after, changes)
    yield from access_impacts(before, after, changes)
    yield from exposure_impacts(before, after, changes)
    if before is not None and after is not None:
        yield from _refusals(prospect)
        yield from _kept(after, prospect)
        yield from _restart(after, changes, prospect)
        yield from _replicas(after, changes)


def _refusals(prospect: Prospect | None, advice: str = "") -> Iterator[Impact]:
    """Yield why the upgrade fails, or may fail; advice: instead of what each refusal has."""
    for refusal in prospect.refusals if prospect is not None else ():
        if refusal.certain:
            yield Impact(
                Effect.IMMUTABLE, f"{refusal.reason}; {advice or refusal.advice}", refusal.path
            )
        else:
            yield Impact(
                Effect.MAY_FAIL, f"{refusal.reason}: {advice or refusal.advice}", refusal.path
            )


def _kept(after: DiffObject, prospect: Prospect | None) -> Iterator[Impact]:
    """Yield that a Service without an address gets none, though the manifest no longer says so."""
    if prospect is None or prospect.update is None or after.key.kind != "Service":
        return
    is_kept = at(prospect.update.new, "spec").get("clusterIP") == "None"
    if is_kept and prospect.refusals == () and not at(after.data, "spec").get("clusterIP"):
        message = "the server keeps clusterIP: None, so the Service stays without an address"
        yield Impact(Effect.NONE, message, ("spec", "clusterIP"))


def _restart(
    after: DiffObject, changes: tuple[Change, ...], prospect: Prospect | None
) -> Iterator[Impact]:
    if after.key.kind not in _RESTARTING or after.key.group != "apps":
        return
    paths = [change.path for change in changes if change.path[:2] == _TEMPLATE]
    update = prospect.update if prospect is not None else None
    if update is None:
        restarts = bool(paths)
    else:
        restarts = at(update.old, *_TEMPLATE) != at(update.new, *_TEMPLATE)
        paths = paths or [_TEMPLATE]
    if not restarts:
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
    """Return in words what of the template changes, the most telling first."""
    found = dict.fromkeys(sorted(map(_reason, (path[2:] for path in paths))))
    labels = [text for place, text in found if place == _LABEL]
    reasons = [text for place, text in found if text and place != _LABEL]
    reasons = [text for text in reasons if text.removeprefix(_ORDER_OF) not in {*reasons} - {text}]
    reasons += ["labels"] if len(labels) > 1 else labels
    more = len(reasons) - _MOST_REASONS
    shown = ", ".join(reasons[:_MOST_REASONS]) + (f" and {more} more" if more > 0 else "")
    return f": {shown}" if shown else ""


def _reason(path: Path) -> tuple[int, str]:
    """Return how telling a path of the template is, 0 the most, and what is there in words."""
    steps = [str(step) for step in path]
    if steps[:1] == ["metadata"]:
        return _reason_of_metadata(steps)
    if path[-1:] == (ORDER,):
        return 2, f"{_ORDER_OF}{steps[-2]}" if len(steps) > 1 else ""
    if path[-1:] == ("image",):
        return 0, "another image"
    fields = [step for step in steps[1:] if not step.startswith("[")]
    if fields[:1] in (["containers"], ["initContainers"]) and len(fields) > 1:
        return 1, fields[1]
    return 2, fields[0] if fields else ""


def _reason_of_metadata(steps: list[str]) -> tuple[int, str]:
    name = steps[2] if len(steps) > 2 else ""
    if steps[1:2] != ["annotations"]:
        return _LABEL, f"label {name}" if name else "labels"
    if name.startswith("checksum/"):
        return 3, "what they are configured with (checksum)"
    return 4, f"annotation {name}" if name else "annotations"


def _replicas(after: DiffObject, changes: tuple[Change, ...]) -> Iterator[Impact]:
    for change in changes:
        if _is_text(change.before) or _is_text(change.after):
            continue  # of another type, which the server refuses
        if change.path == ("spec", "replicas") and after.key.kind in _SCALED:
            yield Impact(Effect.REPLICAS, _replicas_text(change), change.path)
        elif after.key.kind == "HorizontalPodAutoscaler" and change.path in (
            ("spec", "minReplicas"),
            ("spec", "maxReplicas"),
        ):
            text = f"{change.path[1]} {_count(change.before)} → {_count(change.after)}"
            yield Impact(Effect.REPLICAS, text, change.path)


def _is_text(value: Any) -> bool:
    return type(value) is str


def _replicas_text(change: Change) -> str:
    if change.after is ABSENT:
        return f"{_count(change.before)} → 1 replicas, until an autoscaler says otherwise"
    if change.before is ABSENT:
        return f"{_count(change.after)} replicas, whatever an autoscaler has set"
    end = ": nothing runs any more" if change.after == 0 else ""
    return f"{_count(change.before)} → {_count(change.after)} replicas{end}"


def _count(value: Any) -> str:
    return "1" if value is ABSENT else shown(value)
