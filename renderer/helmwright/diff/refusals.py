"""What the API server refuses in a new object whatever the old one was: wrong types, names, numbers.

Only what the old object has not: what is there on both sides was taken once, or never was.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.diff.model import Effect, Impact, ObjectDiff, Status
from helmwright.diff.paths import path_text
from helmwright.diff.read_back import is_read_back
from helmwright.diff.reading import at
from helmwright.kube.api_versions import lifecycle, release_number
from helmwright.kube.schemas import built_in
from helmwright.kube.validation.merge_keys import REPEATED, repeated_items
from helmwright.kube.validation.objects import refusals
from helmwright.kube.validation.refusal import invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.diff.model import DiffObject
    from helmwright.kube.validation.refusal import Refusal

_SHOWN = 3
_RELEASE = (1, 36)
"""The release of Kubernetes that Helm 4.2.4 takes for granted without a cluster."""
_ONLY_APPLIED = ", so that Helm 4 fails; Helm 3 would merge them"
_ORDER = {effect: place for place, effect in enumerate(Effect)}
_DROPPED: frozenset[str] = frozenset(
    {
        "allocateLoadBalancerNodePorts",
        "clusterIPs",
        "externalTrafficPolicy",
        "healthCheckNodePort",
        "loadBalancerClass",
        "nodePort",
    }
)
"""Fields of a Service that the server drops with the type they belong to, unless they change.

Source: k8s.io/kubernetes pkg/registry/core/service/strategy.go, dropTypeDependentFields
"""


def with_refusals(
    found: ObjectDiff,
    *,
    helm: int,
    kube_version: str = "",
    stored: dict[str, Any] | None = None,
) -> ObjectDiff:
    """Return a difference with what the API server refuses in its new object.

    helm: 3 or 4, the major version that would upgrade. kube_version: of the cluster, if it is known.
    stored: what the server would store, if that is known: what a manifest lacks may be there.
    """
    added = tuple(_impacts(found.before, found.after, helm, kube_version, stored))
    if not added:
        return found
    impacts = sorted((*found.impacts, *added), key=lambda impact: _ORDER[impact.effect])
    return replace(found, impacts=tuple(impacts))


def refused_alike(
    old: DiffObject, new: DiffObject, *, helm: int, stored: dict[str, Any] | None = None
) -> ObjectDiff | None:
    """Return a difference of objects that say the same, of which the server refuses only the new one."""
    if old.data == new.data:
        return None
    found = ObjectDiff(Status.CHANGED, new.key, old, new)
    return found if with_refusals(found, helm=helm, stored=stored).impacts else None


def _impacts(
    before: DiffObject | None,
    after: DiffObject | None,
    helm: int,
    kube_version: str,
    stored: dict[str, Any] | None,
) -> Iterator[Impact]:
    if after is None or is_read_back(after):
        return
    old = before.data if before is not None else None
    yield from _gone(old, after.data, kube_version)
    new = list(_of_stored(list(_new_refusals(old, after.data, helm)), stored))
    for one in new[:_SHOWN]:
        where = f"{path_text(one.path)}: " if one.path else ""
        only = _ONLY_APPLIED if one.reason.startswith(REPEATED) else ""
        message = f"the server refuses the new object: {where}{one.reason}{only}"
        yield Impact(Effect.IMMUTABLE, message, one.path)
    rest = len(new) - _SHOWN
    if rest > 0:
        things = "thing" if rest == 1 else "things"
        yield Impact(Effect.IMMUTABLE, f"the server refuses {rest} more {things} in the new object")


def _gone(old: dict[str, Any] | None, new: dict[str, Any], kube_version: str) -> Iterator[Impact]:
    api_version, kind = new.get("apiVersion"), new.get("kind")
    if old is not None and old.get("apiVersion") == api_version:
        return
    found = lifecycle(str(api_version), str(kind))
    if found is None or found.removed is None:
        return
    if (release_number(kube_version) or _RELEASE) >= found.removed:
        since = ".".join(map(str, found.removed))
        message = f"Kubernetes has no {kind} of {api_version} from {since} on"
        yield Impact(Effect.IMMUTABLE, message, ("apiVersion",))


def _new_refusals(old: dict[str, Any] | None, new: dict[str, Any], helm: int) -> Iterator[Refusal]:
    old, new = _without_nulls(old), _without_nulls(new)
    if old is not None:
        yield from _another_uid(old, new)
        beside = old if old.get("apiVersion") == new.get("apiVersion") else None
        if next(refusals(new, applied=helm != 3, beside=beside), None) is None:
            return  # nothing, or what was refused before
    found = list(refusals(new, applied=helm != 3))
    known: Counter[tuple[Path, str]] = Counter()
    if old is not None:
        known.update(map(_identity, refusals(old, applied=helm != 3)))
    merged = _merged(new) if helm == 3 and old is not None else []
    for one in found:
        identity = _identity(one)
        if known[identity]:
            known[identity] -= 1
        elif not _is_merged(one, merged) and not (old and _is_dropped(one, old, new)):
            yield one


def _of_stored(found: list[Refusal], stored: dict[str, Any] | None) -> Iterator[Refusal]:
    """Yield the refusals of a manifest that are refusals of what comes of it, too."""
    if stored is None or not found:
        yield from found
        return
    # Two items of one key are no matter here: nothing would be stored of a manifest that has them.
    paths = {_identity(one)[0] for one in refusals(stored, applied=False)}
    for one in found:
        if _identity(one)[0] in paths or one.path == ("metadata", "uid"):
            yield one


def _another_uid(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Refusal]:
    """Yield that a manifest names the uid of another object, which only the server gives."""
    uid = at(new, "metadata").get("uid")
    if uid and uid != at(old, "metadata").get("uid"):
        yield invalid(("metadata", "uid"), "field is immutable")


def _without_nulls(value: Any) -> Any:
    """Return a value without the null members of its maps: the server drops them."""
    if type(value) is dict:
        return {key: _without_nulls(part) for key, part in value.items() if part is not None}
    return [_without_nulls(part) for part in value] if type(value) is list else value


def _identity(one: Refusal) -> tuple[Path, str]:
    """Return what is the same of a refusal when items are put in before it."""
    return tuple("*" if isinstance(step, int) else step for step in one.path), one.reason


def _merged(new: dict[str, Any]) -> list[Path]:
    """Return the items that a three-way merge makes one of, so that the server sees no second."""
    kind = built_in(str(new.get("apiVersion")), str(new.get("kind")))
    return [one.path for one in repeated_items(new, kind)]


def _is_merged(one: Refusal, merged: list[Path]) -> bool:
    return one.topic == "duplicate" and any(one.path[: len(path)] == path for path in merged)


def _is_dropped(one: Refusal, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Tell whether a field of a Service goes with the old type, in which it was right."""
    if new.get("kind") != "Service" or new.get("apiVersion") != "v1":
        return False
    if at(old, "spec").get("type") == at(new, "spec").get("type"):
        return False
    field = one.path[1] if len(one.path) == 2 else one.path[-1]
    return field in _DROPPED and _value(old, one.path) == _value(new, one.path)


def _value(data: Any, path: Path) -> Any:
    for step in path:
        if isinstance(step, int):
            data = data[step] if type(data) is list and step < len(data) else None
        else:
            data = data.get(step) if type(data) is dict else None
    return data
