"""When an upgrade takes data with it: claims, volumes, namespaces, definitions of custom resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.model import ABSENT, Effect, Impact
from helmwright.diff.reading import at, list_at, maps_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import Change, DiffObject

_POLICY = "helm.sh/resource-policy"
_RETENTION = "persistentVolumeClaimRetentionPolicy"
_REMOVED = {
    "PersistentVolumeClaim": "the claim is deleted, and its data with it unless the volume is retained",
    "PersistentVolume": "the volume is deleted; whether its data is depends on its reclaim policy",
    "Namespace": "the namespace is deleted with everything in it",
    "CustomResourceDefinition": "the definition is deleted, and with it all objects of its kind",
}


def is_kept(one: DiffObject) -> bool:
    """Tell whether Helm leaves an object in the cluster that a chart no longer has.

    Source: helm pkg/kube/client.go (ResourcePolicyAnno).
    """
    policy = at(one.data, "metadata", "annotations").get(_POLICY)
    return isinstance(policy, str) and policy.strip().lower() == "keep"


def data_impacts(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    """Yield what puts data at risk."""
    if before is None:
        return
    if after is None:
        yield from _removed(before)
        return
    kind = before.key.kind
    if kind == "StatefulSet":
        yield from _stateful_set(before, after, changes)
    elif kind == "PersistentVolume":
        yield from _volume(changes)
    elif kind == "CustomResourceDefinition":
        yield from _definition(before, after)
    if is_kept(before) and not is_kept(after) and _loses_data(before):
        path = ("metadata", "annotations", _POLICY)
        message = (
            "it is no longer kept: when the chart drops it or is uninstalled, its data goes too"
        )
        yield Impact(Effect.DATA_AT_RISK, message, path)


def _loses_data(one: DiffObject) -> bool:
    return one.key.kind in _REMOVED or one.key.kind == "StatefulSet"


def _removed(before: DiffObject) -> Iterator[Impact]:
    if is_kept(before):
        message = f"it stays in the cluster, no longer Helm's ({_POLICY}: keep)"
        yield Impact(Effect.NONE, message, ("metadata", "annotations", _POLICY))
        return
    kind = before.key.kind
    if kind in _REMOVED:
        yield Impact(Effect.DATA_AT_RISK, _REMOVED[kind])
    elif kind == "StatefulSet" and list_at(before.data, "spec", "volumeClaimTemplates"):
        if at(before.data, "spec", _RETENTION).get("whenDeleted") == "Delete":
            message = "its claims are deleted with it (whenDeleted: Delete)"
        else:
            message = "its claims stay behind without anything that uses them; the data is in them"
        yield Impact(Effect.DATA_AT_RISK, message, ("spec", "volumeClaimTemplates"))


def _stateful_set(
    before: DiffObject, after: DiffObject, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    old_policy, policy = at(before.data, "spec", _RETENTION), at(after.data, "spec", _RETENTION)
    for name in ("whenDeleted", "whenScaled"):
        if policy.get(name) == "Delete" != old_policy.get(name):
            message = f"claims are deleted from now on ({name}: Delete)"
            yield Impact(Effect.DATA_AT_RISK, message, ("spec", _RETENTION))
    for change in changes:
        if change.path == ("spec", "replicas") and policy.get("whenScaled") == "Delete":
            old = 1 if change.before is ABSENT else change.before
            new = 1 if change.after is ABSENT else change.after
            if isinstance(old, int) and isinstance(new, int) and new < old:
                message = f"the claims of {old - new} removed pods are deleted (whenScaled: Delete)"
                yield Impact(Effect.DATA_AT_RISK, message, change.path)


def _volume(changes: tuple[Change, ...]) -> Iterator[Impact]:
    for change in changes:
        path = ("spec", "persistentVolumeReclaimPolicy")
        if change.path == path and change.after in ("Delete", "Recycle"):
            message = f"the data goes when the claim is deleted ({change.after})"
            yield Impact(Effect.DATA_AT_RISK, message, path)


def _definition(before: DiffObject, after: DiffObject) -> Iterator[Impact]:
    old, new = _served(before), _served(after)
    for version in sorted(old - new):
        message = f"version {version} is no longer served: objects and charts that use it fail"
        yield Impact(Effect.DATA_AT_RISK, message, ("spec", "versions", f"[name={version}]"))


def _served(one: DiffObject) -> set[str]:
    return {
        str(version.get("name"))
        for version in maps_at(one.data, "spec", "versions")
        if version.get("served") is not False
    }
