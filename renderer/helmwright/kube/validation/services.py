"""What is refused in a Service.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidateService)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.metadata import label_map
from helmwright.kube.validation.refusal import (
    Refusal,
    duplicate,
    entries,
    forbidden,
    invalid,
    items,
    number,
    required,
    section,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_DAY = 86400


def service(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Service."""
    spec = section(data, "spec")
    kind = text(spec, "type") or "ClusterIP"
    if kind == "ExternalName":
        yield from _external_name(spec)
    elif not spec.get("ports") and spec.get("clusterIP") != "None":
        yield required(("spec", "ports"))
    yield from _ports(spec, kind)
    yield from label_map(section(spec, "selector"), ("spec", "selector"))
    yield from _addresses(spec, kind)
    yield from _external_access(spec, kind)
    timeout = number(section(spec, "sessionAffinityConfig", "clientIP"), "timeoutSeconds")
    where = ("spec", "sessionAffinityConfig")
    if timeout is not None and not 0 < timeout <= _DAY:
        detail = f"must be greater than 0 and less than {_DAY}"
        yield invalid((*where, "clientIP", "timeoutSeconds"), detail)


def _external_name(spec: dict[str, Any]) -> Iterator[Refusal]:
    where = ("spec", "externalName")
    name = text(spec, "externalName").removesuffix(".")
    if not name:
        yield required(where)
    elif wrong := names.subdomain(name):
        yield invalid(where, wrong)
    if spec.get("clusterIP") not in (None, ""):
        yield forbidden(("spec", "clusterIPs"), "may not be set for ExternalName services")


def _ports(spec: dict[str, Any], kind: str) -> Iterator[Refusal]:
    seen: set[str] = set()
    together: set[tuple[int, str]] = set()
    several = len(items(spec, "ports")) > 1
    for index, one in entries(spec, "ports"):
        where = ("spec", "ports", index)
        name = text(one, "name")
        if not name and several:
            yield required((*where, "name"))
        elif name:
            if wrong := names.label(name):
                yield invalid((*where, "name"), wrong)
            if name in seen:
                yield duplicate((*where, "name"))
            seen.add(name)
        if wrong := names.port(one.get("port")):
            yield invalid((*where, "port"), wrong)
        target = one.get("targetPort")
        if target not in (0, "", None) and (wrong := names.port(target)):
            yield invalid((*where, "targetPort"), wrong)
        key = number(one, "port") or 0, text(one, "protocol") or "TCP"
        if key in together:
            yield duplicate(where)
        together.add(key)
        if kind in ("ClusterIP", "ExternalName") and one.get("nodePort"):
            yield forbidden((*where, "nodePort"), f"may not be used when `type` is '{kind}'")


def _addresses(spec: dict[str, Any], kind: str) -> Iterator[Refusal]:
    address = text(spec, "clusterIP")
    where = ("spec", "clusterIPs", 0)
    if address == "None" and kind in ("NodePort", "LoadBalancer"):
        yield invalid(where, f"may not be set to 'None' for {kind} services")
    elif address not in ("", "None") and (wrong := names.address(address)):
        yield invalid(where, wrong)
    found = items(spec, "clusterIPs")
    if address and found and found[0] != address:
        yield invalid(("spec", "clusterIPs"), "first value must match `clusterIP`")
    for index, one in enumerate(items(spec, "externalIPs")):
        if type(one) is str and (wrong := names.address(one)):
            yield invalid(("spec", "externalIPs", index), wrong)


def _external_access(spec: dict[str, Any], kind: str) -> Iterator[Refusal]:
    ranges = items(spec, "loadBalancerSourceRanges")
    path = ("spec", "LoadBalancerSourceRanges")
    if ranges and kind != "LoadBalancer":
        yield forbidden(path, "may only be used when `type` is 'LoadBalancer'")
    for index, one in enumerate(ranges):
        if type(one) is str and (wrong := names.network(one.strip())):
            yield invalid((*path, index), wrong)
    if spec.get("loadBalancerClass") and kind != "LoadBalancer":
        yield forbidden(
            ("spec", "loadBalancerClass"), "may only be used when `type` is 'LoadBalancer'"
        )
    reachable = kind in ("NodePort", "LoadBalancer") or bool(items(spec, "externalIPs"))
    if spec.get("externalTrafficPolicy") and not reachable:
        detail = "may only be set for externally-accessible services"
        yield invalid(("spec", "externalTrafficPolicy"), detail)
    local = kind == "LoadBalancer" and text(spec, "externalTrafficPolicy") == "Local"
    if spec.get("healthCheckNodePort") and not local:
        detail = (
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
        )
        yield invalid(("spec", "healthCheckNodePort"), detail)
