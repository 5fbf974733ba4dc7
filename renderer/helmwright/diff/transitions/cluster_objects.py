"""What ConfigMaps, Secrets, quotas, ranges of addresses and the metadata of any object may become.

Source: pkg/apis/core/validation/validation.go (ValidateConfigMapUpdate, ValidateSecretUpdate,
ValidateResourceQuotaUpdate), pkg/apis/networking/validation/validation.go (ValidateServiceCIDRUpdate),
k8s.io/apimachinery pkg/api/validation/objectmeta.go (ValidateObjectMetaAccessorUpdate).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.paths import path_text
from helmwright.diff.reading import list_at, shown
from helmwright.diff.transitions.model import AGAIN, Refusal, Subject, found
from helmwright.kube.defaulting.empty import EMPTY_COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterator

_FROZEN = "give it a new name whenever its content changes"
_WRITTEN = "take it out of the manifest: the server writes it"


def frozen_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a ConfigMap or a Secret that says ``immutable: true``."""
    if subject.old("immutable") is not True:
        return
    reason = "it is marked as immutable"
    counts = EMPTY_COUNTS.get(str(subject.update.new.get("kind")), ())
    if subject.new("immutable") is not True:
        yield Refusal(("immutable",), reason, _FROZEN)
    for field in ("data", "binaryData"):
        path = (field,)
        if (subject.old(field) or {}) != (subject.new(field) or {}):
            yield Refusal(path, reason, _FROZEN)
        elif field in counts and subject.empties(path):
            why = f"{reason}, and an empty {field} is not the same as none"
            yield Refusal(path, why, "leave the field out")


def quota_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed ResourceQuota."""
    scopes = [
        {shown(scope) for scope in list_at(side, "spec", "scopes")}
        for side in (subject.update.old, subject.update.new)
    ]
    if scopes[0] != scopes[1]:
        yield Refusal(("spec", "scopes"), "spec.scopes cannot be changed", AGAIN)


def addresses_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed ServiceCIDR: one range may be joined by a second."""
    path = ("spec", "cidrs")
    old = list_at(subject.update.old, *path)
    new = list_at(subject.update.new, *path)
    if old != new and not (len(old) == 1 and len(new) == 2 and new[0] == old[0]):
        reason = "spec.cidrs cannot be changed, but for a second one that is added"
        yield Refusal(path, reason, "write another range into a ServiceCIDR of another name")


def metadata_refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of metadata that a manifest says and only a server knows."""
    for field in ("deletionTimestamp", "deletionGracePeriodSeconds"):
        path = ("metadata", field)
        value = found(subject.update.sent, path)
        if value not in (None, "") and value != subject.old(*path):
            yield Refusal(path, f"{path_text(path)} cannot be changed", _WRITTEN)
    path = ("metadata", "resourceVersion")
    if subject.applied(*path) not in (None, "", "0"):
        reason = "metadata.resourceVersion is out of date as soon as the object changes"
        advice = f"the upgrade fails then; {_WRITTEN}"
        yield Refusal(path, reason, advice, certain=False)
