"""What is refused in an Ingress and in a NetworkPolicy.

Source: k8s.io/kubernetes pkg/apis/networking/validation/validation.go
"""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.metadata import selector_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    forbidden,
    invalid,
    items,
    required,
    section,
    text,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_DIRECTIONS = {"ingress": "from", "egress": "to"}


def ingress(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in an Ingress of networking.k8s.io/v1."""
    spec = section(data, "spec")
    if not spec.get("rules") and not spec.get("defaultBackend"):
        yield invalid(("spec",), "either `defaultBackend` or `rules` must be specified")
    if type(spec.get("defaultBackend")) is dict:
        yield from _backend(spec["defaultBackend"], ("spec", "defaultBackend"))
    for index, tls in entries(spec, "tls"):
        for place, host in enumerate(items(tls, "hosts")):
            if type(host) is str and (wrong := names.wildcard_host(host)):
                yield invalid(("spec", "tls", index, "hosts", place), wrong)
    for index, one in entries(spec, "rules"):
        yield from _rule(one, ("spec", "rules", index))


def ingress_class(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in an IngressClass."""
    if not section(data, "spec").get("controller"):
        yield required(("spec", "controller"))


def _rule(one: dict[str, Any], path: Path) -> Iterator[Refusal]:
    if host := text(one, "host"):
        if not names.address(host):
            yield invalid((*path, "host"), "must be a DNS name, not an IP address")
        elif wrong := names.wildcard_host(host):
            yield invalid((*path, "host"), wrong)
    if type(one.get("http")) is dict:
        yield from _paths(one["http"], (*path, "http"))


def _paths(http: dict[str, Any], path: Path) -> Iterator[Refusal]:
    if not http.get("paths"):
        yield required((*path, "paths"))
    for index, one in entries(http, "paths"):
        where = (*path, "paths", index)
        kind, found = text(one, "pathType"), text(one, "path")
        if "pathType" in one and not one["pathType"]:
            yield required((*where, "pathType"), "pathType must be specified")
        is_plain = kind in ("Exact", "Prefix")
        if (found or is_plain) and not found.startswith("/"):
            yield invalid((*where, "path"), "must be an absolute path")
        if is_plain and (wrong := _wrong_path(found)):
            yield invalid((*where, "path"), wrong)
        if type(one.get("backend")) is dict:
            yield from _backend(one["backend"], (*where, "backend"))


def _wrong_path(found: str) -> str:
    for part in ("//", "/./", "/../", "%2f", "%2F"):
        if part in found:
            return f"must not contain '{part}'"
    for part in ("/..", "/."):
        if found.endswith(part):
            return f"cannot end with '{part}'"
    return ""


def _backend(backend: dict[str, Any], path: Path) -> Iterator[Refusal]:
    service, resource = backend.get("service"), backend.get("resource")
    if service is None and resource is None:
        yield required(path, "resource or service backend is required")
    elif service is not None and resource is not None:
        yield invalid(path, "cannot set both resource and service backends")
    if type(service) is not dict:
        return
    name = text(service, "name")
    if service.get("name") == "":
        yield required((*path, "service", "name"))
    elif name and (wrong := names.label_1035(name)):
        yield invalid((*path, "service", "name"), wrong)
    port = section(service, "port")
    if not port.get("name") and not port.get("number"):
        yield required(path, "port name or number is required")
    elif port.get("name") and port.get("number"):
        yield invalid(path, "cannot set both port name & port number")
    for key in ("name", "number"):
        if port.get(key) and (wrong := names.port(port[key])):
            yield invalid((*path, "service", "port", key), wrong)


def network_policy(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a NetworkPolicy."""
    spec = section(data, "spec")
    yield from selector_refusals(section(spec, "podSelector"), ("spec", "podSelector"))
    for index, one in enumerate(items(spec, "policyTypes")):
        if type(one) is str and one not in ("Ingress", "Egress"):
            yield unsupported(("spec", "policyTypes", index), ("Ingress", "Egress"))
    for direction, peers in _DIRECTIONS.items():
        for index, rule in entries(spec, direction):
            where = ("spec", direction, index)
            for place, port in entries(rule, "ports"):
                yield from _policy_port(port, (*where, "ports", place))
            for place, peer in entries(rule, peers):
                yield from _peer(peer, (*where, peers, place))


def _policy_port(port: dict[str, Any], path: Path) -> Iterator[Refusal]:
    if wrong := names.port(port.get("port")):
        yield invalid((*path, "port"), wrong)
    if port.get("endPort") is not None:
        if port.get("port") is None:
            yield required((*path, "port"), "must be specified when `endPort` is specified")
        elif type(port["port"]) is str:
            yield invalid((*path, "endPort"), "may not be specified when `port` is non-numeric")
        elif _is_less(port["endPort"], port["port"]):
            yield invalid((*path, "endPort"), "must be greater than or equal to `port`")


def _is_less(one: Any, other: Any) -> bool:
    numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
    return numbers and bool(one < other)


def _peer(peer: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for key in ("podSelector", "namespaceSelector"):
        yield from selector_refusals(section(peer, key), (*path, key))
    block = peer.get("ipBlock")
    if not any(
        peer.get(key) is not None for key in ("podSelector", "namespaceSelector", "ipBlock")
    ):
        yield required(path, "must specify a peer")
    if type(block) is not dict:
        return
    if peer.get("podSelector") is not None or peer.get("namespaceSelector") is not None:
        yield forbidden(path, "may not specify both ipBlock and another peer")
    cidr = text(block, "cidr")
    if wrong := names.network(cidr):
        yield invalid((*path, "ipBlock", "cidr"), wrong)
        return
    for index, one in enumerate(items(block, "except")):
        where = (*path, "ipBlock", "except", index)
        if type(one) is not str:
            continue
        if wrong := names.network(one):
            yield invalid(where, wrong)
        elif not _is_within(one, cidr):
            yield invalid(where, "must be a strict subset of `cidr`")


def _is_within(inner: str, outer: str) -> bool:
    one, other = ip_network(inner, strict=False), ip_network(outer, strict=False)
    if one.version != other.version or one.prefixlen <= other.prefixlen:
        return False
    return one.network_address in other
