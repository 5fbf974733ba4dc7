"""What is refused in the specification of a pod.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidatePodSpec)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.containers import container_refusals, identity_refusals
from helmwright.kube.validation.metadata import label_map, labels_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    duplicate,
    entries,
    forbidden,
    invalid,
    number,
    required,
    section,
    text,
)
from helmwright.kube.validation.scheduling import scheduling_refusals
from helmwright.kube.validation.volumes import mounts_refusals, volume_names, volumes_refusals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from helmwright.base.paths import Path

_NAMES: dict[str, names.Check] = {
    "serviceAccountName": names.subdomain,
    "priorityClassName": names.subdomain,
    "runtimeClassName": names.subdomain,
    "nodeName": names.subdomain,
    "hostname": names.label,
    "subdomain": names.label,
}


def template_refusals(template: Any, path: Path, claims: Collection[str] = ()) -> Iterator[Refusal]:
    """Yield what is refused in a pod template; claims: names of volumes that it gets besides."""
    if type(template) is not dict:
        return
    yield from labels_refusals(section(template, "metadata"), (*path, "metadata"))
    spec = template.get("spec")
    if spec is None or type(spec) is dict:
        yield from pod_refusals(spec or {}, (*path, "spec"), claims)


def pod_refusals(
    spec: dict[str, Any], path: Path, claims: Collection[str] = ()
) -> Iterator[Refusal]:
    """Yield what is refused in the specification of a pod; claims: as above."""
    if spec.get("containers") in (None, []):
        yield required((*path, "containers"))
    for key, check in _NAMES.items():
        if (found := text(spec, key)) and (wrong := check(found)):
            yield invalid((*path, key), wrong)
    yield from volumes_refusals(spec, path)
    yield from _containers(spec, path, volume_names(spec).union(claims))
    yield from label_map(section(spec, "nodeSelector"), (*path, "nodeSelector"))
    yield from scheduling_refusals(spec, path)
    yield from _servers(spec, path)
    yield from _together(spec, path)
    yield from identity_refusals(section(spec, "securityContext"), (*path, "securityContext"))


def _containers(spec: dict[str, Any], path: Path, volumes: Collection[str]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for key in ("initContainers", "containers"):
        for index, one in entries(spec, key):
            where = (*path, key, index)
            if one.get("name") == "":
                yield required((*where, "name"))
            name = text(one, "name")
            if name and name in seen:
                yield duplicate((*where, "name"))
            seen.add(name)
            yield from container_refusals(one, where, is_init=key == "initContainers")
            yield from mounts_refusals(one, where, volumes)
            if spec.get("hostNetwork") is True:
                yield from _host_ports(one, where)


def _host_ports(one: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for index, port in entries(one, "ports"):
        host = number(port, "hostPort")
        if host and host != number(port, "containerPort"):
            where = (*path, "ports", index, "hostPort")
            yield invalid(where, "must match `containerPort` when `hostNetwork` is true")


def _servers(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    servers = section(spec, "dnsConfig").get("nameservers")
    if text(spec, "dnsPolicy") == "None":
        if type(spec.get("dnsConfig")) is not dict:
            yield required(
                (*path, "dnsConfig"), "must provide `dnsConfig` when `dnsPolicy` is None"
            )
        elif not servers:
            detail = "must provide at least one DNS nameserver when `dnsPolicy` is None"
            yield required((*path, "dnsConfig", "nameservers"), detail)
    for index, server in enumerate(servers if type(servers) is list else ()):
        if type(server) is str and (wrong := names.address(server)):
            yield invalid((*path, "dnsConfig", "nameservers", index), wrong)


def _together(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for index, alias in entries(spec, "hostAliases"):
        if wrong := names.address(text(alias, "ip")):
            yield invalid((*path, "hostAliases", index, "ip"), wrong)
    if spec.get("shareProcessNamespace") is True and spec.get("hostPID") is True:
        detail = "ShareProcessNamespace and HostPID cannot both be enabled"
        yield invalid((*path, "shareProcessNamespace"), detail)
    deadline = number(spec, "activeDeadlineSeconds")
    if deadline is not None and not 1 <= deadline < 1 << 31:
        detail = "must be between 1 and 2147483647, inclusive"
        yield invalid((*path, "activeDeadlineSeconds"), detail)
    if spec.get("hostUsers") is False:
        for key in ("hostNetwork", "hostPID", "hostIPC"):
            if spec.get(key) is True:
                yield forbidden((*path, key), "when `hostUsers` is false")
