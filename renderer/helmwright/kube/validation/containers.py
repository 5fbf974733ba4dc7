"""What is refused in a container.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (validateContainer…)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.kube.validation import names
from helmwright.kube.validation.refusal import (
    Refusal,
    duplicate,
    entries,
    forbidden,
    invalid,
    not_negative,
    number,
    required,
    section,
    text,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from helmwright.base.paths import Path

HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc")
_LIFECYCLE = ("exec", "httpGet", "tcpSocket", "sleep")
_SOURCES = ("configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef")
_FIELDS = frozenset(
    [
        "metadata.name",
        "metadata.namespace",
        "metadata.uid",
        "spec.nodeName",
        "spec.serviceAccountName",
        "status.hostIP",
        "status.hostIPs",
        "status.podIP",
        "status.podIPs",
    ]
)
_NATIVE = frozenset({"cpu", "memory", "ephemeral-storage"})
_UNPREFIXED = _NATIVE | {"storage"}
_OWN = "kubernetes.io/"
_SECOND = "may not specify more than 1 handler type"


def container_refusals(one: dict[str, Any], path: Path, *, is_init: bool) -> Iterator[Refusal]:
    """Yield what is refused in a container but its volume mounts, which need the pod."""
    if (name := text(one, "name")) and (wrong := names.label(name)):
        yield invalid((*path, "name"), wrong)
    if not one.get("image"):
        yield required((*path, "image"))
    yield from _ports(one, path)
    for index, variable in entries(one, "env"):
        yield from _variable(variable, (*path, "env", index))
    yield from resources_refusals(section(one, "resources"), (*path, "resources"))
    always = text(one, "restartPolicy") == "Always"
    for key in ("livenessProbe", "readinessProbe", "startupProbe"):
        if type(one.get(key)) is dict:
            if is_init and not always:
                detail = "may not be set for init containers without restartPolicy=Always"
                yield forbidden((*path, key), detail)
            yield from _probe(one[key], (*path, key), key)
    for event in ("postStart", "preStop"):
        hook = section(one, "lifecycle").get(event)
        if type(hook) is dict:
            yield from _handler(hook, (*path, "lifecycle", event), _LIFECYCLE)
    yield from _security(section(one, "securityContext"), (*path, "securityContext"))


def _ports(one: dict[str, Any], path: Path) -> Iterator[Refusal]:
    seen: set[str] = set()
    for index, port in entries(one, "ports"):
        where = (*path, "ports", index)
        if name := text(port, "name"):
            if wrong := names.port_name(name):
                yield invalid((*where, "name"), wrong)
            elif name in seen:
                yield duplicate((*where, "name"))
            seen.add(name)
        if number(port, "containerPort") == 0:
            yield required((*where, "containerPort"))
        elif wrong := names.port(port.get("containerPort")):
            yield invalid((*where, "containerPort"), wrong)
        if number(port, "hostPort") and (wrong := names.port(port["hostPort"])):
            yield invalid((*where, "hostPort"), wrong)


def _variable(one: dict[str, Any], path: Path) -> Iterator[Refusal]:
    name = one.get("name")
    if name == "":
        yield required((*path, "name"))
    elif type(name) is str and (wrong := names.variable(name)):
        yield invalid((*path, "name"), wrong)
    source = one.get("valueFrom")
    if type(source) is not dict:
        return
    given = [key for key in _SOURCES if source.get(key) is not None]
    where: Path = (*path, "valueFrom")
    if not given:
        known = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
        if not source:
            yield invalid(where, f"must specify one of: {known}")
    elif one.get("value"):
        yield invalid(where, "may not be specified when `value` is not empty")
    elif len(given) > 1:
        yield invalid(where, "may not have more than one field specified at a time")
    field = text(section(source, "fieldRef"), "fieldPath")
    if field and not _is_field(field):
        yield invalid((*where, "fieldRef", "fieldPath"), "error converting fieldPath")
    resource = text(section(source, "resourceFieldRef"), "resource")
    if resource and not _is_resource_field(resource):
        prefixes = ("limits", "requests")
        choices = [f"{prefix}.{kind}" for prefix in prefixes for kind in _NATIVE]
        yield unsupported((*where, "resourceFieldRef", "resource"), choices)


def _is_field(field: str) -> bool:
    if field in _FIELDS or field in ("metadata.labels", "metadata.annotations"):
        return field in _FIELDS
    start, bracket, rest = field.partition("['")
    return (
        bool(bracket)
        and start in ("metadata.labels", "metadata.annotations")
        and (rest.endswith("']"))
    )


def _is_resource_field(resource: str) -> bool:
    prefix, _, kind = resource.partition(".")
    return prefix in ("limits", "requests") and (kind in _NATIVE or kind.startswith("hugepages-"))


def amount_of(value: Any) -> Fraction | None:
    """Return what a quantity says; ``None`` for what is none."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    whole = isinstance(value, float) and value.is_integer()
    return _amount(str(int(value) if whole else value))


@lru_cache(maxsize=1024)
def _amount(text: str) -> Fraction | None:
    from helmwright.go.quantity import parse

    try:
        return parse(text).value
    except GoError:
        return None  # the types of fields are held against elsewhere


def resources_refusals(resources: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in requests and limits."""
    for kind in ("limits", "requests"):
        for name, value in section(resources, kind).items():
            where = (*path, kind, name)
            if wrong := _resource_name(name):
                yield invalid(where, wrong)
            amount = amount_of(value)
            if amount is not None and amount < 0:
                yield invalid(where, "must be greater than or equal to 0")
            if amount is not None and _is_extended(name) and amount.denominator != 1:
                yield invalid(where, "must be an integer")
    yield from _requests_above_limits(resources, path)


def _requests_above_limits(resources: dict[str, Any], path: Path) -> Iterator[Refusal]:
    limits = section(resources, "limits")
    for name, value in section(resources, "requests").items():
        request, limit = amount_of(value), amount_of(limits.get(name))
        over_commits = name in _UNPREFIXED
        if not over_commits and name not in limits:
            yield required((*path, "limits"), "Limit must be set for non overcommitable resources")
        elif request is None or limit is None:
            continue
        elif over_commits and request > limit:
            detail = f"must be less than or equal to {name} limit"
            yield invalid((*path, "requests", name), detail, "limit")
        elif not over_commits and request != limit:
            detail = f"must be equal to {name} limit"
            yield invalid((*path, "requests", name), detail, "limit" if request > limit else "")


def _resource_name(name: str) -> str:
    if wrong := names.qualified(name):
        return wrong
    if "/" not in name and name not in _UNPREFIXED and not name.startswith("hugepages-"):
        return "must be a standard resource for containers"
    return ""


def _is_extended(name: str) -> bool:
    return "/" in name and _OWN not in name


def _probe(probe: dict[str, Any], path: Path, kind: str) -> Iterator[Refusal]:
    yield from _handler(probe, path, HANDLERS)
    keys = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold")
    yield from not_negative(probe, path, *keys, "failureThreshold")
    threshold = number(probe, "successThreshold")
    if kind != "readinessProbe" and threshold is not None and threshold > 1:
        yield invalid((*path, "successThreshold"), "must be 1")


def _handler(one: dict[str, Any], path: Path, kinds: tuple[str, ...]) -> Iterator[Refusal]:
    given = [kind for kind in kinds if one.get(kind) is not None]
    if not given:
        yield required(path, "must specify a handler type")
    for kind in given[1:]:
        yield forbidden((*path, kind), _SECOND)
    if "exec" in given and section(one, "exec") and not one["exec"].get("command"):
        yield required((*path, "exec", "command"))
    for kind in ("httpGet", "tcpSocket", "grpc"):
        if type(one.get(kind)) is dict and (wrong := names.port(one[kind].get("port"))):
            yield invalid((*path, kind, "port"), wrong)


def _security(context: dict[str, Any], path: Path) -> Iterator[Refusal]:
    if context.get("allowPrivilegeEscalation") is False:
        if context.get("privileged") is True:
            detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"
            yield invalid(path, detail)
        if "CAP_SYS_ADMIN" in (section(context, "capabilities").get("add") or ()):
            detail = (
                "cannot set `allowPrivilegeEscalation` to false and "
                "`capabilities.Add` CAP_SYS_ADMIN"
            )
            yield invalid(path, detail)
    yield from identity_refusals(context, path)


def identity_refusals(context: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in the users and profiles of a pod or a container."""
    for key in ("runAsUser", "runAsGroup", "fsGroup"):
        found = number(context, key)
        if found is not None and not 0 <= found < 1 << 31:
            yield invalid((*path, key), "must be between 0 and 2147483647, inclusive")
    for key in ("seccompProfile", "appArmorProfile"):
        profile = section(context, key)
        where = (*path, key, "localhostProfile")
        kind = key.removesuffix("Profile")
        if text(profile, "type") == "Localhost" and not profile.get("localhostProfile"):
            yield required(where, f"must be set when {kind} type is Localhost")
        elif profile.get("localhostProfile") and text(profile, "type") not in ("", "Localhost"):
            detail = f"can only be set when {kind} type is Localhost"
            yield invalid(where, detail)
