"""The order in which Helm installs and uninstalls kinds of objects.

Source: helm pkg/release/v1/util/kind_sorter.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from helmwright.base.argument_types import checked
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.eras.era import Era

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

_NEWER = frozenset((*DEFAULT.early_kinds, *DEFAULT.late_kinds))
"""Kinds that not every era knows."""


class HasKind(Protocol):
    """Something that has a Kubernetes kind."""

    kind: str


K = TypeVar("K", bound=HasKind)


@checked
def sort_manifests(
    manifests: Iterable[K], *, uninstall: bool = False, era: Era | str = DEFAULT
) -> list[K]:
    """Return ``manifests`` in Helm's install order; equal kinds keep their order.

    Kinds that Helm does not know come last, by name. era: the Helm that knows them.
    Source: sortManifestsByKind, sortHooksByKind.
    """
    ranks = _UNINSTALL_RANKS if uninstall else _INSTALL_RANKS
    unknown = len(ranks)
    era = as_era(era)
    known = {*era.early_kinds, *era.late_kinds}
    if not _NEWER.issubset(known):
        ranks = {kind: rank for kind, rank in ranks.items() if kind in known or kind not in _NEWER}

    def place(manifest: K) -> tuple[int, bytes]:
        rank = ranks.get(manifest.kind, unknown)
        return rank, b"" if rank < unknown else manifest.kind.encode("utf-8", "surrogateescape")

    return sorted(manifests, key=place)
