"""What is refused in a ResourceQuota and in a LimitRange.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidateResourceQuota, ValidateLimitRange)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.containers import amount_of
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    invalid,
    items,
    section,
    text,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTA = frozenset(
    [
        "cpu",
        "memory",
        "ephemeral-storage",
        "storage",
        "pods",
        "services",
        "replicationcontrollers",
        "secrets",
        "configmaps",
        "resourcequotas",
        "persistentvolumeclaims",
        "services.nodeports",
        "services.loadbalancers",
        "requests.cpu",
        "requests.memory",
        "requests.storage",
        "requests.ephemeral-storage",
        "limits.cpu",
        "limits.memory",
        "limits.ephemeral-storage",
    ]
)
_SCOPES = frozenset(
    [
        "BestEffort",
        "CrossNamespacePodAffinity",
        "NotBestEffort",
        "NotTerminating",
        "PriorityClass",
        "Terminating",
        "VolumeAttributesClass",
    ]
)
_LIMITED = frozenset({"Container", "PersistentVolumeClaim", "Pod"})
_ORDER = (
    ("min", "max"),
    ("min", "defaultRequest"),
    ("min", "default"),
    ("defaultRequest", "default"),
    ("defaultRequest", "max"),
    ("default", "max"),
)
_TITLES = {
    "min": "min",
    "max": "max",
    "defaultRequest": "default request",
    "default": "default",
}


def resource_quota(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a ResourceQuota."""
    for name, value in section(data, "spec", "hard").items():
        where = ("spec", "hard", name)
        if wrong := names.qualified(name):
            yield invalid(where, wrong)
        elif "/" not in name and name not in _QUOTA and "hugepages-" not in name:
            yield invalid(where, "must be a standard resource type or fully qualified")
        amount = amount_of(value)
        if amount is not None and amount < 0:
            yield invalid(where, "must be greater than or equal to 0")
    for index, scope in enumerate(items(section(data, "spec"), "scopes")):
        if type(scope) is str and scope not in _SCOPES:
            yield unsupported(("spec", "scopes", index), _SCOPES)


def limit_range(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a LimitRange."""
    for index, one in entries(data, "spec", "limits"):
        path = ("spec", "limits", index)
        kind = text(one, "type")
        if kind and "/" not in kind and kind not in _LIMITED:
            yield invalid((*path, "type"), "must be a standard limit type or fully qualified")
        if kind == "Pod":
            for key in ("default", "defaultRequest"):
                if one.get(key):
                    detail = "may not be specified when `type` is 'Pod'"
                    yield Refusal((*path, key), f"Forbidden: {detail}")
        for low, high in _ORDER:
            higher = section(one, high)
            for name, value in section(one, low).items():
                least, most = amount_of(value), amount_of(higher.get(name))
                if least is not None and most is not None and least > most:
                    detail = f"{_TITLES[low]} value is greater than {_TITLES[high]} value"
                    yield invalid((*path, low, name), detail)
