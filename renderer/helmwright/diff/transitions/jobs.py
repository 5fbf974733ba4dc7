"""What a Job may become: its template stays, but for where pods go while it is suspended.

Source: pkg/apis/batch/validation/validation.go (ValidateJobSpecUpdate, validatePodTemplateUpdate,
validateCompletions), pkg/registry/batch/job/strategy.go (validationOptionsForJob).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.reading import at
from helmwright.diff.transitions.model import Refusal, Subject, same
from helmwright.kube.updates.update import JOB_NAME_LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

ADVICE = "delete the Job before the upgrade, put the revision into its name, or make it a hook"
_TEMPLATE = ("spec", "template")
_PLACING = ("nodeSelector", "tolerations", "schedulingGates")


def refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed Job, beside fields that never change."""
    yield from _completions(subject)
    old, new = subject.old(*_TEMPLATE), subject.new(*_TEMPLATE)
    if type(old) is not dict or type(new) is not dict:
        return
    shape = subject.shape.member("spec").member("template")
    labels = at(new, "metadata", "labels")
    if subject.new("spec", "manualSelector") is not True and any(
        label not in labels for label in JOB_NAME_LABELS
    ):
        reason = "the labels by which the Job finds its pods go with the labels of its template"
        yield Refusal(
            (*_TEMPLATE, "metadata"), reason, "leave at least one label in spec.template.metadata"
        )
    if same(old, new, shape):
        return
    if subject.old("spec", "suspend") is not True:
        yield Refusal(_TEMPLATE, "spec.template cannot be changed", ADVICE)
    elif not same(_with_placing(old, new), new, shape):
        reason = (
            "of spec.template of a suspended Job only labels, annotations, nodeSelector, nodeAffinity, "
            "tolerations and schedulingGates can be changed"
        )
        yield Refusal(_TEMPLATE, reason, ADVICE)


def _completions(subject: Subject) -> Iterator[Refusal]:
    path = ("spec", "completions")
    if not subject.changed(*path):
        return
    if subject.new("spec", "completionMode") != "Indexed":
        yield Refusal(path, "spec.completions cannot be changed", ADVICE)
        return
    completions, parallelism = subject.new(*path), subject.new("spec", "parallelism")
    if completions is None:
        yield Refusal(path, "spec.completions of an Indexed Job cannot be removed", ADVICE)
    elif completions != parallelism:
        reason = "spec.completions of an Indexed Job can only be changed together with spec.parallelism, to the same number"
        yield Refusal(path, reason, "give both the same number")


def _with_placing(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return an old template with what may be changed in it taken from the new one."""
    metadata = {**at(old, "metadata")}
    for field in ("labels", "annotations"):
        _take(metadata, at(new, "metadata"), field)
    spec = {**at(old, "spec")}
    for field in _PLACING:
        _take(spec, at(new, "spec"), field)
    affinity, wanted = {**at(spec, "affinity")}, at(new, "spec", "affinity")
    _take(affinity, wanted, "nodeAffinity")
    if affinity or "affinity" in at(new, "spec"):
        spec["affinity"] = affinity
    else:
        spec.pop("affinity", None)
    merged = {**old, "spec": spec}
    if metadata or "metadata" in new:
        merged["metadata"] = metadata
    return merged


def _take(into: dict[str, Any], source: dict[str, Any], field: str) -> None:
    into.pop(field, None)
    if field in source:
        into[field] = source[field]
