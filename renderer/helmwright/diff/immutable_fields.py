"""Fields that an API server does not let anybody change, and what to do then.

Each row names what its source refuses. Sources are files of k8s.io/kubernetes.
"""

from __future__ import annotations

from typing import NamedTuple


class Immutable(NamedTuple):
    """Fields of a kind that cannot be changed.

    kind: with its group behind a dot. paths: the fields, dotted. but: parts of them that can be changed.
    advice: what to do, a sentence without its dot. source: where Kubernetes refuses it.
    """

    kind: str
    paths: tuple[str, ...]
    but: tuple[str, ...]
    advice: str
    source: str


_AGAIN = "delete the object before the upgrade, or give it a new name"
_KEEP_PODS = "delete it with --cascade=orphan before the upgrade, so that its pods go on"

ROWS: tuple[Immutable, ...] = (
    Immutable(
        "Deployment.apps",
        ("spec.selector",),
        (),
        _KEEP_PODS,
        "pkg/registry/apps/deployment/strategy.go",
    ),
    Immutable(
        "DaemonSet.apps",
        ("spec.selector",),
        (),
        _KEEP_PODS,
        "pkg/registry/apps/daemonset/strategy.go",
    ),
    Immutable(
        "ReplicaSet.apps",
        ("spec.selector",),
        (),
        _KEEP_PODS,
        "pkg/registry/apps/replicaset/strategy.go",
    ),
    Immutable(
        "StatefulSet.apps",
        ("spec",),
        (
            "spec.replicas",
            "spec.ordinals",
            "spec.template",
            "spec.updateStrategy",
            "spec.revisionHistoryLimit",
            "spec.persistentVolumeClaimRetentionPolicy",
            "spec.minReadySeconds",
        ),
        f"{_KEEP_PODS} and its claims stay",
        "pkg/apis/apps/validation/validation.go (ValidateStatefulSetUpdate)",
    ),
    Immutable(
        "Job.batch",
        (
            "spec.template",
            "spec.selector",
            "spec.completions",
            "spec.completionMode",
            "spec.podFailurePolicy",
            "spec.backoffLimitPerIndex",
            "spec.managedBy",
            "spec.successPolicy",
        ),
        (),
        "delete the Job before the upgrade, put the revision into its name, or make it a hook",
        "pkg/apis/batch/validation/validation.go (ValidateJobSpecUpdate)",
    ),
    Immutable(
        "Service",
        ("spec.clusterIP", "spec.clusterIPs", "spec.healthCheckNodePort"),
        (),
        _AGAIN,
        "pkg/apis/core/validation/validation.go (ValidateServiceUpdate)",
    ),
    Immutable(
        "PersistentVolumeClaim",
        ("spec",),
        ("spec.resources", "spec.volumeAttributesClassName"),
        "make a new claim and copy the data",
        "pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimUpdate)",
    ),
    Immutable(
        "PersistentVolume",
        ("spec",),
        (
            "spec.capacity",
            "spec.accessModes",
            "spec.claimRef",
            "spec.persistentVolumeReclaimPolicy",
            "spec.mountOptions",
            "spec.storageClassName",
            "spec.volumeAttributesClassName",
        ),
        _AGAIN,
        "pkg/apis/core/validation/validation.go (ValidatePersistentVolumeUpdate)",
    ),
    Immutable(
        "StorageClass.storage.k8s.io",
        ("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"),
        (),
        f"{_AGAIN}; existing volumes are not touched",
        "pkg/apis/storage/validation/validation.go (ValidateStorageClassUpdate)",
    ),
    Immutable(
        "VolumeAttributesClass.storage.k8s.io",
        ("driverName", "parameters"),
        (),
        _AGAIN,
        "pkg/apis/storage/validation/validation.go (ValidateVolumeAttributesClassUpdate)",
    ),
    Immutable(
        "CSIDriver.storage.k8s.io",
        ("spec.attachRequired", "spec.volumeLifecycleModes"),
        (),
        _AGAIN,
        "pkg/apis/storage/validation/validation.go (ValidateCSIDriverUpdate)",
    ),
    Immutable(
        "RoleBinding.rbac.authorization.k8s.io",
        ("roleRef",),
        (),
        _AGAIN,
        "pkg/apis/rbac/validation/validation.go (ValidateRoleBindingUpdate)",
    ),
    Immutable(
        "ClusterRoleBinding.rbac.authorization.k8s.io",
        ("roleRef",),
        (),
        _AGAIN,
        "pkg/apis/rbac/validation/validation.go (ValidateClusterRoleBindingUpdate)",
    ),
    Immutable(
        "PriorityClass.scheduling.k8s.io",
        ("value", "preemptionPolicy"),
        (),
        _AGAIN,
        "pkg/apis/scheduling/validation/validation.go (ValidatePriorityClassUpdate)",
    ),
    Immutable(
        "Secret",
        ("type",),
        (),
        _AGAIN,
        "pkg/apis/core/validation/validation.go (ValidateSecretUpdate)",
    ),
    Immutable(
        "Pod",
        ("spec",),
        (
            "spec.containers.*.image",
            "spec.initContainers.*.image",
            "spec.activeDeadlineSeconds",
            "spec.tolerations",
            "spec.schedulingGates",
        ),
        "delete the Pod before the upgrade, or let a Deployment manage it",
        "pkg/apis/core/validation/validation.go (ValidatePodUpdate)",
    ),
    Immutable(
        "ResourceQuota",
        ("spec.scopes",),
        (),
        _AGAIN,
        "pkg/apis/core/validation/validation.go (ValidateResourceQuotaUpdate)",
    ),
    Immutable(
        "IngressClass.networking.k8s.io",
        ("spec.controller",),
        (),
        _AGAIN,
        "pkg/apis/networking/validation/validation.go (ValidateIngressClassUpdate)",
    ),
    Immutable(
        "RuntimeClass.node.k8s.io",
        ("handler",),
        (),
        _AGAIN,
        "pkg/apis/node/validation/validation.go (ValidateRuntimeClassUpdate)",
    ),
    Immutable(
        "EndpointSlice.discovery.k8s.io",
        ("addressType",),
        (),
        _AGAIN,
        "pkg/apis/discovery/validation/validation.go (ValidateEndpointSliceUpdate)",
    ),
    Immutable(
        "CustomResourceDefinition.apiextensions.k8s.io",
        ("spec.group", "spec.scope", "spec.names.kind", "spec.names.plural"),
        (),
        "a new definition is needed; deleting the old one deletes all its objects",
        "staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go "
        "(ValidateCustomResourceDefinitionUpdate)",
    ),
)

FROZEN = Immutable(
    "",
    ("data", "binaryData", "stringData", "immutable"),
    (),
    "give it a new name whenever its content changes",
    "pkg/apis/core/validation/validation.go (ValidateConfigMapUpdate, ValidateSecretUpdate)",
)
"""What cannot be changed of a ConfigMap or a Secret that says ``immutable: true``."""
