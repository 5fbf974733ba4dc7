"""What admission fills into a Pod: its account, its priority, how long it bears a node that is gone.

Source: plugin/pkg/admission/serviceaccount, plugin/pkg/admission/priority,
plugin/pkg/admission/defaulttolerationseconds.
"""

from __future__ import annotations

from typing import Any

Pod = dict[str, Any]
_GONE = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_SECONDS = 300
_KEPT = (
    "serviceAccountName",
    "serviceAccount",
    "priority",
    "preemptionPolicy",
    "priorityClassName",
)


def created(pod: Pod) -> Pod:
    """Return a new Pod with what admission fills in."""
    spec = pod.get("spec")
    if type(spec) is not dict:
        return pod
    filled = {"serviceAccountName": "default", **spec}
    filled.setdefault("serviceAccount", filled["serviceAccountName"])
    if "priorityClassName" not in filled:
        filled = {"priority": 0, "preemptionPolicy": "PreemptLowerPriority", **filled}
    return {**pod, "spec": _with_tolerations(filled)}


def updated(old: Pod, new: Pod) -> Pod:
    """Return a changed Pod with what it keeps, and with the tolerations that every Pod has."""
    before, spec = old.get("spec"), new.get("spec")
    if type(before) is not dict or type(spec) is not dict:
        return new
    kept = {field: before[field] for field in _KEPT if field in before}
    return {**new, "spec": _with_tolerations({**kept, **spec})}


def _with_tolerations(spec: dict[str, Any]) -> dict[str, Any]:
    own = spec.get("tolerations")
    tolerations = [one for one in own if type(one) is dict] if type(own) is list else []
    missing = [key for key in _GONE if not any(_bears(one, key) for one in tolerations)]
    added = [
        {"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": _SECONDS}
        for key in missing
    ]
    return {**spec, "tolerations": [*tolerations, *added]} if added else spec


def _bears(toleration: dict[str, Any], key: str) -> bool:
    return toleration.get("key") in (key, None, "") and toleration.get("effect") in (
        "NoExecute",
        None,
        "",
    )
