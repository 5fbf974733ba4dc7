"""What a Service may become: addresses stay, and fields go with the type.

Source: pkg/apis/core/validation/validation.go (ValidateServiceUpdate, validateUpgradeDowngradeClusterIPs,
validateUpgradeDowngradeIPFamilies, validateLoadBalancerClassField, validateServiceExternalTrafficFieldsUpdate),
pkg/registry/core/service/storage/alloc.go (initIPFamilyFields).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.diff.reading import at
from helmwright.diff.transitions.model import AGAIN, KEEP, Refusal, Subject
from helmwright.kube.updates.services import (
    is_assigned,
    is_headless,
    kind_of,
    needs_address,
    needs_health_port,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.kube.updates.services import Spec


def refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of a changed Service."""
    old, new = subject.old("spec"), subject.new("spec")
    if type(old) is not dict or type(new) is not dict:
        return
    if needs_address(old) and needs_address(new):
        yield from _addresses(old, new, at(subject.alone, "spec"))
        yield from _families(old, new)
    if not new.get("ports") and at(subject.alone, "spec").get("ports"):
        reason = "no port is left once Helm 3 has merged them, since it tells ports apart by their number alone"
        yield Refusal(("spec", "ports"), reason, f"upgrade with Helm 4, {AGAIN}")
    yield from _balancer(old, new)
    if needs_health_port(old) and needs_health_port(new):
        before, after = old.get("healthCheckNodePort"), new.get("healthCheckNodePort")
        if before != after:
            path = ("spec", "healthCheckNodePort")
            yield Refusal(path, "spec.healthCheckNodePort cannot be changed", KEEP)


def _list(spec: Spec, field: str) -> list[Any]:
    found = spec.get(field)
    return found if type(found) is list else []


def _addresses(old: Spec, new: Spec, alone: Spec) -> Iterator[Refusal]:
    if is_headless(new) and is_headless(alone):
        pass  # then the manifest is not valid, or the Service has no address from now on
    elif is_headless(new) and kind_of(new) in ("NodePort", "LoadBalancer"):
        path = ("spec", "type")
        reason = f"a Service without an address (clusterIP: None) cannot be a {kind_of(new)}"
        advice = AGAIN
        if is_headless(old):
            advice = f"{AGAIN}; the server keeps clusterIP: None even where the manifest drops it"
        yield Refusal(path, reason, advice)
        return
    if is_headless(old) and is_headless(new):
        return
    before, after = _list(old, "clusterIPs"), _list(new, "clusterIPs")
    if before[:1] != after[:1] or (len(before) == len(after) and before != after):
        advice = AGAIN
        if is_assigned(before[0]) and after[:1] != ["None"]:
            advice = f"{AGAIN} (unless it is the address that the server gave)"
        field = "clusterIP" if old.get("clusterIP") != new.get("clusterIP") else "clusterIPs"
        reason = f"spec.{field} cannot be changed"
        yield Refusal(("spec", field), reason, advice)
    elif len(after) < len(before) and new.get("ipFamilyPolicy") != "SingleStack":
        yield _released("clusterIPs")


def _released(field: str) -> Refusal:
    reason = f"the second of spec.{field} is given up, which needs ipFamilyPolicy: SingleStack"
    return Refusal(("spec", field), reason, "set ipFamilyPolicy: SingleStack")


def _families(old: Spec, new: Spec) -> Iterator[Refusal]:
    before, after = _list(old, "ipFamilies"), _list(new, "ipFamilies")
    path = ("spec", "ipFamilies")
    both = is_headless(old) and is_headless(new)
    if before and after and before[0] != after[0] and not both:
        known = not is_assigned(old.get("clusterIP"))
        advice = AGAIN if known else f"{AGAIN} (unless the server chose that family before)"
        yield Refusal(path, "the first of spec.ipFamilies cannot be changed", advice)
    elif len(after) < len(before) and new.get("ipFamilyPolicy") != "SingleStack":
        yield _released("ipFamilies")
    policy = new.get("ipFamilyPolicy")
    is_new = old.get("ipFamilyPolicy") != policy or (_is_open(old) and not _is_open(new))
    if policy == "RequireDualStack" and is_new:
        reason = "spec.ipFamilyPolicy becomes RequireDualStack"
        advice = "the upgrade fails unless the cluster has both IPv4 and IPv6"
        yield Refusal(("spec", "ipFamilyPolicy"), reason, advice, certain=False)


def _is_open(spec: Spec) -> bool:
    """Tell whether a Service has neither address nor selector, and so both families in any cluster."""
    return is_headless(spec) and not spec.get("selector")


def _balancer(old: Spec, new: Spec) -> Iterator[Refusal]:
    before, after = old.get("loadBalancerClass"), new.get("loadBalancerClass")
    path = ("spec", "loadBalancerClass")
    if kind_of(old) == kind_of(new) == "LoadBalancer" and before != after:
        reason = "spec.loadBalancerClass cannot be added, changed or removed while the type is LoadBalancer"
        advice = "leave the field as it was, or delete the Service before the upgrade: its external address goes with it"
        yield Refusal(path, reason, advice)
