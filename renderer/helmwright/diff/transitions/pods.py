"""What a Pod may become: little more than its images.

Source: pkg/apis/core/validation/validation.go (ValidatePodUpdate, validateOnlyAddedTolerations,
validateOnlyDeletedSchedulingGates, validateNodeSelectorMutation, validateNodeAffinityMutation).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.paths import path_text
from helmwright.diff.reading import at, list_at, maps_at
from helmwright.diff.transitions.model import KEEP, Refusal, Subject, same

if TYPE_CHECKING:
    from collections.abc import Iterator

Spec = dict[str, Any]
ADVICE = "delete the Pod before the upgrade, or let a Deployment manage it"
_FREE = frozenset({"activeDeadlineSeconds", "tolerations", "schedulingGates"})
"""Fields with rules of their own."""
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_OWN_ANNOTATIONS = (
    "container.apparmor.security.beta.kubernetes.io/",
    "kubernetes.io/config.mirror",
)


def refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed Pod."""
    old, new = subject.old("spec"), subject.new("spec")
    if type(old) is not dict or type(new) is not dict:
        return
    yield from _deadline(old, new)
    yield from _tolerations(old, new)
    yield from _gates(old, new)
    yield from _fields(subject, old, new)
    yield from _annotations(subject)


def _deadline(old: Spec, new: Spec) -> Iterator[Refusal]:
    before, after = old.get("activeDeadlineSeconds"), new.get("activeDeadlineSeconds")
    path = ("spec", "activeDeadlineSeconds")
    if type(before) is not int:
        return
    if type(after) is not int:
        yield Refusal(path, "spec.activeDeadlineSeconds cannot be removed", ADVICE)
    elif after > before:
        yield Refusal(path, "spec.activeDeadlineSeconds can only become shorter", ADVICE)


def _tolerations(old: Spec, new: Spec) -> Iterator[Refusal]:
    kept = [_without_seconds(one) for one in maps_at(new, "tolerations")]
    if all(_without_seconds(one) in kept for one in maps_at(old, "tolerations")):
        return
    reason = (
        "a toleration can be added, or get other tolerationSeconds, but not be changed or removed"
    )
    yield Refusal(("spec", "tolerations"), reason, ADVICE)


def _without_seconds(toleration: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in toleration.items() if key != "tolerationSeconds"}


def _gates(old: Spec, new: Spec) -> Iterator[Refusal]:
    known = {one.get("name") for one in maps_at(old, "schedulingGates")}
    if any(one.get("name") not in known for one in maps_at(new, "schedulingGates")):
        reason = "a scheduling gate can be removed, but not be added"
        yield Refusal(("spec", "schedulingGates"), reason, ADVICE)


def _fields(subject: Subject, old: Spec, new: Spec) -> Iterator[Refusal]:
    gated = bool(list_at(old, "schedulingGates"))
    shape = subject.shape.member("spec")
    for field in {**old, **new}:
        if field in _FREE:
            continue
        before, after = old.get(field), new.get(field)
        if field in ("containers", "initContainers"):
            yield from _containers(field, before, after, subject)
        elif field == "terminationGracePeriodSeconds" and _may_be_one(before, after):
            continue
        elif field == "nodeSelector" and gated:
            yield from _node_selector(at(old, field), at(new, field))
        elif field == "affinity" and gated:
            yield from _affinity(subject, at(old, field), at(new, field))
        elif not same(before, after, shape.member(field)):
            path = ("spec", field)
            yield Refusal(path, f"{path_text(path)} of a Pod cannot be changed", ADVICE)


def _may_be_one(before: Any, after: Any) -> bool:
    return type(before) is int and before < 0 and after == 1


def _containers(field: str, before: Any, after: Any, subject: Subject) -> Iterator[Refusal]:
    old = before if type(before) is list else []
    new = after if type(after) is list else []
    path = ("spec", field)
    if len(old) != len(new):
        yield Refusal(path, "containers of a Pod cannot be added or removed", ADVICE)
        return
    shape = subject.shape.member("spec").member(field).item()
    for left, right in zip(old, new, strict=True):
        if not same(_without_image(left), _without_image(right), shape):
            reason = f"of {path_text(path)} of a Pod only the image can be changed"
            yield Refusal(path, reason, ADVICE)
            return


def _without_image(container: Any) -> Any:
    return {**container, "image": ""} if type(container) is dict else container


def _node_selector(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Refusal]:
    if any(key not in new or new[key] != value for key, value in old.items()):
        reason = "the nodeSelector of a Pod that is gated can only get more labels"
        yield Refusal(("spec", "nodeSelector"), reason, ADVICE)


def _affinity(subject: Subject, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Refusal]:
    shape = subject.shape.member("spec").member("affinity")
    for field in ("podAffinity", "podAntiAffinity"):
        if not same(old.get(field), new.get(field), shape.member(field)):
            yield Refusal(
                ("spec", "affinity"), f"spec.affinity.{field} of a Pod cannot be changed", ADVICE
            )
    path = ("spec", "affinity", "nodeAffinity")
    old_terms = maps_at(old, "nodeAffinity", _REQUIRED, "nodeSelectorTerms")
    new_terms = maps_at(new, "nodeAffinity", _REQUIRED, "nodeSelectorTerms")
    if not old_terms:
        return
    if len(old_terms) != len(new_terms):
        reason = "terms of the required nodeAffinity of a Pod cannot be added or removed"
        yield Refusal(path, reason, KEEP)
    elif not all(map(_only_adds, old_terms, new_terms)):
        reason = "terms of the required nodeAffinity of a Pod that is gated can only get more expressions"
        yield Refusal(path, reason, ADVICE)


def _only_adds(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return all(
        list_at(new, field)[: len(list_at(old, field))] == list_at(old, field)
        for field in ("matchExpressions", "matchFields")
    )


def _annotations(subject: Subject) -> Iterator[Refusal]:
    old = subject.old("metadata", "annotations") or {}
    new = subject.new("metadata", "annotations") or {}
    for key in {**old, **new}:
        if str(key).startswith(_OWN_ANNOTATIONS) and old.get(key) != new.get(key):
            path = ("metadata", "annotations", key)
            yield Refusal(path, f"the annotation {key} of a Pod cannot be changed", ADVICE)
