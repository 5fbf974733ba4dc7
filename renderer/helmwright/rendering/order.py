"""The order in which Helm installs and uninstalls kinds of objects.

Source: helm pkg/release/v1/util/kind_sorter.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from helmwright.base.argument_types import checked

if TYPE_CHECKING:
    from collections.abc import Iterable

INSTALL_ORDER = (
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
)
"""Kinds in the order in which Helm installs them; other kinds follow, by name."""

UNINSTALL_ORDER = (
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "APIService",
    "Ingress",
    "IngressClass",
    "Service",
    "CronJob",
    "Job",
    "StatefulSet",
    "HorizontalPodAutoscaler",
    "Deployment",
    "ReplicaSet",
    "ReplicationController",
    "Pod",
    "DaemonSet",
    "RoleBindingList",
    "RoleBinding",
    "RoleList",
    "Role",
    "ClusterRoleBindingList",
    "ClusterRoleBinding",
    "ClusterRoleList",
    "ClusterRole",
    "CustomResourceDefinition",
    "PersistentVolumeClaim",
    "PersistentVolume",
    "StorageClass",
    "ConfigMap",
    "SecretList",
    "Secret",
    "ServiceAccount",
    "PodDisruptionBudget",
    "PodSecurityPolicy",
    "LimitRange",
    "ResourceQuota",
    "NetworkPolicy",
    "Namespace",
    "PriorityClass",
)
"""Kinds in the order in which Helm removes them; not quite the reverse."""

_INSTALL_RANKS = {kind: rank for rank, kind in enumerate(INSTALL_ORDER)}
_UNINSTALL_RANKS = {kind: rank for rank, kind in enumerate(UNINSTALL_ORDER)}


class HasKind(Protocol):
    """Something that has a Kubernetes kind."""

    kind: str


K = TypeVar("K", bound=HasKind)


@checked
def sort_manifests(manifests: Iterable[K], *, uninstall: bool = False) -> list[K]:
    """Return ``manifests`` in Helm's install order; equal kinds keep their order.

    Kinds that Helm does not know come last, by name. Source: sortManifestsByKind, sortHooksByKind.
    """
    ranks = _UNINSTALL_RANKS if uninstall else _INSTALL_RANKS
    unknown = len(ranks)

    def place(manifest: K) -> tuple[int, bytes]:
        rank = ranks.get(manifest.kind, unknown)
        return rank, b"" if rank < unknown else manifest.kind.encode("utf-8", "surrogateescape")

    return sorted(manifests, key=place)
