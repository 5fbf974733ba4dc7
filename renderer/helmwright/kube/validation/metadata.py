"""What is refused in the metadata of objects and of pod templates.

Source: k8s.io/apimachinery pkg/api/validation/objectmeta.go; the names: pkg/apis/*/validation
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    invalid,
    required,
    section,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_ANNOTATIONS = 256 << 10
_SUBDOMAINS = frozenset(
    [
        "ConfigMap",
        "Endpoints",
        "LimitRange",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "Pod",
        "PodTemplate",
        "ReplicationController",
        "ResourceQuota",
        "Secret",
        "ServiceAccount",
        "DaemonSet.apps",
        "Deployment.apps",
        "ReplicaSet.apps",
        "StatefulSet.apps",
        "CronJob.batch",
        "Job.batch",
        "HorizontalPodAutoscaler.autoscaling",
        "Ingress.networking.k8s.io",
        "IngressClass.networking.k8s.io",
        "NetworkPolicy.networking.k8s.io",
        "EndpointSlice.discovery.k8s.io",
        "StorageClass.storage.k8s.io",
        "PriorityClass.scheduling.k8s.io",
        "RuntimeClass.node.k8s.io",
        "Lease.coordination.k8s.io",
        "MutatingWebhookConfiguration.admissionregistration.k8s.io",
        "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
    ]
)
_OTHERS: dict[str, names.Check] = {
    "Namespace": names.label,
    "Service": names.label_1035,
    **{
        f"{kind}.rbac.authorization.k8s.io": names.path_segment
        for kind in ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
    },
}
_LENGTHS = {"CronJob.batch": 52, "Job.batch": 63}


def metadata_refusals(kind: str, data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in the metadata of an object.

    kind: with its group, such as ``Deployment.apps``.
    """
    metadata = section(data, "metadata")
    yield from _name(kind, metadata)
    namespace = text(metadata, "namespace")
    if namespace and (wrong := names.label(namespace)):
        yield invalid(("metadata", "namespace"), wrong)
    yield from labels_refusals(metadata, ("metadata",))
    for index, owner in entries(metadata, "ownerReferences"):
        for key in ("apiVersion", "kind", "name", "uid"):
            if not owner.get(key):
                yield invalid(("metadata", "ownerReferences", index, key), "must not be empty")


def _name(kind: str, metadata: dict[str, Any]) -> Iterator[Refusal]:
    path: Path = ("metadata", "name")
    name = metadata.get("name")
    if name is None or name == "":
        if not metadata.get("generateName") and kind != "LimitRange":  # which the server names
            yield required(path, "name or generateName is required")
        return
    if type(name) is not str:
        return
    check = names.subdomain if kind in _SUBDOMAINS else _OTHERS.get(kind)
    wrong = check(name) if check else ""
    if not wrong and len(name) > _LENGTHS.get(kind, len(name)):
        wrong = f"must be no more than {_LENGTHS[kind]} characters"
    if wrong:
        yield invalid(path, wrong, "name-length" if "no more than" in wrong else "")


def labels_refusals(metadata: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in labels and annotations; ``path``: of what holds them."""
    yield from label_map(section(metadata, "labels"), (*path, "labels"), "label")
    annotations = section(metadata, "annotations")
    for key in annotations:
        if wrong := names.qualified(key.lower()):
            yield invalid((*path, "annotations", key), wrong)
    size = sum(
        len(part.encode("utf-8", "surrogateescape"))
        for pair in annotations.items()
        for part in pair
        if type(part) is str
    )
    if size > _ANNOTATIONS:
        yield Refusal(
            (*path, "annotations"), f"Too long: may not be more than {_ANNOTATIONS} bytes"
        )


def label_map(found: dict[str, Any], path: Path, topic: str = "") -> Iterator[Refusal]:
    """Yield what is refused in a map of labels, or one that selects them."""
    for key, value in found.items():
        if wrong := names.qualified(key):
            yield invalid((*path, key), wrong, topic)
        if type(value) is str and (wrong := names.label_value(value)):
            yield invalid((*path, key), wrong, topic)


def selector_refusals(selector: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in a LabelSelector.

    Source: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go
    """
    yield from label_map(section(selector, "matchLabels"), (*path, "matchLabels"))
    for index, one in entries(selector, "matchExpressions"):
        where = (*path, "matchExpressions", index)
        operator, values = text(one, "operator"), one.get("values")
        if operator in ("In", "NotIn"):
            if not values:
                detail = "must be specified when `operator` is 'In' or 'NotIn'"
                yield required((*where, "values"), detail)
        elif operator in ("Exists", "DoesNotExist"):
            if values:
                detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
                yield Refusal((*where, "values"), f"Forbidden: {detail}")
        elif operator:
            yield invalid((*where, "operator"), "not a valid selector operator")
        if wrong := names.qualified(text(one, "key")):
            yield invalid((*where, "key"), wrong)
