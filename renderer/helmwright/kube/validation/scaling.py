"""What is refused of numbers of pods, priorities and quotas, and in custom definitions.

Source: k8s.io/kubernetes pkg/apis/{autoscaling,policy,scheduling}/validation,
k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.metadata import selector_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    forbidden,
    invalid,
    number,
    required,
    section,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_HIGHEST_PRIORITY = 1_000_000_000
_METRICS = {
    "ContainerResource": "containerResource",
    "External": "external",
    "Object": "object",
    "Pods": "pods",
    "Resource": "resource",
}


def autoscaler(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a HorizontalPodAutoscaler."""
    spec = section(data, "spec")
    least, most = number(spec, "minReplicas"), number(spec, "maxReplicas")
    if least is not None and least < 1:
        outside = any(
            text(one, "type") in ("External", "Object") for _, one in entries(spec, "metrics")
        )
        if least < 0 or not outside:
            yield invalid(("spec", "minReplicas"), "must be greater than or equal to 1")
    if most is not None and most < 1:
        yield invalid(("spec", "maxReplicas"), "must be greater than 0")
    elif most is not None and least is not None and most < least:
        yield invalid(("spec", "maxReplicas"), "must be greater than or equal to `minReplicas`")
    for key in ("kind", "name"):
        if not section(spec, "scaleTargetRef").get(key):
            yield required(("spec", "scaleTargetRef", key))
    for index, metric in entries(spec, "metrics"):
        field = _METRICS.get(text(metric, "type"))
        if field and metric.get(field) is None and text(data, "apiVersion") == "autoscaling/v2":
            detail = "must populate information for the given metric source"
            yield required(("spec", "metrics", index, field), detail)


def disruption_budget(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a PodDisruptionBudget."""
    spec = section(data, "spec")
    keys = ("minAvailable", "maxUnavailable")
    if all(spec.get(key) is not None for key in keys):
        yield invalid(("spec",), "minAvailable and maxUnavailable cannot be both set")
    for key in keys:
        value = spec.get(key)
        if wrong := names.count_or_percent(value):
            yield invalid(("spec", key), wrong)
        elif type(value) is str and int(value[:-1][:9]) > 100:
            yield invalid(("spec", key), "must not be greater than 100%")
    yield from selector_refusals(section(spec, "selector"), ("spec", "selector"))


def priority_class(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a PriorityClass."""
    value, name = number(data, "value"), text(section(data, "metadata"), "name")
    if value is not None and value > _HIGHEST_PRIORITY and not name.startswith("system-"):
        detail = f"maximum allowed value of a user defined priority is {_HIGHEST_PRIORITY}"
        yield forbidden(("value",), detail)


def runtime_class(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a RuntimeClass."""
    handler = data.get("handler")
    if type(handler) is str and (wrong := names.label(handler)):
        yield invalid(("handler",), wrong)


def custom_definition(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a CustomResourceDefinition."""
    spec = section(data, "spec")
    versions = [one for _, one in entries(spec, "versions")]
    if versions and sum(one.get("storage") is True for one in versions) != 1:
        detail = "must have exactly one version marked as storage version"
        yield invalid(("spec", "versions"), detail)
    plural, group = text(section(spec, "names"), "plural"), text(spec, "group")
    if plural and group and text(section(data, "metadata"), "name") != f"{plural}.{group}":
        yield invalid(("metadata", "name"), 'must be spec.names.plural+"."+spec.group')
