"""A manifest was applied, and is applied again with changes: what is stored then.

The server stores the first one with its defaults. Helm 4 has the server apply the second one; Helm 3
sends the patch of three sides. What comes out gets defaults again, and what the server keeps or assigns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import PatchError
from helmwright.kube import schemas
from helmwright.kube.defaulting.defaults import with_defaults
from helmwright.kube.json_model import copy_document
from helmwright.kube.updates import pods, services
from helmwright.kube.updates.server_apply import BuiltIn, FromSchema, applied

if TYPE_CHECKING:
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.updates.server_apply import Node

Object = dict[str, Any]
_SPEC_KEPT = frozenset({"CertificateSigningRequest.certificates.k8s.io", "Namespace"})
"""Kinds whose ``spec`` the server leaves as it is, whatever is sent."""

_COUNTED = ("generation", "resourceVersion", "managedFields", "selfLink", "creationTimestamp")
"""Metadata that only the server writes."""

JOB_NAME_LABELS = ("batch.kubernetes.io/job-name", "job-name")
_UID_LABELS = ("batch.kubernetes.io/controller-uid", "controller-uid")
_UID = "assigned"
"""Stands for the identity that the server gives."""


class UnmergeableError(Exception):
    """Helm 3 cannot make or apply the patch of three sides; the message is that of Kubernetes."""


class Update(NamedTuple):
    """An object before and after a change, as the server sees it.

    old: what is stored, with defaults. sent: what the request makes of it, before the defaults. new: what
    the server would store, if it takes it.
    """

    old: Object
    sent: Object
    new: Object

    @property
    def is_unchanged(self) -> bool:
        """Whether the stored object stays as it is."""
        return self.old == self.new


def update(
    before: Object,
    after: Object,
    helm: int,
    custom: CustomTypes,
    last: Object | None = None,
) -> Update:
    """Return what becomes of a stored object when its manifest changes.

    before, after: manifests of one kind and apiVersion. helm: the major version that upgrades.
    last: the manifest that was applied before, if ``before`` has more than that.
    Raises ``DuplicateError`` for a list whose items Helm 4 cannot tell apart, ``UnmergeableError`` for what
    Helm 3 cannot merge, and ``PatchTypeError`` for what the server could not decode.
    """
    old = created(before, custom)
    last = before if last is None else last
    if helm == 3:
        try:
            sent = _patched(last, after, old)
        except PatchError as error:
            raise UnmergeableError(error.message) from None
    else:
        sent = applied(old, last, after, node_of(after, custom))
    return Update(old, sent, stored(old, sent, custom))


def stored(old: Object, sent: Object, custom: CustomTypes) -> Object:
    """Return what the server stores of what a request makes of an object, if it takes it.

    old: what is stored. Raises ``PatchTypeError`` for what the server could not decode.
    """
    return _updated(old, with_defaults(sent, custom))


def node_of(data: Object, custom: CustomTypes) -> Node:
    """Return how server-side apply merges the objects of a kind."""
    api_version, kind = str(data.get("apiVersion")), str(data.get("kind"))
    found = _built_in(api_version, kind)
    if found is not None:
        return found
    known = custom.schema(api_version, kind)
    return FromSchema(known[0] if known is not None else None)


@lru_cache(maxsize=64)
def _built_in(api_version: str, kind: str) -> BuiltIn | None:
    found = schemas.built_in(api_version, kind)
    return None if found is None else BuiltIn(found)


def _patched(before: Object, after: Object, old: Object) -> Object:
    """Return what Helm 3's patch makes of an object."""
    schema = schemas.built_in(str(after.get("apiVersion")), str(after.get("kind")))
    if schema is None:
        from helmwright.kube.json_merge_patch import (
            apply_merge_patch,
            create_three_way_merge_patch,
        )

        patch = create_three_way_merge_patch(before, after, old)
        merged: Object = apply_merge_patch(copy_document(old), patch)
        return merged
    from helmwright.kube.strategic_merge import apply_patch
    from helmwright.kube.three_way import create_three_way

    return apply_patch(old, create_three_way(before, after, old, schema), schema)


def created(data: Object, custom: CustomTypes) -> Object:
    """Return what the server stores of a new object; identities that it gives are ``assigned``."""
    stored = with_defaults(data, custom)
    kind = _name(stored)
    if kind == "Service":
        return services.created(stored)
    if kind == "PersistentVolumeClaim":
        return _with_source(stored)
    if kind == "Pod":
        return pods.created(stored)
    if kind == "Node":
        return _with_ranges(stored)
    # A Job takes the labels of its template where it has none, those that the server adds included.
    return with_defaults(_with_selector(stored), custom) if kind == "Job.batch" else stored


def _updated(old: Object, new: Object) -> Object:
    kind = _name(new)
    if schemas.built_in(str(new.get("apiVersion")), str(new.get("kind"))) is not None:
        new = _with_bookkeeping(old, new)
    if kind == "Service":
        return services.updated(old, new)
    if kind == "PersistentVolumeClaim":
        return _with_source(new)
    if kind == "Pod":
        return pods.updated(old, new)
    if kind == "Node":
        return _with_ranges(new)
    if kind in _SPEC_KEPT and "spec" in old:
        return {**new, "spec": old["spec"]}
    return new


def _name(data: Object) -> str:
    """Return a kind with its group behind a dot."""
    group, _, _ = str(data.get("apiVersion")).rpartition("/")
    return f"{data.get('kind')}.{group}" if group else str(data.get("kind"))


def _with_bookkeeping(old: Object, new: Object) -> Object:
    """Return an object whose status and counters are those of the server, whatever is sent."""
    metadata = new.get("metadata")
    if type(metadata) is dict:
        stored = old.get("metadata")
        stored = stored if type(stored) is dict else {}
        metadata = {**metadata}
        for field in _COUNTED:
            metadata.pop(field, None)
            if field in stored:
                metadata[field] = stored[field]
        if not metadata.get("uid") and "uid" not in stored:
            metadata.pop("uid", None)
        new = {**new, "metadata": metadata}
    new = {key: value for key, value in new.items() if key != "status"}
    return {**new, "status": old["status"]} if "status" in old else new


def _with_selector(job: Object) -> Object:
    """Return a Job with the labels by which it finds its pods.

    Source: pkg/registry/batch/job/strategy.go (generateSelector).
    """
    spec = job.get("spec")
    template = spec.get("template") if type(spec) is dict else None
    if type(spec) is not dict or type(template) is not dict or spec.get("manualSelector") is True:
        return job
    own = template.get("metadata")
    metadata = own if type(own) is dict else {}
    labels = metadata.get("labels")
    named = dict.fromkeys(JOB_NAME_LABELS, job.get("metadata", {}).get("name"))
    uid = dict.fromkeys(_UID_LABELS, _UID)
    metadata = {**metadata, "labels": {**named, **uid, **(labels or {})}}
    selector = spec.get("selector") or {"matchLabels": {_UID_LABELS[0]: _UID}}
    template = {**template, "metadata": metadata}
    return {**job, "spec": {**spec, "selector": selector, "template": template}}


def _with_ranges(node: Object) -> Object:
    """Return a Node whose two fields for its ranges of addresses say the same; the single one wins.

    Source: pkg/apis/core/v1/conversion.go (Convert_v1_NodeSpec_To_core_NodeSpec).
    """
    spec = node.get("spec")
    if type(spec) is not dict:
        return node
    one, ranges = spec.get("podCIDR"), spec.get("podCIDRs") or []
    if one and one not in ranges[:1]:
        ranges = [one]
    if not ranges:
        return node
    return {**node, "spec": {**spec, "podCIDR": ranges[0], "podCIDRs": ranges}}


def _with_source(claim: Object) -> Object:
    """Return a claim whose two fields for its source say the same.

    Source: pkg/api/persistentvolumeclaim/util.go (NormalizeDataSources).
    """
    spec = claim.get("spec")
    if type(spec) is not dict:
        return claim
    source, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if source and not reference:
        return {**claim, "spec": {**spec, "dataSourceRef": source}}
    if reference and not source and type(reference) is dict and not reference.get("namespace"):
        return {**claim, "spec": {**spec, "dataSource": reference}}
    return claim
