"""One object in two versions of its kind: what a server stores is the same for both."""

from __future__ import annotations

from typing import Any

_AUTOSCALER = "HorizontalPodAutoscaler"


def in_version(stored: dict[str, Any], api_version: str) -> dict[str, Any]:
    """Return an object in another version of its kind, as far as it is written in another way there.

    stored: as ``with_defaults`` returns it. Versions of most kinds have the same fields; those of
    autoscalers are converted. Source: pkg/apis/autoscaling/v1/conversion.go.
    """
    if stored.get("kind") != _AUTOSCALER or stored.get("apiVersion") != "autoscaling/v1":
        return {**stored, "apiVersion": api_version}
    spec = dict(stored["spec"])
    target = spec.pop("targetCPUUtilizationPercentage", None)
    if target is not None:
        metric = {"type": "Utilization", "averageUtilization": target}
        spec["metrics"] = [{"type": "Resource", "resource": {"name": "cpu", "target": metric}}]
    return {**stored, "apiVersion": api_version, "spec": spec}
