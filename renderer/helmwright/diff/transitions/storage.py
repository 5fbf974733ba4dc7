"""What claims, volumes and what describes drivers may become.

Source: pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimUpdate,
ValidatePersistentVolumeUpdate), pkg/apis/storage/validation/validation.go (ValidateCSINodeUpdate),
plugin/pkg/admission/storage/persistentvolume/resize/admission.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.equality import amount
from helmwright.diff.reading import at, maps_at, shown
from helmwright.diff.transitions.model import AGAIN, KEEP, MANAGED, Refusal, Subject, same

if TYPE_CHECKING:
    from collections.abc import Iterator

_COPY = "make a new claim and copy the data"
_CLASS = "volume.beta.kubernetes.io/storage-class"
_STORAGE = ("spec", "resources", "requests", "storage")
_FREE_OF_VOLUME = frozenset(
    {
        "capacity",
        "accessModes",
        "claimRef",
        "persistentVolumeReclaimPolicy",
        "mountOptions",
        "storageClassName",
        "volumeAttributesClassName",
        "nodeAffinity",
        "csi",
    }
)
_STABLE_LABELS = {
    "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
    "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
    "beta.kubernetes.io/os": "kubernetes.io/os",
    "beta.kubernetes.io/arch": "kubernetes.io/arch",
}


def claim_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed PersistentVolumeClaim."""
    old, new = at(subject.update.old, "spec"), at(subject.update.new, "spec")
    for field in {**old, **new}:
        path = ("spec", field)
        if not subject.changed(*path):
            continue
        if field == "resources":
            yield from _size(subject)
        elif field == "storageClassName":
            yield from _class(subject, old, new)
        elif field == "volumeName" and not old.get(field):
            continue  # a claim can be bound once
        elif field == "volumeAttributesClassName":
            reason = "spec.volumeAttributesClassName can be changed once the claim is bound"
            advice = "the upgrade fails unless it is, and unless its driver can do it"
            yield Refusal(path, reason, advice, certain=False)
        else:
            yield Refusal(path, f"spec.{field} cannot be changed", _COPY)
    before, after = _annotation(subject, "old"), _annotation(subject, "new")
    if before != after and not (before is not None and new.get("storageClassName") == before):
        place = ("metadata", "annotations", _CLASS)
        yield Refusal(place, f"the annotation {_CLASS} cannot be changed", _COPY)


def _annotation(subject: Subject, side: str) -> Any:
    data = subject.update.old if side == "old" else subject.update.new
    return at(data, "metadata", "annotations").get(_CLASS)


def _class(subject: Subject, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Refusal]:
    before, after = old.get("storageClassName"), new.get("storageClassName")
    path = ("spec", "storageClassName")
    annotation = _annotation(subject, "old")
    if before is None and after is not None and (annotation is None or annotation == after):
        reason = "spec.storageClassName was left out before"
        advice = "the upgrade fails if the cluster has given the claim its default class and this is another one"
        yield Refusal(path, reason, advice, certain=False)
        return
    yield Refusal(path, "spec.storageClassName cannot be changed", _COPY)


def _size(subject: Subject) -> Iterator[Refusal]:
    shape = subject.shape.member("spec").member("resources")
    old, new = subject.old("spec", "resources") or {}, subject.new("spec", "resources") or {}
    if not same(_without_size(old), _without_size(new), shape):
        path = ("spec", "resources")
        yield Refusal(path, "of spec.resources only the storage asked for can be changed", KEEP)
    before, after = amount(subject.old(*_STORAGE)), amount(subject.new(*_STORAGE))
    if before is None or after is None or after == before:
        return
    sizes = f"{shown(subject.old(*_STORAGE))} → {shown(subject.new(*_STORAGE))}"
    if after < before:
        yield Refusal(_STORAGE, f"a claim cannot shrink ({sizes})", _COPY)
    else:
        advice = "the upgrade fails unless the claim is bound and its class has allowVolumeExpansion: true"
        yield Refusal(_STORAGE, f"the claim grows ({sizes})", advice, certain=False)


def _without_size(resources: dict[str, Any]) -> dict[str, Any]:
    requests = {key: value for key, value in at(resources, "requests").items() if key != "storage"}
    return {**resources, "requests": requests}


def volume_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed PersistentVolume."""
    old, new = at(subject.update.old, "spec"), at(subject.update.new, "spec")
    for field in {**old, **new}:
        if field not in _FREE_OF_VOLUME and subject.changed("spec", field):
            yield Refusal(("spec", field), f"spec.{field} cannot be changed", AGAIN)
    yield from _driver(subject, old, new)
    affinity = old.get("nodeAffinity")
    path: tuple[str, ...] = ("spec", "nodeAffinity")
    if affinity is not None and _stable(affinity) != _stable(new.get("nodeAffinity")):
        yield Refusal(path, "spec.nodeAffinity cannot be changed once it is set", AGAIN)
    if old.get("volumeAttributesClassName") and not new.get("volumeAttributesClassName"):
        path = ("spec", "volumeAttributesClassName")
        yield Refusal(path, "spec.volumeAttributesClassName cannot be removed", KEEP)


def _driver(subject: Subject, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Refusal]:
    before, after = old.get("csi"), new.get("csi")
    if before is not None and after is not None and not at(before, "controllerExpandSecretRef"):
        after = {key: after[key] for key in after if key != "controllerExpandSecretRef"}
    if not same(before, after, subject.shape.member("spec").member("csi")):
        yield Refusal(("spec", "csi"), "spec.csi cannot be changed", AGAIN)


def _stable(value: Any) -> Any:
    """Return node selectors with the labels of today in place of their older names."""
    if type(value) is dict:
        return {
            key: _STABLE_LABELS.get(member, member)
            if key == "key" and type(member) is str
            else _stable(member)
            for key, member in value.items()
        }
    return [_stable(item) for item in value] if type(value) is list else value


def node_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed CSINode."""
    shape = subject.shape.member("spec").member("drivers").item()
    known = {one.get("name"): one for one in maps_at(subject.update.old, "spec", "drivers")}
    for driver in maps_at(subject.update.new, "spec", "drivers"):
        old = known.get(driver.get("name"))
        if old is not None and not same(old, driver, shape):
            reason = f"of spec.drivers, {shown(driver.get('name'))} cannot be changed"
            yield Refusal(("spec", "drivers"), reason, MANAGED)
