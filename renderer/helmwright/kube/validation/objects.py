"""The door: everything that the API server refuses in one object, as far as the object tells.

Types, fields, choices and quantities come from ``kube.conformity``; the rest is the server's own code, of
which each module here ports a part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.conformity import faults
from helmwright.kube.schemas import built_in
from helmwright.kube.validation import (
    access,
    admission,
    claims,
    configuration,
    networking,
    quotas,
    scaling,
    services,
    workloads,
)
from helmwright.kube.validation.merge_keys import repeated_items
from helmwright.kube.validation.metadata import metadata_refusals
from helmwright.kube.validation.refusal import Refusal, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.kube.conformity import Fault

_CHECKS: Mapping[str, Callable[[dict[str, Any]], Iterator[Refusal]]] = {
    "v1/ConfigMap": configuration.config_map,
    "v1/LimitRange": quotas.limit_range,
    "v1/PersistentVolume": claims.volume,
    "v1/PersistentVolumeClaim": claims.claim,
    "v1/Pod": workloads.pod_object,
    "v1/PodTemplate": workloads.pod_template,
    "v1/ReplicationController": workloads.replication_controller,
    "v1/ResourceQuota": quotas.resource_quota,
    "v1/Secret": configuration.secret,
    "v1/Service": services.service,
    "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration": admission.webhooks,
    "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy": admission.policy,
    "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration": admission.webhooks,
    "apiextensions.k8s.io/v1/CustomResourceDefinition": scaling.custom_definition,
    "apps/v1/DaemonSet": workloads.workload,
    "apps/v1/Deployment": workloads.workload,
    "apps/v1/ReplicaSet": workloads.workload,
    "apps/v1/StatefulSet": workloads.workload,
    "autoscaling/v1/HorizontalPodAutoscaler": scaling.autoscaler,
    "autoscaling/v2/HorizontalPodAutoscaler": scaling.autoscaler,
    "batch/v1/CronJob": workloads.cron_job,
    "batch/v1/Job": workloads.job,
    "networking.k8s.io/v1/Ingress": networking.ingress,
    "networking.k8s.io/v1/IngressClass": networking.ingress_class,
    "networking.k8s.io/v1/NetworkPolicy": networking.network_policy,
    "node.k8s.io/v1/RuntimeClass": scaling.runtime_class,
    "policy/v1/PodDisruptionBudget": scaling.disruption_budget,
    "rbac.authorization.k8s.io/v1/ClusterRole": access.role,
    "rbac.authorization.k8s.io/v1/ClusterRoleBinding": access.role_binding,
    "rbac.authorization.k8s.io/v1/Role": access.role,
    "rbac.authorization.k8s.io/v1/RoleBinding": access.role_binding,
    "scheduling.k8s.io/v1/PriorityClass": scaling.priority_class,
    "storage.k8s.io/v1/StorageClass": claims.storage_class,
    "storage.k8s.io/v1/VolumeAttributesClass": claims.attributes_class,
}
FIELD = "field"
"""The topic of what the types of fields already say."""


def refusals(
    data: dict[str, Any], *, applied: bool = True, beside: dict[str, Any] | None = None
) -> Iterator[Refusal]:
    """Yield what the API server refuses in an object of a built-in kind, whatever is stored.

    applied: whether it is sent by server-side apply, as Helm 4 does, which refuses lists with two
    items of one key. Nothing is said of custom resources. No value is in the reasons.
    beside: another state of the object, of the same kind and version. Parts that are the same in both
    may be passed over: if nothing is yielded, all that is refused is refused there as well.
    Source: kube-apiserver 1.34; versions of a kind that no stable one follows are only held against
    the types of their fields.
    """
    api_version, kind = text(data, "apiVersion"), text(data, "kind")
    known = built_in(api_version, kind)
    if known is None:
        return
    seen: set[tuple[Path, str]] = set()
    repeated: list[Path] = []
    for one in _all(data, beside):
        if one[:2] not in seen:
            seen.add(one[:2])
            yield one
            if one.topic == "duplicate":
                repeated.append(one.path)
    for one in repeated_items(data, known, beside) if applied else ():
        if all(path[: len(one.path)] != one.path for path in repeated):
            yield one


def _all(data: dict[str, Any], beside: dict[str, Any] | None) -> Iterator[Refusal]:
    api_version, kind = text(data, "apiVersion"), text(data, "kind")
    for fault in faults(data, beside):
        yield Refusal(fault.path, fault_reason(fault), FIELD)
    group = api_version.rpartition("/")[0]
    yield from metadata_refusals(f"{kind}.{group}" if group else kind, data)
    check = _CHECKS.get(f"{api_version}/{kind}")
    if check is not None:
        yield from check(data)


def fault_reason(fault: Fault) -> str:
    """Return in words what is wrong with a field; its value is not in them."""
    if fault.kind == "unknown":
        return "unknown field"
    if fault.kind == "missing":
        return "Required value"
    if fault.kind == "choice":
        listed = ", ".join(f'"{one}"' for one in sorted(fault.known))
        return f"Unsupported value: supported values: {listed}"
    if fault.kind == "quantity":
        return "it is no quantity"
    return f"expected {fault.expected}"
