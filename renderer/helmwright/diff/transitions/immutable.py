"""Fields that an API server does not let anybody change, and what to do then.

Each row names what its source refuses. Sources are files of k8s.io/kubernetes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.diff.paths import path_text
from helmwright.diff.transitions.model import AGAIN, KEEP_PODS, MANAGED, Refusal, Subject
from helmwright.kube.defaulting.empty import EMPTY_COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterator


class Immutable(NamedTuple):
    """Fields of a kind that cannot be changed.

    kind: with its group behind a dot. fields: dotted. but: fields of a map named in ``fields`` that can be
    changed. advice: what to do, a sentence without its dot. source: where Kubernetes refuses it. once_set:
    whether a field that was not there may be added.
    """

    kind: str
    fields: tuple[str, ...]
    advice: str
    source: str
    but: tuple[str, ...] = ()
    once_set: bool = False


_VALIDATION = "pkg/apis/{}/validation/validation.go ({})"
_CLASS = f"{AGAIN}; existing volumes are not touched"
_JOB = "delete the Job before the upgrade, put the revision into its name, or make it a hook"


def _selector(kind: str) -> Immutable:
    source = _VALIDATION.format("apps", f"Validate{kind}Update")
    return Immutable(f"{kind}.apps", ("spec.selector",), KEEP_PODS, source)


def _row(
    kind: str, fields: str, area: str, function: str, advice: str = AGAIN, **options: bool
) -> Immutable:
    source = _VALIDATION.format(area, function)
    return Immutable(kind, tuple(fields.split()), advice, source, **options)  # type: ignore[arg-type]


ROWS: tuple[Immutable, ...] = (
    _selector("Deployment"),
    _selector("DaemonSet"),
    _selector("ReplicaSet"),
    Immutable(
        "StatefulSet.apps",
        ("spec",),
        f"{KEEP_PODS} and its claims stay",
        _VALIDATION.format("apps", "ValidateStatefulSetUpdate"),
        (
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds",
        ),
    ),
    _row("ControllerRevision.apps", "data", "apps", "ValidateControllerRevisionUpdate", MANAGED),
    _row(
        "Job.batch",
        "spec.selector spec.completionMode spec.podFailurePolicy spec.backoffLimitPerIndex "
        "spec.managedBy spec.successPolicy",
        "batch",
        "ValidateJobSpecUpdate",
        _JOB,
    ),
    _row(
        "StorageClass.storage.k8s.io",
        "provisioner parameters reclaimPolicy volumeBindingMode",
        "storage",
        "ValidateStorageClassUpdate",
        _CLASS,
    ),
    _row(
        "VolumeAttributesClass.storage.k8s.io",
        "driverName parameters",
        "storage",
        "ValidateVolumeAttributesClassUpdate",
        _CLASS,
    ),
    _row(
        "CSIDriver.storage.k8s.io",
        "spec.attachRequired spec.volumeLifecycleModes",
        "storage",
        "ValidateCSIDriverUpdate",
    ),
    _row(
        "VolumeAttachment.storage.k8s.io",
        "spec",
        "storage",
        "ValidateVolumeAttachmentUpdate",
        MANAGED,
    ),
    _row(
        "CSIStorageCapacity.storage.k8s.io",
        "nodeTopology storageClassName",
        "storage",
        "ValidateCSIStorageCapacityUpdate",
        MANAGED,
    ),
    *(
        _row(f"{kind}.rbac.authorization.k8s.io", "roleRef", "rbac", f"Validate{kind}Update")
        for kind in ("RoleBinding", "ClusterRoleBinding")
    ),
    _row(
        "PriorityClass.scheduling.k8s.io",
        "value preemptionPolicy",
        "scheduling",
        "ValidatePriorityClassUpdate",
        f"{AGAIN}; pods that run keep their priority",
    ),
    _row("Secret", "type", "core", "ValidateSecretUpdate"),
    _row(
        "Node",
        "spec.podCIDRs spec.providerID",
        "core",
        "ValidateNodeUpdate",
        MANAGED,
        once_set=True,
    ),
    _row(
        "IngressClass.networking.k8s.io",
        "spec.controller",
        "networking",
        "ValidateIngressClassUpdate",
    ),
    _row(
        "IPAddress.networking.k8s.io",
        "spec.parentRef",
        "networking",
        "ValidateIPAddressUpdate",
        MANAGED,
    ),
    _row("RuntimeClass.node.k8s.io", "handler", "node", "ValidateRuntimeClassUpdate"),
    _row(
        "EndpointSlice.discovery.k8s.io", "addressType", "discovery", "ValidateEndpointSliceUpdate"
    ),
    _row(
        "Event.events.k8s.io",
        "regarding reason note type action related reportingController reportingInstance eventTime "
        "deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount",
        "core",
        "ValidateEventUpdate",
    ),
    _row("ResourceClaim.resource.k8s.io", "spec", "resource", "ValidateResourceClaimUpdate"),
    _row(
        "ResourceClaimTemplate.resource.k8s.io",
        "spec",
        "resource",
        "ValidateResourceClaimTemplateUpdate",
    ),
    _row(
        "ResourceSlice.resource.k8s.io",
        "spec.driver spec.nodeName spec.pool.name",
        "resource",
        "ValidateResourceSliceUpdate",
        MANAGED,
    ),
    _row(
        "LeaseCandidate.coordination.k8s.io",
        "spec.leaseName",
        "coordination",
        "ValidateLeaseCandidateSpecUpdate",
        MANAGED,
    ),
    _row(
        "ClusterTrustBundle.certificates.k8s.io",
        "spec.signerName",
        "certificates",
        "ValidateClusterTrustBundleUpdate",
    ),
    _row(
        "PodCertificateRequest.certificates.k8s.io",
        "spec",
        "certificates",
        "ValidatePodCertificateRequestUpdate",
        MANAGED,
    ),
    _row(
        "StorageVersionMigration.storagemigration.k8s.io",
        "spec.resource",
        "storagemigration",
        "ValidateStorageVersionMigrationUpdate",
    ),
    Immutable(
        "CustomResourceDefinition.apiextensions.k8s.io",
        ("spec.group", "spec.scope", "spec.names.kind", "spec.names.plural"),
        "a new definition is needed; deleting the old one deletes all its objects",
        "staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go "
        "(ValidateCustomResourceDefinitionUpdate)",
    ),
)


def refusals(name: str, subject: Subject) -> Iterator[Refusal]:
    """Yield what the rows of a kind refuse. name: the kind with its group behind a dot."""
    for row in ROWS:
        if row.kind == name:
            for field in row.fields:
                yield from _of_field(row, tuple(field.split(".")), subject)


def _of_field(row: Immutable, path: tuple[str, ...], subject: Subject) -> Iterator[Refusal]:
    old = subject.old(*path)
    if row.once_set and not old:
        return
    kind = row.kind.partition(".")[0]
    if subject.empties(path) and path[0] in EMPTY_COUNTS.get(kind, ()):
        reason = f"{path_text(path)} cannot become an empty map: that is not the same as none"
        yield Refusal(path, reason, "leave the field out")
        return
    if not subject.changed(*path):
        return
    if path == ("spec",):
        for deeper in _changed_fields(row, subject):
            yield Refusal(deeper, f"{path_text(deeper)} cannot be changed", row.advice)
        return
    yield Refusal(path, f"{path_text(path)} cannot be changed", row.advice)


def _changed_fields(row: Immutable, subject: Subject) -> Iterator[tuple[str, ...]]:
    fields = {**(subject.old("spec") or {}), **(subject.new("spec") or {})}
    for field in fields:
        if field not in row.but and subject.changed("spec", field):
            yield ("spec", field)
