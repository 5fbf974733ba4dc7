"""Fields that belong to the server: what is written there is ignored, or the old value stays.

Each row names its source. Sources are files of k8s.io/kubernetes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.kube.defaulting.services import kept_of_service
from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    Steps = tuple[str, ...]

IGNORED = "ignored"
KEPT = "kept"


class Assigned(NamedTuple):
    """Fields that the server sets itself.

    kind: with its group behind a dot, ``*`` for all built-in kinds. paths: the fields, as steps; ``*``
    is any item of a list. how: ``ignored`` if an update cannot change them, ``kept`` if the old value
    stays when the new object does not give any.
    """

    kind: str
    paths: tuple[Steps, ...]
    how: str
    source: str


_META = ("metadata",)
_SERVICE = "Service"
_ANNOTATIONS = ("metadata", "annotations")

ASSIGNED: tuple[Assigned, ...] = (
    Assigned(
        "*",
        tuple(
            (*_META, name)
            for name in (
                "generation",
                "creationTimestamp",
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "managedFields",
                "selfLink",
            )
        ),
        IGNORED,
        "staging/src/k8s.io/apiserver/pkg/registry/rest/update.go (BeforeUpdate), meta.go",
    ),
    Assigned(
        "*",
        ((*_META, "uid"), (*_META, "resourceVersion")),
        KEPT,
        "staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go "
        "(ValidateObjectMetaUpdate): another one is refused",
    ),
    Assigned(
        "*",
        (("status",),),
        IGNORED,
        "pkg/registry/*/*/strategy.go (PrepareForUpdate)",
    ),
    Assigned(
        "*",
        ((*_ANNOTATIONS, "kubectl.kubernetes.io/last-applied-configuration"),),
        IGNORED,
        "staging/src/k8s.io/kubectl/pkg/util/apply.go",
    ),
    Assigned(
        "Deployment.apps",
        ((*_ANNOTATIONS, "deployment.kubernetes.io/revision"),),
        KEPT,
        "pkg/controller/deployment/util/deployment_util.go (RevisionAnnotation)",
    ),
    Assigned(
        "DaemonSet.apps",
        ((*_ANNOTATIONS, "deprecated.daemonset.template.generation"),),
        IGNORED,
        "pkg/apis/apps/v1/conversion.go, pkg/registry/apps/daemonset/strategy.go (PrepareForUpdate)",
    ),
    Assigned(
        "PersistentVolumeClaim",
        (
            ("spec", "volumeName"),
            (*_ANNOTATIONS, "pv.kubernetes.io/bind-completed"),
            (*_ANNOTATIONS, "pv.kubernetes.io/bound-by-controller"),
            (*_ANNOTATIONS, "volume.beta.kubernetes.io/storage-provisioner"),
            (*_ANNOTATIONS, "volume.kubernetes.io/storage-provisioner"),
            (*_ANNOTATIONS, "volume.kubernetes.io/selected-node"),
        ),
        KEPT,
        "pkg/controller/volume/persistentvolume/pv_controller_base.go",
    ),
    Assigned(
        _SERVICE,
        (
            ("spec", "clusterIP"),
            ("spec", "clusterIPs"),
            ("spec", "ipFamilies"),
            ("spec", "ipFamilyPolicy"),
            ("spec", "healthCheckNodePort"),
            ("spec", "ports", "*", "nodePort"),
        ),
        KEPT,
        "pkg/registry/core/service/storage/storage.go (patchAllocatedValues), alloc.go "
        "(initIPFamilyFields)",
    ),
    Assigned(
        "ServiceAccount",
        (("secrets",),),
        KEPT,
        "pkg/controller/serviceaccount/tokens_controller.go",
    ),
    Assigned(
        "Pod",
        (("spec", "priority"),),
        KEPT,
        "plugin/pkg/admission/priority/admission.go",
    ),
    Assigned(
        "Namespace",
        (("spec",),),
        IGNORED,
        "pkg/registry/core/namespace/strategy.go (PrepareForUpdate)",
    ),
    Assigned(
        "CertificateSigningRequest.certificates.k8s.io",
        (("spec",),),
        IGNORED,
        "pkg/registry/certificates/certificates/strategy.go (PrepareForUpdate)",
    ),
)


def assigned_to(kind: str) -> Iterator[Assigned]:
    """Yield the rows about a kind, such as ``Service`` or ``Deployment.apps``."""
    for row in ASSIGNED:
        if row.kind in (kind, "*"):
            yield row


def keep_assigned(old: dict[str, Any], new: dict[str, Any], kind: str) -> tuple[Steps, ...]:
    """Give both objects, in place, what the server has in its own fields after an update.

    old, new: built-in objects as ``with_defaults`` returns them. kind: with its group behind a dot.
    Returns the fields that are the server's; one of them may still differ, if the new object says so.
    """
    paths: list[Steps] = []
    for row in assigned_to(kind):
        for steps in row.paths:
            paths.append(steps)
            if row.how == IGNORED:
                _remove(old, steps)
                _remove(new, steps)
            elif row.kind != _SERVICE:
                _keep(old, new, steps)
    if kind == _SERVICE:
        kept_of_service(old, new)
    elif kind == "PersistentVolumeClaim":
        for claim in (old, new):
            _both_sources(claim)
    return tuple(paths)


def _both_sources(claim: dict[str, Any]) -> None:
    """Write the source of a claim into both of its fields.

    Source: pkg/registry/core/persistentvolumeclaim/strategy.go (NormalizeDataSources).
    """
    spec = claim.get("spec") or {}
    one, other = spec.get("dataSource"), spec.get("dataSourceRef")
    if one and not other:
        spec["dataSourceRef"] = one
    elif other and not one and not other.get("namespace"):
        spec["dataSource"] = other


def _remove(document: dict[str, Any], steps: Steps) -> None:
    """Remove a field, and the maps that are empty without it."""
    within = document.get(steps[0])
    if len(steps) == 1:
        document.pop(steps[0], None)
    elif type(within) is dict and steps[1] in within:
        _remove(within, steps[1:])
        if not within:
            del document[steps[0]]


def _keep(old: dict[str, Any], new: dict[str, Any], steps: Steps) -> None:
    value: Any = old
    for step in steps:
        value = value.get(step) if type(value) is dict else None
    if not value:
        return
    place = new
    for step in steps[:-1]:
        place = place.setdefault(step, {})
        if type(place) is not dict:
            return
    if not place.get(steps[-1]):
        place[steps[-1]] = copy_document(value)
