"""What is refused in workloads: Deployments and their kin, Jobs, CronJobs, Pods.

Source: k8s.io/kubernetes pkg/apis/apps/validation, pkg/apis/batch/validation
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.claims import claim_refusals
from helmwright.kube.validation.metadata import selector_refusals
from helmwright.kube.validation.pods import pod_refusals, template_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    forbidden,
    invalid,
    not_negative,
    required,
    section,
    text,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_SPEC: Path = ("spec",)
_TEMPLATE: Path = ("spec", "template")
_NUMBERS = ("replicas", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds")
_JOB_NUMBERS = (
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
    "ttlSecondsAfterFinished",
)
_GENERATED = frozenset({"batch.kubernetes.io/controller-uid", "controller-uid"})
"""Labels that the server puts into the selector of a Job."""
_STRATEGIES = {
    "DaemonSet": ("updateStrategy", "OnDelete"),
    "Deployment": ("strategy", "Recreate"),
    "StatefulSet": ("updateStrategy", "OnDelete"),
}
"""Where a kind has its strategy, and which one has no ``rollingUpdate``."""


def pod_object(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Pod."""
    spec = data.get("spec")
    if spec is None or type(spec) is dict:
        yield from pod_refusals(spec or {}, _SPEC)


def pod_template(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a PodTemplate."""
    yield from template_refusals(data.get("template"), ("template",))


def workload(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Deployment, ReplicaSet, DaemonSet or StatefulSet."""
    spec, kind = section(data, "spec"), text(data, "kind")
    yield from not_negative(spec, _SPEC, *_NUMBERS)
    selector = spec.get("selector")
    if type(selector) is dict:
        yield from _selector(selector, spec, kind)
    claims = [
        text(section(one, "metadata"), "name") for _, one in entries(spec, "volumeClaimTemplates")
    ]
    yield from _template(spec, claims)
    for index, claim in entries(spec, "volumeClaimTemplates"):
        if not section(claim, "metadata").get("name"):
            yield required(("spec", "volumeClaimTemplates", index, "metadata", "name"))
        where = ("spec", "volumeClaimTemplates", index, "spec")
        yield from claim_refusals(section(claim, "spec"), where)
    if kind in _STRATEGIES:
        yield from _strategy(kind, spec)


def _selector(selector: dict[str, Any], spec: dict[str, Any], kind: str) -> Iterator[Refusal]:
    path: Path = ("spec", "selector")
    if not selector.get("matchLabels") and not selector.get("matchExpressions"):
        yield invalid(path, f"empty selector is invalid for {kind.lower()}")
    yield from selector_refusals(selector, path)
    labels = section(spec, "template", "metadata").get("labels") or {}
    wanted = section(selector, "matchLabels")
    if type(labels) is dict and any(labels.get(key) != value for key, value in wanted.items()):
        where: Path = (*_TEMPLATE, "metadata", "labels")
        yield invalid(where, "`selector` does not match template `labels`", "selector")


def _template(spec: dict[str, Any], claims: list[str]) -> Iterator[Refusal]:
    yield from template_refusals(spec.get("template"), _TEMPLATE, claims)
    inner = section(spec, "template", "spec")
    if text(inner, "restartPolicy") not in ("", "Always"):
        yield unsupported((*_TEMPLATE, "spec", "restartPolicy"), ("Always",))
    if inner.get("activeDeadlineSeconds") is not None:
        where = (*_TEMPLATE, "spec", "activeDeadlineSeconds")
        yield forbidden(where, "activeDeadlineSeconds is not supported in what runs for ever")


def _strategy(kind: str, spec: dict[str, Any]) -> Iterator[Refusal]:
    key, other = _STRATEGIES[kind]
    strategy, path = section(spec, key), ("spec", key)
    rolling = strategy.get("rollingUpdate")
    where = (*path, "rollingUpdate")
    if text(strategy, "type") == other and rolling is not None:
        if kind == "Deployment":
            yield forbidden(where, "may not be specified when strategy `type` is 'Recreate'")
        elif kind == "StatefulSet":
            yield invalid(where, "only allowed for updateStrategy 'RollingUpdate'")
    if type(rolling) is not dict:
        return
    both = [rolling.get("maxSurge"), rolling.get("maxUnavailable")]
    for key, value in zip(("maxSurge", "maxUnavailable"), both, strict=True):
        if wrong := names.count_or_percent(value):
            yield invalid((*where, key), wrong)
    if kind == "DaemonSet" and both[0] is None:
        both[0] = 0  # its default
    if all(_is_none(value) for value in both):
        yield invalid((*where, "maxUnavailable"), "may not be 0 when `maxSurge` is 0")
    yield from not_negative(rolling, where, "partition")


def _is_none(value: Any) -> bool:
    return value == "0%" or (value == 0 and not isinstance(value, bool))


def replication_controller(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a ReplicationController."""
    spec = section(data, "spec")
    yield from not_negative(spec, _SPEC, "replicas", "minReadySeconds")
    yield from _template(spec, [])


def job(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Job."""
    yield from _job_spec(section(data, "spec"), _SPEC)
    spec = section(data, "spec")
    wanted = section(spec, "selector", "matchLabels")
    if wanted.keys() - _GENERATED and spec.get("manualSelector") is not True:
        yield invalid((*_SPEC, "selector"), "`selector` not auto-generated")


def _job_spec(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    yield from not_negative(spec, path, *_JOB_NUMBERS)
    is_indexed = text(spec, "completionMode") == "Indexed"
    if is_indexed and spec.get("completions") is None and spec.get("parallelism") is not None:
        detail = "when completion mode is Indexed"
        yield required((*path, "completions"), detail)
    template = spec.get("template")
    if template is not None and type(template) is not dict:
        return
    where = (*path, "template")
    yield from template_refusals(template or {}, where)
    policy = section(spec, "template", "spec").get("restartPolicy")
    if policy not in ("OnFailure", "Never"):
        yield required((*where, "spec", "restartPolicy"), 'valid values: "OnFailure", "Never"')
    elif policy == "OnFailure" and spec.get("podFailurePolicy"):
        detail = 'only "Never" is supported when podFailurePolicy is specified'
        yield invalid((*where, "spec", "restartPolicy"), detail)


def cron_job(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a CronJob."""
    from helmwright.go.cron import is_schedule

    spec = section(data, "spec")
    schedule = text(spec, "schedule")
    if "schedule" in spec and not spec["schedule"]:
        yield required((*_SPEC, "schedule"))
    elif schedule and not is_schedule(schedule):
        yield invalid((*_SPEC, "schedule"), "it is no schedule", "schedule")
    elif "TZ" in schedule:
        detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
        yield invalid((*_SPEC, "schedule"), detail)
    if type(spec.get("timeZone")) is str and not _is_zone(spec["timeZone"]):
        yield invalid((*_SPEC, "timeZone"), "unknown time zone")
    limits = ("startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit")
    yield from not_negative(spec, _SPEC, *limits)
    inner: Path = ("spec", "jobTemplate", "spec")
    yield from _job_spec(section(spec, "jobTemplate", "spec"), inner)
    if section(spec, "jobTemplate", "spec").get("manualSelector") is True:
        yield unsupported((*inner, "manualSelector"), ("nil", "false"))


def _is_zone(name: str) -> bool:
    """Tell whether there is a time zone; what cannot be told, because none is known, is right."""
    from zoneinfo import ZoneInfo, available_timezones

    if not name or name.lower() == "local":
        return False
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return not available_timezones()
    return True
