"""Where Kubernetes' own kinds keep the pods that they make."""

from __future__ import annotations

from typing import Any

_TEMPLATE = ("spec", "template")
POD_TEMPLATES: dict[tuple[str, str], tuple[str, ...]] = {
    ("", "Pod"): (),
    ("", "PodTemplate"): ("template",),
    ("", "ReplicationController"): _TEMPLATE,
    ("apps", "DaemonSet"): _TEMPLATE,
    ("apps", "Deployment"): _TEMPLATE,
    ("apps", "ReplicaSet"): _TEMPLATE,
    ("apps", "StatefulSet"): _TEMPLATE,
    ("batch", "CronJob"): ("spec", "jobTemplate", "spec", "template"),
    ("batch", "Job"): _TEMPLATE,
    ("extensions", "DaemonSet"): _TEMPLATE,
    ("extensions", "Deployment"): _TEMPLATE,
    ("extensions", "ReplicaSet"): _TEMPLATE,
}
"""API group and kind, and the path of the map whose ``spec`` is that of a pod."""
CONTAINERS = {
    "initContainers": "init container",
    "containers": "container",
    "ephemeralContainers": "ephemeral container",
}
"""The lists of a pod's containers, in the order in which they begin, and what one of them is called."""


def api_group(api_version: str) -> str:
    """Return the group of an API version; blank for the core group."""
    return api_version.partition("/")[0] if "/" in api_version else ""


def pod_template_path(data: dict[str, Any]) -> tuple[str, ...] | None:
    """Return where an object has the template of its pods; None if its kind has none."""
    group = api_group(str(data.get("apiVersion") or ""))
    return POD_TEMPLATES.get((group, str(data.get("kind") or "")))
