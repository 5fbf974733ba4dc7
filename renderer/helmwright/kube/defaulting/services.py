"""What a server keeps of a Service that is updated: its addresses, its families, the ports of its nodes.

Source: pkg/registry/core/service/storage/storage.go, alloc.go.
"""

from __future__ import annotations

from typing import Any

Spec = dict[str, Any]

_HEADLESS = "None"


def kept_of_service(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Give the new Service, in place, what the server keeps of the old one or assigns to both.

    Services that say nothing of their IP families are taken to have those of a cluster with IPv4.
    """
    before, after = old.get("spec"), new.get("spec")
    if type(before) is not dict or type(after) is not dict:
        return
    for spec in (before, after):
        _all_addresses(spec)
    if _needs_address(before) and _needs_address(after):
        for name in ("clusterIP", "clusterIPs", "ipFamilyPolicy", "ipFamilies"):
            if before.get(name) and not after.get(name):
                after[name] = before[name]
    if _needs_node_ports(before) and _needs_node_ports(after):
        _keep_node_ports(before, after)
    checked = _needs_health_check(before) and _needs_health_check(after)
    if checked and before.get("healthCheckNodePort") and not after.get("healthCheckNodePort"):
        after["healthCheckNodePort"] = before["healthCheckNodePort"]
    for spec in (before, after):
        _families(spec)


def _all_addresses(spec: Spec) -> None:
    """Make the one address the list of addresses (normalizeClusterIPs)."""
    if spec.get("clusterIP") and not spec.get("clusterIPs"):
        spec["clusterIPs"] = [spec["clusterIP"]]


def _families(spec: Spec) -> None:
    """Fill in the families (initIPFamilyFields); those of dual-stack Services depend on the cluster."""
    if not _needs_address(spec):
        return
    is_open = spec.get("clusterIP") == _HEADLESS and not spec.get("selector")
    policy = spec.setdefault("ipFamilyPolicy", "RequireDualStack" if is_open else "SingleStack")
    if policy == "SingleStack" and not spec.get("ipFamilies"):
        is_six = ":" in str(spec.get("clusterIP", ""))
        spec["ipFamilies"] = ["IPv6" if is_six else "IPv4"]


def _needs_address(spec: Spec) -> bool:
    return spec.get("type") != "ExternalName"


def _needs_node_ports(spec: Spec) -> bool:
    if spec.get("type") == "NodePort":
        return True
    allocates = spec.get("allocateLoadBalancerNodePorts") is not False
    return spec.get("type") == "LoadBalancer" and allocates


def _needs_health_check(spec: Spec) -> bool:
    return spec.get("type") == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local"


def _keep_node_ports(before: Spec, after: Spec) -> None:
    """Give ports without a port of the nodes that of the old port of the same name."""
    ports = [one for one in before.get("ports") or () if type(one) is dict]
    known = {one.get("name", ""): one.get("nodePort", 0) for one in ports}
    others = [one for one in after.get("ports") or () if type(one) is dict]
    used = set(known.values()) & {one.get("nodePort", 0) for one in others}
    for port in others:
        found = known.get(port.get("name", ""), 0)
        if found and not port.get("nodePort") and found not in used:
            port["nodePort"] = found
