"""The door: what a server refuses, or may refuse, of a changed object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.transitions import (
    cluster_objects,
    definitions,
    immutable,
    jobs,
    leftovers,
    pods,
    services,
    storage,
)
from helmwright.kube import schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.diff.transitions.model import Refusal, Subject

    Rule = Callable[[Subject], Iterator[Refusal]]

_RULES: dict[str, tuple[Rule, ...]] = {
    "Service": (services.refusals,),
    "Pod": (pods.refusals,),
    "Job.batch": (jobs.refusals,),
    "PersistentVolumeClaim": (storage.claim_refusals,),
    "PersistentVolume": (storage.volume_refusals,),
    "CSINode.storage.k8s.io": (storage.node_refusals,),
    "ConfigMap": (cluster_objects.frozen_refusals,),
    "Secret": (cluster_objects.frozen_refusals,),
    "ResourceQuota": (cluster_objects.quota_refusals,),
    "ServiceCIDR.networking.k8s.io": (cluster_objects.addresses_refusals,),
    "CustomResourceDefinition.apiextensions.k8s.io": (definitions.refusals,),
}
"""Rules by kind, with its group behind a dot; those of any object come beside them."""


def refusals(name: str, subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused. name: the kind with its group behind a dot."""
    new = subject.update.new
    if schemas.built_in(str(new.get("apiVersion")), str(new.get("kind"))) is not None:
        yield from immutable.refusals(name, subject)
        for rule in _RULES.get(name, ()):
            yield from rule(subject)
    yield from cluster_objects.metadata_refusals(subject)
    yield from leftovers.refusals(subject)
