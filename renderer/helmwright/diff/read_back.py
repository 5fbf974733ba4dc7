"""Objects that were read back from a cluster, without what only the cluster writes into them.

``kubectl get -o yaml`` prints an object with all that the server, its controllers and Helm have added.
A manifest does not say these things, and an upgrade leaves them as they are, so that they are no
difference: `kubectl diff` shows none of them either.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.diff.reading import at
from helmwright.kube.json_model import copy_document
from helmwright.secrets.places import APPLIED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import Change, DiffObject

Steps = tuple[str, ...]

_TOLD_BY = ("resourceVersion", "managedFields")
"""What only a server writes: an object with one of them has been read back."""
_SERVERS: tuple[Steps, ...] = (
    *(
        ("metadata", name)
        for name in (
            *_TOLD_BY,
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generation",
            "selfLink",
            "uid",
        )
    ),
    ("spec", "claimRef", "resourceVersion"),
    ("metadata", "annotations", APPLIED),
    ("status",),
)
"""Fields that an upgrade cannot change, whatever a manifest says. Source: k8s.io/apiserver
pkg/registry/rest/update.go, and what each kind does with its status."""


def _annotations(*names: str) -> tuple[Steps, ...]:
    return tuple(("metadata", "annotations", name) for name in names)


def _labels(*names: str) -> tuple[Steps, ...]:
    return tuple(("metadata", "labels", name) for name in names)


_JOB = (
    "batch.kubernetes.io/controller-uid",
    "batch.kubernetes.io/job-name",
    "controller-uid",
    "job-name",
)
_WEBHOOK = ("webhooks", "*", "clientConfig", "caBundle")
_LEFT_OUT: dict[str, tuple[Steps, ...]] = {
    "*": (
        ("metadata", "namespace"),
        ("metadata", "ownerReferences"),
        *_annotations("meta.helm.sh/release-name", "meta.helm.sh/release-namespace"),
        *_labels("app.kubernetes.io/managed-by"),
    ),
    "APIService.apiregistration.k8s.io": (("spec", "caBundle"),),
    "ClusterRole.rbac.authorization.k8s.io": (("rules",),),
    "CronJob.batch": _annotations("batch.kubernetes.io/cronjob-scheduled-timestamp"),
    "CustomResourceDefinition.apiextensions.k8s.io": (
        ("spec", "conversion", "webhook", "clientConfig", "caBundle"),
    ),
    "DaemonSet.apps": _annotations("deprecated.daemonset.template.generation"),
    "Deployment.apps": (
        ("spec", "replicas"),
        *_annotations("deployment.kubernetes.io/revision"),
    ),
    "Endpoints": (("subsets",), *_labels("endpoints.kubernetes.io/managed-by")),
    "Job.batch": (
        ("spec", "selector"),
        *_labels(*_JOB),
        *(("spec", "template", "metadata", "labels", name) for name in _JOB),
        *_annotations("batch.kubernetes.io/job-tracking"),
    ),
    "MutatingWebhookConfiguration.admissionregistration.k8s.io": (_WEBHOOK,),
    "Node": (
        *(("spec", name) for name in ("podCIDR", "podCIDRs", "providerID")),
        *_annotations("node.alpha.kubernetes.io/ttl"),
    ),
    "Namespace": (("spec", "finalizers"), *_labels("kubernetes.io/metadata.name")),
    "PersistentVolume": (
        ("spec", "claimRef"),
        *_annotations("pv.kubernetes.io/bound-by-controller", "pv.kubernetes.io/provisioned-by"),
    ),
    "PersistentVolumeClaim": (
        ("spec", "storageClassName"),
        ("spec", "volumeName"),
        *_annotations(
            "pv.kubernetes.io/bind-completed",
            "pv.kubernetes.io/bound-by-controller",
            "volume.beta.kubernetes.io/storage-provisioner",
            "volume.kubernetes.io/selected-node",
            "volume.kubernetes.io/storage-provisioner",
            "volume.kubernetes.io/storage-resizer",
        ),
    ),
    "Pod": (
        *(
            ("spec", name)
            for name in (
                "imagePullSecrets",
                "nodeName",
                "preemptionPolicy",
                "priority",
                "serviceAccount",
                "serviceAccountName",
            )
        ),
        *_annotations("kubernetes.io/limit-ranger"),
    ),
    "ReplicaSet.apps": (("spec", "replicas"),),
    "ReplicationController": (("spec", "replicas"),),
    "Secret": (
        *_annotations("kubernetes.io/service-account.uid"),
        *_labels("kubernetes.io/legacy-token-last-used"),
    ),
    "Service": tuple(
        ("spec", name)
        for name in (
            "clusterIP",
            "clusterIPs",
            "healthCheckNodePort",
            "ipFamilies",
            "ipFamilyPolicy",
        )
    ),
    "ServiceAccount": (("secrets",),),
    "StatefulSet.apps": (("spec", "replicas"),),
    "ValidatingWebhookConfiguration.admissionregistration.k8s.io": (_WEBHOOK,),
}
"""Fields that server, controllers and Helm fill in where a manifest leaves them out, by kind; ``*``
is any kind, as a step any item. Source: k8s.io/kubernetes pkg/controller, pkg/registry,
plugin/pkg/admission; helm pkg/action/validate.go"""
_TOKEN = "kubernetes.io/service-account-token"  # noqa: S105 - a type of Secrets
_TOKEN_KEYS = ("ca.crt", "namespace", "token")
_FINALIZERS = frozenset(
    {
        "external-attacher/",
        "foregroundDeletion",
        "kubernetes.io/pv-protection",
        "kubernetes.io/pvc-protection",
        "kubernetes.io/vac-protection",
        "orphan",
        "service.kubernetes.io/load-balancer-cleanup",
        "snapshot.storage.kubernetes.io/",
        "external-provisioner.volume.kubernetes.io/finalizer",
        "customresourcecleanup.apiextensions.k8s.io",
    }
)
_TOKENS = "/var/run/secrets/kubernetes.io/serviceaccount"
_UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized"
_EVICTED = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")


def is_read_back(one: DiffObject) -> bool:
    """Tell whether an object has what only a server writes."""
    metadata = at(one.data, "metadata")
    if metadata.get("uid") and metadata.get("creationTimestamp"):
        return True
    return any(metadata.get(name) for name in _TOLD_BY)


def without_server_fields(
    before: DiffObject, after: DiffObject
) -> tuple[DiffObject, DiffObject] | None:
    """Return both objects without what only a cluster writes; ``None`` if neither was read back."""
    old_read, new_read = is_read_back(before), is_read_back(after)
    if not old_read and not new_read:
        return None
    old, new = copy_document(before.data), copy_document(after.data)
    for document in (old, new):
        for steps in _SERVERS:
            _remove(document, steps)
    if old_read:
        _leave_out(old, new, before)
    if new_read:
        _leave_out(new, old, after)
    return replace(before, data=old), replace(after, data=new)


def noticed(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the changes that a server notices; defaults that it has written out are none."""
    return tuple(change for change in changes if not change.settled)


def _leave_out(read: dict[str, Any], other: dict[str, Any], one: DiffObject) -> None:
    """Remove what a cluster has added from an object, in place, where the other one has nothing."""
    kind = f"{one.key.kind}.{one.key.group}" if one.key.group else one.key.kind
    applied = _applied(one)
    if applied is not None:
        _leave_others(read, _with_texts(other), _with_texts(applied))
    for steps in (*_LEFT_OUT["*"], *_LEFT_OUT.get(kind, ())):
        if steps != ("rules",) or at(read, "aggregationRule"):
            _remove(read, steps, other)
    _leave_finalizers(read, other)
    if kind == "Pod":
        _leave_of_pod(at(read, "spec"), at(other, "spec"))
    elif kind == "Node":
        _drop(at(read, "spec"), at(other, "spec"), "taints", "key", _is_of_condition)
    elif kind == "Service":
        _leave_node_ports(at(read, "spec"), at(other, "spec"))
    elif kind == "Secret" and read.get("type") == _TOKEN:
        for key in _TOKEN_KEYS:
            _remove(read, ("data", key), other)


def _remove(document: Any, steps: Steps, other: Any = None) -> None:
    """Remove a field unless ``other`` has it, and the maps that are empty without it."""
    name, rest = steps[0], steps[1:]
    if name == "*":
        others = other if type(other) is list else []
        for index, item in enumerate(document if type(document) is list else ()):
            _remove(item, rest, others[index] if index < len(others) else None)
        return
    if type(document) is not dict or name not in document:
        return
    there = other.get(name) if type(other) is dict else None
    if not rest:
        if there is None or there == "":
            del document[name]
        return
    had = bool(document[name])
    _remove(document[name], rest, there)
    if had and not document[name] and there is None:
        del document[name]


def _leave_finalizers(read: dict[str, Any], other: dict[str, Any]) -> None:
    metadata = at(read, "metadata")
    found = metadata.get("finalizers")
    if type(found) is not list:
        return
    kept = at(other, "metadata").get("finalizers")
    left = [
        name
        for name in found
        if name in (kept or ()) or not str(name).startswith(tuple(_FINALIZERS))
    ]
    if left:
        metadata["finalizers"] = left
    else:
        del metadata["finalizers"]


def _leave_of_pod(read: dict[str, Any], other: dict[str, Any]) -> None:
    """Remove the token and the tolerations that admission gives to each Pod."""
    _drop(read, other, "volumes", "name", lambda name: name.startswith("kube-api-access-"))
    _drop(read, other, "tolerations", "key", _EVICTED.__contains__)
    for field in ("initContainers", "containers"):
        theirs = {one.get("name"): one for one in _maps(other.get(field))}
        for container in _maps(read.get(field)):
            there = theirs.get(container.get("name"), {})
            _drop(container, there, "volumeMounts", "mountPath", _TOKENS.__eq__)


def _drop(read: dict[str, Any], other: dict[str, Any], field: str, key: str, is_added: Any) -> None:
    """Remove the items of a list that a server adds, unless the other object has them."""
    found = read.get(field)
    if type(found) is not list:
        return
    theirs = {item.get(key) for item in _maps(other.get(field))}
    left = [
        item
        for item in found
        if type(item) is not dict
        or item.get(key) in theirs
        or not (type(item.get(key)) is str and is_added(item[key]))
    ]
    if left or not found:
        read[field] = left
    else:
        del read[field]


def _is_of_condition(taint: str) -> bool:
    """Tell whether a taint says in what condition a Node is, which only the cluster knows.

    Source: plugin/pkg/admission/nodetaint, pkg/controller/nodelifecycle, k8s.io/cloud-provider api.
    """
    return taint.startswith("node.kubernetes.io/") or taint == _UNINITIALIZED


def _leave_node_ports(read: dict[str, Any], other: dict[str, Any]) -> None:
    if read.get("type") not in ("NodePort", "LoadBalancer"):
        return
    theirs = {
        (one.get("port"), one.get("protocol", "TCP")): one for one in _maps(other.get("ports"))
    }
    for port in _maps(read.get("ports")):
        there = theirs.get((port.get("port"), port.get("protocol", "TCP")))
        if there is not None and not there.get("nodePort"):
            port.pop("nodePort", None)


def _maps(value: Any) -> Iterator[dict[str, Any]]:
    for one in value if type(value) is list else ():
        if type(one) is dict:
            yield one


def _applied(one: DiffObject) -> dict[str, Any] | None:
    """Return what ``kubectl apply`` has last applied, which tells whose each field is."""
    text = at(one.data, "metadata", "annotations").get(APPLIED)
    if type(text) is not str:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if type(found) is dict else None


def _with_texts(data: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the keys of ``stringData`` among its data, where a server stores them."""
    texts = at(data, "stringData")
    return {**data, "data": {**at(data, "data"), **texts}} if texts else data


def _leave_others(read: dict[str, Any], other: dict[str, Any], applied: dict[str, Any]) -> None:
    """Remove the members of maps that neither the other object nor what was applied has.

    Apply leaves them alone: somebody else has set them. Lists stay, as their items may be merged.
    """
    for name in list(read):
        if name in ("apiVersion", "kind"):
            continue
        theirs, was = other.get(name), applied.get(name)
        if theirs is None and was is None:
            del read[name]
        elif type(read[name]) is dict:
            _leave_others(
                read[name],
                theirs if type(theirs) is dict else {},
                was if type(was) is dict else {},
            )
