"""What ``--wait`` of Helm 4 must be able to list and watch, as a Role that is ready to be applied.

Source: helm pkg/kube/statuswait.go; sigs.k8s.io/cli-utils pkg/kstatus/watcher
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.compat.model import WatchRule
from helmwright.kube.conformity import is_known
from helmwright.kube.pod_templates import api_group
from helmwright.kube.scopes import cluster_kinds
from helmwright.kube.validation.refusal import section

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.rendering.objects import RenderedObject

_PLURALS = {"Endpoints": "endpoints", "EndpointSlice": "endpointslices"}
_WORKLOADS = frozenset({"DaemonSet", "Deployment", "Job", "ReplicaSet", "StatefulSet", "CronJob"})


def watch_rules(objects: Iterable[RenderedObject], namespace: str) -> tuple[WatchRule, ...]:
    """Return what ``--wait`` lists and watches of what a chart renders.

    namespace: of the release.
    """
    every = [one for one in objects if one.kind and not one.is_hook]
    known = _definitions(one.data for one in every)
    of_cluster = cluster_kinds(one.data for one in every)
    found: dict[WatchRule, None] = {}
    for one in every:
        key = api_group(one.api_version), one.kind
        plural = known.get(key)
        metadata = one.data.get("metadata")
        own = metadata.get("namespace") if type(metadata) is dict else None
        place = "" if key in of_cluster else str(own or namespace)
        is_guess = plural is None and not is_known(one.api_version, one.kind)
        found[WatchRule(key[0], plural or plural_of(one.kind), place, is_guess)] = None
        if one.kind in _WORKLOADS:
            found[WatchRule("apps", "replicasets", place)] = None
            found[WatchRule("", "pods", place)] = None
    return tuple(sorted(found, key=lambda rule: (rule.namespace, rule.group, rule.resource)))


def _definitions(documents: Iterable[dict[str, Any]]) -> dict[tuple[str, str], str]:
    """Return the plurals of the kinds that a chart defines."""
    found: dict[tuple[str, str], str] = {}
    for data in documents:
        spec = section(data, "spec")
        names = section(spec, "names")
        if data.get("kind") == "CustomResourceDefinition" and names:
            found[str(spec.get("group")), str(names.get("kind"))] = str(names.get("plural"))
    return found


def plural_of(kind: str) -> str:
    """Return the plural of a kind as the API machinery guesses it. Source: meta.UnsafeGuessKindToResource."""
    lower = kind.lower()
    if kind in _PLURALS:
        return _PLURALS[kind]
    if lower.endswith("s"):
        return f"{lower}es"
    if lower.endswith("y"):
        return f"{lower[:-1]}ies"
    return f"{lower}s"


def roles_text(rules: Sequence[WatchRule], release: str) -> str:
    """Return Roles, one for each namespace, and a ClusterRole for kinds of the cluster, as YAML."""
    from helmwright.go.yaml_write import marshal

    documents = []
    for namespace in sorted({rule.namespace for rule in rules}, key=lambda name: (not name, name)):
        own = [rule for rule in rules if rule.namespace == namespace]
        metadata = {"name": f"{release}-wait"} | ({"namespace": namespace} if namespace else {})
        documents.append(
            {
                "apiVersion": "rbac.authorization.k8s.io/v1",
                "kind": "Role" if namespace else "ClusterRole",
                "metadata": metadata,
                "rules": _rules(own),
            }
        )
    return "".join(f"---\n{marshal(one)}\n" for one in documents).replace("\n\n", "\n")


def _rules(rules: Iterable[WatchRule]) -> list[dict[str, Any]]:
    groups: dict[str, list[str]] = {}
    for rule in rules:
        groups.setdefault(rule.group, []).append(rule.resource)
    return [
        {"apiGroups": [group], "resources": sorted(set(names)), "verbs": ["get", "list", "watch"]}
        for group, names in sorted(groups.items())
    ]
