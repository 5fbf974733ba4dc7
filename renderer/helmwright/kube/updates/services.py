"""What a server fills into a Service: addresses and ports that it assigns, and takes back.

An assigned value is not known without the server; a placeholder stands for it, which differs from
whatever a manifest says. Source: pkg/registry/core/service/storage/storage.go (normalizeClusterIPs,
patchAllocatedValues), alloc.go, pkg/registry/core/service/strategy.go (dropTypeDependentFields).
"""

from __future__ import annotations

from typing import Any

ASSIGNED_ADDRESS = "assigned"
"""Stands for the address that the server assigns."""
_FIRST_PORT = 1_000_000
"""Assigned ports are from here on, where there are no ports."""
_HEALTH_PORT = 2_000_000
_FAMILIES = ("IPv4", "IPv6")

Spec = dict[str, Any]


def is_assigned(value: Any) -> bool:
    """Tell whether a value is one that the server has assigned."""
    return value == ASSIGNED_ADDRESS or (type(value) is int and value >= _FIRST_PORT)


def without_assigned(data: dict[str, Any]) -> dict[str, Any]:
    """Return a Service without what the server has assigned; another object as it is."""
    spec = data.get("spec")
    if data.get("kind") != "Service" or type(spec) is not dict:
        return data
    left = {key: value for key, value in spec.items() if not is_assigned(value)}
    if left.get("clusterIPs") == [ASSIGNED_ADDRESS]:
        del left["clusterIPs"]
    if ports_of(spec):
        left["ports"] = [
            {key: value for key, value in port.items() if not is_assigned(value)}
            for port in ports_of(spec)
        ]
    return {**data, "spec": left}


def kind_of(spec: Spec) -> str:
    """Return the type of a Service."""
    found = spec.get("type")
    return found if type(found) is str else "ClusterIP"


def is_headless(spec: Spec) -> bool:
    """Tell whether a Service has no address on purpose."""
    return spec.get("clusterIP") == "None"


def needs_address(spec: Spec) -> bool:
    """Tell whether a Service has an address, be it ``None``."""
    return kind_of(spec) != "ExternalName"


def needs_node_ports(spec: Spec) -> bool:
    """Tell whether a Service has ports on nodes."""
    return kind_of(spec) in ("NodePort", "LoadBalancer")


def needs_health_port(spec: Spec) -> bool:
    """Tell whether a Service has a port for health checks of nodes."""
    return kind_of(spec) == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local"


def is_reachable(spec: Spec) -> bool:
    """Tell whether a Service is reached from outside of the cluster."""
    kind = kind_of(spec)
    return kind in ("NodePort", "LoadBalancer") or (
        kind == "ClusterIP" and bool(spec.get("externalIPs"))
    )


def created(service: dict[str, Any]) -> dict[str, Any]:
    """Return a new Service with what the server assigns."""
    spec = service.get("spec")
    if type(spec) is not dict:
        return service
    return {**service, "spec": _allocated(dict(spec), {})}


def updated(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return a changed Service with what it keeps of the stored one, loses and gets."""
    before, spec = old.get("spec"), new.get("spec")
    if type(before) is not dict or type(spec) is not dict:
        return new
    spec = dict(spec)
    _keep(before, spec)
    _normalize(before, spec)
    spec = _allocated(spec, before)
    _drop(before, spec)
    return {**new, "spec": spec}


def ports_of(spec: Spec) -> list[dict[str, Any]]:
    """Return the ports of a Service."""
    found = spec.get("ports")
    return [port for port in found if type(port) is dict] if type(found) is list else []


def _list(value: Any) -> list[Any]:
    return value if type(value) is list else []


def _allocated(spec: Spec, before: Spec) -> Spec:
    if needs_address(spec):
        if not spec.get("clusterIP"):
            first = _list(spec.get("clusterIPs"))[:1]
            spec["clusterIP"] = first[0] if first else ASSIGNED_ADDRESS
        if not spec.get("clusterIPs"):
            spec["clusterIPs"] = [spec["clusterIP"]]
        _set_families(spec, before)
    if needs_node_ports(spec) and spec.get("allocateLoadBalancerNodePorts") is not False:
        used = {port.get("nodePort") for port in ports_of(before)}
        free = (number for number in range(_FIRST_PORT, _HEALTH_PORT) if number not in used)
        spec["ports"] = [
            port if port.get("nodePort") else {**port, "nodePort": next(free)}
            for port in ports_of(spec)
        ]
    if needs_health_port(spec) and not spec.get("healthCheckNodePort"):
        spec["healthCheckNodePort"] = _HEALTH_PORT
    return spec


def _set_families(spec: Spec, before: Spec) -> None:
    if spec.get("ipFamilyPolicy") is None:
        by_itself = is_headless(spec) and not spec.get("selector")
        fresh = "RequireDualStack" if by_itself else "SingleStack"
        spec["ipFamilyPolicy"] = before.get("ipFamilyPolicy") or fresh
    if spec["ipFamilyPolicy"] == "SingleStack":
        for field in ("clusterIPs", "ipFamilies"):
            if before and _same(before, spec, field):
                spec[field] = _list(spec.get(field))[:1]
    if not spec.get("ipFamilies"):
        first = _family(spec["clusterIPs"][0])
        both = spec["ipFamilyPolicy"] == "RequireDualStack"
        spec["ipFamilies"] = sorted(_FAMILIES, key=first.__ne__) if both else [first]


def _family(address: Any) -> str:
    return _FAMILIES[type(address) is str and ":" in address]


def _keep(before: Spec, spec: Spec) -> None:
    """Keep what was assigned where the manifest does not say it."""
    if needs_address(before) and needs_address(spec):
        for field in ("clusterIP", "clusterIPs"):
            if not spec.get(field) and before.get(field):
                spec[field] = before[field]
    if needs_node_ports(before) and needs_node_ports(spec):
        old_ports, ports = ports_of(before), ports_of(spec)
        numbers = {port.get("nodePort") for port in old_ports}
        used = numbers & {port.get("nodePort") for port in ports if port.get("nodePort")}
        by_name = {port.get("name", ""): port.get("nodePort") for port in old_ports}
        spec["ports"] = [_with_node_port(port, by_name, used) for port in ports]
    if (
        needs_health_port(before)
        and needs_health_port(spec)
        and not spec.get("healthCheckNodePort")
    ):
        spec["healthCheckNodePort"] = before.get("healthCheckNodePort")


def _with_node_port(
    port: dict[str, Any], by_name: dict[Any, Any], used: set[Any]
) -> dict[str, Any]:
    known = by_name.get(port.get("name", ""))
    if port.get("nodePort") or not known or known in used:
        return port
    return {**port, "nodePort": known}


def _normalize(before: Spec, spec: Spec) -> None:
    """Let the list of addresses follow the address, or stay."""
    old_list, new_list = _list(before.get("clusterIPs")), _list(spec.get("clusterIPs"))
    old, new = before.get("clusterIP") or "", spec.get("clusterIP") or ""
    if old_list and not new_list and old == new:
        spec["clusterIPs"] = old_list
    elif old != new and old_list == new_list:
        if new:
            spec["clusterIPs"] = [new]
        else:
            spec.pop("clusterIPs", None)


def _drop(before: Spec, spec: Spec) -> None:
    """Take away what the new type has not, unless the manifest changes it as well."""
    if needs_address(before) and not needs_address(spec):
        if _same(before, spec, "clusterIP") and _same(before, spec, "clusterIPs"):
            spec.pop("clusterIP", None)
            spec.pop("clusterIPs", None)
        for field in ("ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"):
            if _same(before, spec, field):
                spec.pop(field, None)
    if needs_node_ports(before) and not needs_node_ports(spec):
        old_ports = {port["nodePort"] for port in ports_of(before) if port.get("nodePort")}
        new_ports = {port["nodePort"] for port in ports_of(spec) if port.get("nodePort")}
        if new_ports <= old_ports:
            spec["ports"] = [
                {key: value for key, value in port.items() if key != "nodePort"}
                for port in ports_of(spec)
            ]
    lost = {
        "healthCheckNodePort": needs_health_port(before) and not needs_health_port(spec),
        "allocateLoadBalancerNodePorts": _no_longer(before, spec, ("LoadBalancer",)),
        "loadBalancerClass": _no_longer(before, spec, ("LoadBalancer",)),
        "externalTrafficPolicy": is_reachable(before) and not is_reachable(spec),
    }
    for field, is_lost in lost.items():
        if is_lost and _same(before, spec, field):
            spec.pop(field, None)


def _no_longer(before: Spec, spec: Spec, kinds: tuple[str, ...]) -> bool:
    return kind_of(before) in kinds and kind_of(spec) not in kinds


def _same(before: Spec, spec: Spec, field: str) -> bool:
    return bool((before.get(field) or None) == (spec.get(field) or None))
