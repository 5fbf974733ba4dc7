"""Folds what would drown the rest: what a server does not notice, labels with the chart's version, repetitions."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from helmwright.base.records import replace
from helmwright.diff.equality import ordered_text
from helmwright.diff.model import ABSENT, DEFAULT, KEPT, ORDER, SETTLED, Effect, Fold, Status
from helmwright.diff.paths import path_text

if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterable

    from helmwright.base.paths import Path
    from helmwright.diff.model import Change, ObjectDiff, ObjectKey

SAME = "same"
NOISE = "noise"
_REASONS = (SAME, DEFAULT, KEPT, NOISE)
_MANY = 3
"""In how many objects a change must be the same before it is folded."""
_LABELS = frozenset(
    {
        "helm.sh/chart",
        "app.kubernetes.io/version",
        "app.kubernetes.io/managed-by",
        "chart",
        "heritage",
    }
)
"""Labels that say which chart has written an object; no controller looks at them."""
_CHECKSUM = "checksum/"
_NAMES = (("metadata", "name"), ("metadata", "namespace"))
"""What makes an object another one."""
_GRAVE = (Effect.DATA_AT_RISK, Effect.IMMUTABLE, Effect.MAY_FAIL)
_VISIBLE = frozenset(Effect) - {Effect.NONE, Effect.HOOK}
_TEMPLATE = ("spec", "template")
_MOST_PAIRS = 3


def fold(objects: Iterable[ObjectDiff]) -> tuple[tuple[ObjectDiff, ...], tuple[Fold, ...]]:
    """Return objects without the changes that are folded, and the folds.

    An object stays as long as it has a change or an impact of its own. A change that makes an upgrade
    fail or loses data is never folded, and one that does anything else only if it says nothing by
    itself: whoever reads of a restart wants to see why.
    """
    known = list(objects)
    groups = _groups(known)
    folded: set[tuple[ObjectKey, int]] = set()
    folds = []
    known_rests: dict[ObjectKey, Hashable] = {}
    for (reason, _), places in groups.items():
        keys = tuple(dict.fromkeys(one.key for one, _ in places))
        if reason == SAME and (len(keys) < _MANY or _is_all(places, known_rests)):
            continue
        changes = [one.changes[index] for one, index in places]
        count = len(changes) if len(changes) != len(keys) else 0
        folds.append(Fold(reason, _title(reason, changes), changes[0], keys, count))
        folded.update((one.key, index) for one, index in places)
    folds.sort(key=lambda one: _REASONS.index(one.reason))
    return tuple(_left(known, folded)), tuple(folds)


def _is_all(places: list[tuple[ObjectDiff, int]], rests: dict[ObjectKey, Hashable]) -> bool:
    """Tell whether a change, other than of a label, is in objects that are alike in all they change.

    They are shown as one (see ``grouping``), with the change in whole. rests: what each object changes
    besides noise, as far as it is known.
    """
    first, index = places[0]
    if first.changes[index].path[:1] == ("metadata",):
        return False
    for one, _ in places:
        if one.key not in rests:
            found = map(_group, one.changes)
            rests[one.key] = tuple(shared for reason, shared in found if reason == SAME)
        if rests[one.key] != rests[first.key]:
            return False
    return True


def _groups(
    objects: list[ObjectDiff],
) -> dict[tuple[str, Hashable], list[tuple[ObjectDiff, int]]]:
    """Return changes, as object and index, by what they have in common."""
    groups: dict[tuple[str, Hashable], list[tuple[ObjectDiff, int]]] = defaultdict(list)
    for one in objects:
        for index, change in enumerate(one.changes):
            if change.path in _NAMES or _does(one, change, _GRAVE):
                continue
            reason, shared = _group(change)
            if reason != SAME or not _does(one, change, _VISIBLE):
                groups[reason, shared].append((one, index))
    return groups


def _group(change: Change) -> tuple[str, Hashable]:
    if change.settled:
        values = _text(change.before), _text(change.after)
        return change.settled, (_any_item(change.path), values)
    if _noise(change):
        return NOISE, change.path[-2:]
    return SAME, (change.path, change.embedded, _text(change.before), _text(change.after))


def _any_item(path: Path) -> Path:
    """Return a path in which one item of a list is as good as another."""
    return tuple("[*]" if _is_item(step) else step for step in path)


def _is_item(step: str | int) -> bool:
    return type(step) is int or (str(step).startswith("[") and "=" in str(step))


def _noise(change: Change) -> str:
    """Return which noise a change is: ``labels``, ``checksum/`` or none."""
    if len(change.path) < 3 or change.path[-3] != "metadata" or change.embedded:
        return ""
    field, name = change.path[-2], str(change.path[-1])
    if field == "labels" and name in _LABELS:
        return "labels"
    return _CHECKSUM if field == "annotations" and name.startswith(_CHECKSUM) else ""


def _text(value: object) -> str:
    return "" if value is ABSENT else ordered_text(value)


def _does(one: ObjectDiff, change: Change, effects: Container[Effect]) -> bool:
    """Tell whether a change is why an object has one of some impacts."""
    return any(
        impact.effect in effects
        and (
            change.path[: len(impact.path)] == impact.path
            or (impact.effect is Effect.RESTART and change.path[:2] == _TEMPLATE)
        )
        for impact in one.impacts
    )


def _title(reason: str, changes: list[Change]) -> str:
    change = changes[0]
    if reason == SAME:
        return path_text(change.path)
    if reason in SETTLED:
        return f"{path_text(_any_item(change.path))} {_settled(reason, change)}"
    if change.path[-2] != "labels":
        return f"annotation {change.path[-1]}"
    pairs = list(dict.fromkeys(f"{_shown(one.before)} → {_shown(one.after)}" for one in changes))
    more = len(pairs) - _MOST_PAIRS
    values = ", ".join(pairs[:_MOST_PAIRS]) + (f" and {more} more" if more > 0 else "")
    return f"label {change.path[-1]}: {values}"


def _shown(value: object) -> str:
    return "(absent)" if value is ABSENT else str(value)


def _settled(reason: str, change: Change) -> str:
    if reason == KEPT and change.path[0] == "stringData":
        return "stays in the Secret: no Helm removes what stringData has set once"
    if reason == KEPT:
        return "is kept by the server as it is"
    if change.before is ABSENT:
        return "is written out, but the default"
    if change.after is ABSENT:
        return "is no longer written out, but the default"
    return "is written in another way" if change.path[-1] != ORDER else "has another order"


def _left(objects: list[ObjectDiff], folded: set[tuple[ObjectKey, int]]) -> Iterable[ObjectDiff]:
    for one in objects:
        rest = tuple(
            change for index, change in enumerate(one.changes) if (one.key, index) not in folded
        )
        count = len(one.changes) - len(rest)
        if rest or not count or one.status is not Status.CHANGED or _has_own_impact(one):
            yield replace(one, changes=rest, folded=count) if count else one


def _has_own_impact(one: ObjectDiff) -> bool:
    """Tell whether an object has an impact, other than that a hook runs, which it does anyway."""
    return any(impact.effect is not Effect.HOOK for impact in one.impacts)
