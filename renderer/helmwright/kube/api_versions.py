"""In which releases of Kubernetes a built-in kind is served, and what comes after it.

Source: ``api_lifecycles``; what k8s.io/api holds no more, and when kinds came, is from
https://kubernetes.io/docs/reference/using-api/deprecation-guide/
"""

from __future__ import annotations

from helmwright.kube.api_lifecycles import ApiLifecycle, Release, api_lifecycle
from helmwright.kube.conformity import kinds_by_version

_GONE = {
    "autoscaling/v2beta1 HorizontalPodAutoscaler": (
        "1.22",
        "1.25",
        "autoscaling/v2 HorizontalPodAutoscaler",
    ),
    "autoscaling/v2beta2 HorizontalPodAutoscaler": (
        "1.23",
        "1.26",
        "autoscaling/v2 HorizontalPodAutoscaler",
    ),
    "batch/v2alpha1 CronJob": ("1.20", "1.21", "batch/v1 CronJob"),
    "extensions/v1beta1 PodSecurityPolicy": ("1.10", "1.16", ""),
    "policy/v1beta1 PodSecurityPolicy": ("1.21", "1.25", ""),
    "rbac.authorization.k8s.io/v1alpha1 ClusterRole": (
        "1.20",
        "1.22",
        "rbac.authorization.k8s.io/v1 ClusterRole",
    ),
    "rbac.authorization.k8s.io/v1alpha1 ClusterRoleBinding": (
        "1.20",
        "1.22",
        "rbac.authorization.k8s.io/v1 ClusterRoleBinding",
    ),
    "rbac.authorization.k8s.io/v1alpha1 Role": (
        "1.20",
        "1.22",
        "rbac.authorization.k8s.io/v1 Role",
    ),
    "rbac.authorization.k8s.io/v1alpha1 RoleBinding": (
        "1.20",
        "1.22",
        "rbac.authorization.k8s.io/v1 RoleBinding",
    ),
}
_ADDED = {
    "autoscaling/v2 HorizontalPodAutoscaler": "1.23",
    "batch/v1 CronJob": "1.21",
    "discovery.k8s.io/v1 EndpointSlice": "1.21",
    "flowcontrol.apiserver.k8s.io/v1 FlowSchema": "1.29",
    "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration": "1.29",
    "networking.k8s.io/v1 Ingress": "1.19",
    "networking.k8s.io/v1 IngressClass": "1.19",
    "node.k8s.io/v1 RuntimeClass": "1.20",
    "policy/v1 PodDisruptionBudget": "1.21",
    "storage.k8s.io/v1 CSIStorageCapacity": "1.24",
    "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy": "1.30",
    "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding": "1.30",
}


_UNPUBLISHED = frozenset({"apiregistration.k8s.io/v1beta1"})
"""What was served once and is in neither source.

Helm does not know this group without a cluster, so charts that ask .Capabilities take this one.
"""


def lifecycle(api_version: str, kind: str) -> ApiLifecycle | None:
    """Return when a built-in kind goes away; None if it stays, or is none of Kubernetes' own."""
    name = f"{api_version} {kind}"
    if name in _GONE:
        deprecated, removed, replacement = _GONE[name]
        return ApiLifecycle(name, release_number(deprecated), release_number(removed), replacement)
    return api_lifecycle(api_version, kind)


def added_in(api_version: str, kind: str) -> Release | None:
    """Return the release that first served a kind; None if any does, or that is not known."""
    return release_number(_ADDED.get(f"{api_version} {kind}", ""))


def release_number(text: str) -> Release | None:
    """Return ``v1.29.3`` as (1, 29); None for what is no release."""
    parts = text.removeprefix("v").split(".")
    if len(parts) < 2:
        return None
    major, minor = parts[0], parts[1].rstrip("+")
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else None


def unknown_kind(api_version: str, kind: str) -> tuple[str, ...] | None:
    """Return what a group of Kubernetes' own has instead of a kind that it never had.

    That are the versions with this kind (``apps/v1 Deployment``), or else the kinds of the version.
    None if the kind exists, or the group belongs to somebody else.
    """
    known = kinds_by_version()
    group = api_version.partition("/")[0] if "/" in api_version else ""
    of_group = [name for name in known if (name.partition("/")[0] if "/" in name else "") == group]
    if not of_group or kind in {"List", "Status"} or kind.endswith(("Options", "Review", "Scale")):
        return None
    if (
        api_version in _UNPUBLISHED
        or kind in known.get(api_version, ())
        or lifecycle(api_version, kind) is not None
    ):
        return None
    if kind.endswith("List") and lifecycle(api_version, kind.removesuffix("List")) is not None:
        return None
    with_kind = [f"{name} {kind}" for name, kinds in known.items() if kind in kinds]
    if with_kind:
        return tuple(with_kind)
    return tuple(f"{api_version} {name}" for name in sorted(known.get(api_version, ())))
