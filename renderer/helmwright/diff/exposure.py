"""When something is reached in another way: Services, Ingresses, Gateways, routes, network policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.model import ABSENT, Effect, Impact
from helmwright.diff.reading import at, maps_at, shown, texts_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.diff.model import Change, DiffObject

_OUTSIDE = ("NodePort", "LoadBalancer", "ExternalName")
_GATEWAY_GROUP = "gateway.networking.k8s.io"
_SERVICE_FIELDS = {
    "externalIPs": "its external addresses change",
    "loadBalancerIP": "the load balancer's address changes",
    "loadBalancerSourceRanges": "who may reach the load balancer changes",
    "loadBalancerClass": "another load balancer is asked for",
    "externalTrafficPolicy": "how traffic from outside is spread changes",
    "externalName": "the name it stands for changes",
    "selector": "other pods may answer",
    "ports": "a port changes",
}
_INGRESS_FIELDS = {
    "tls": "certificates or their hosts change",
    "ingressClassName": "another controller serves it",
    "rules": "paths or backends change",
    "defaultBackend": "the default backend changes",
}

_FIELDS = {"Ingress": _INGRESS_FIELDS, "Gateway": {"listeners": "a listener changes"}}
_HOSTS = {"Ingress": "rules", "Gateway": "listeners"}
"""The fields in which hosts stand; if these change, more need not be said."""


def exposure_impacts(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    """Yield what becomes reachable, or no longer is."""
    one = after or before
    if one is None:
        return
    kind = one.key.kind
    if kind == "Service" and not one.key.group:
        yield from _service(before, after, changes)
    elif kind == "Ingress" or one.key.group == _GATEWAY_GROUP:
        hosts = [*_hosts(before, after)]
        yield from hosts
        if kind in _FIELDS and before is not None and after is not None:
            told = {_HOSTS[kind]} if hosts else set()
            yield from _fields(changes, _FIELDS[kind], told)
    elif kind == "NetworkPolicy":
        yield from _policy(before, after, changes)


def _service(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    old, new = _type(before), _type(after)
    if after is None:
        yield Impact(Effect.EXPOSURE, f"its name and address are gone ({old})")
    elif before is None:
        if new in _OUTSIDE:
            yield Impact(Effect.EXPOSURE, f"a new Service of type {new}", ("spec", "type"))
    else:
        if old != new:
            yield Impact(Effect.EXPOSURE, f"Service type {old} → {new}", ("spec", "type"))
        yield from _fields(changes, _SERVICE_FIELDS)


def _type(one: DiffObject | None) -> str:
    return "" if one is None else shown(at(one.data, "spec").get("type", "ClusterIP"))


def _fields(
    changes: tuple[Change, ...], sentences: dict[str, str], known: Iterable[str] = ()
) -> Iterator[Impact]:
    """Yield a sentence for each field that changes, but for those that are known."""
    told: set[Any] = set(known)
    for change in changes:
        field = change.path[1] if len(change.path) > 1 and change.path[0] == "spec" else ""
        if field not in sentences:
            continue
        port = _port(change)
        if (port or field) not in told:
            told.add(port or field)
            yield Impact(Effect.EXPOSURE, port or sentences[str(field)], change.path)


def _port(change: Change) -> str:
    """Return a better sentence about a port that is there on one side only, or has another number."""
    step = str(change.path[2]) if len(change.path) > 2 else ""
    if change.path[1] != "ports" or not step.startswith("[port="):
        return ""
    number = step[6:-1].partition(",")[0]
    if len(change.path) > 3:
        return f"{change.path[3]} of port {number}: {shown(change.before)} → {shown(change.after)}"
    if change.before is ABSENT:
        return f"port {number} is opened"
    return f"port {number} is closed"


def _hosts(before: DiffObject | None, after: DiffObject | None) -> Iterator[Impact]:
    old, new = _hosts_of(before), _hosts_of(after)
    if before is None:
        where = f" ({', '.join(sorted(new))})" if new else ""
        yield Impact(Effect.EXPOSURE, f"a new way in{where}")
        return
    if after is None:
        where = f" ({', '.join(sorted(old))})" if old else ""
        yield Impact(Effect.EXPOSURE, f"a way in is gone{where}")
        return
    path = ("spec", "rules") if after.key.kind == "Ingress" else ("spec",)
    for host in sorted(new - old):
        yield Impact(Effect.EXPOSURE, f"host {host} is served", path)
    for host in sorted(old - new):
        yield Impact(Effect.EXPOSURE, f"host {host} is no longer served", path)


def _hosts_of(one: DiffObject | None) -> set[str]:
    if one is None:
        return set()
    if one.key.kind == "Ingress":
        return {str(rule.get("host") or "*") for rule in maps_at(one.data, "spec", "rules")}
    if one.key.kind == "Gateway":
        listeners = maps_at(one.data, "spec", "listeners")
        return {str(listener.get("hostname") or "*") for listener in listeners}
    return set(texts_at(one.data, "spec", "hostnames"))


def _policy(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    if before is None:
        message = "a new policy: traffic of the pods it selects that no policy allows is refused"
        yield Impact(Effect.EXPOSURE, message)
    elif after is None:
        message = "the policy is gone: pods that no other one selects take any traffic"
        yield Impact(Effect.EXPOSURE, message)
    else:
        for change in changes:
            if change.path[:1] == ("spec",):
                yield Impact(Effect.EXPOSURE, "which traffic is let through changes", change.path)
                return
