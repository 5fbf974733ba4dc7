"""What the chart makes of the values about the way to the master."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings


def has_route(settings: DeterminedSettings) -> bool:
    """Tell whether there is a Route of OpenShift."""
    return bool(settings.get("openshiftRoute", "enabled")) and settings.release.at_least(0, 17, 4)


def has_ingress(settings: DeterminedSettings) -> bool:
    """Tell whether there is an Ingress; the chart that comes with Determined has none."""
    return not settings.upstream and bool(settings.get("ingress", "enabled"))


def service_type(settings: DeterminedSettings) -> str:
    """Return the type of the master's Service."""
    own = None if settings.upstream else settings.get("masterService", "type")
    if own:
        return str(own)
    if settings.get("openshiftRoute", "enabled") and settings.release.at_least(0, 27, 1):
        return "ClusterIP"
    if settings.get("useNodePortForMaster"):
        return "NodePort"
    behind = has_ingress(settings) or (
        not settings.upstream and settings.get("httpRoute", "enabled")
    )
    return "ClusterIP" if behind else "LoadBalancer"


def ingress_controller(settings: DeterminedSettings) -> str:
    """Return ``nginx``, ``alb``, ``traefik`` or ``generic``."""
    controller = settings.get("ingress", "controller")
    if controller:
        return str(controller)
    name = str(settings.get("ingress", "className", default=""))
    return next((known for known in ("nginx", "alb", "traefik") if known in name), "generic")
