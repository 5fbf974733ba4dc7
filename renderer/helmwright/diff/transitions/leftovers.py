"""What the server has added to a stored object, and does not go with what a manifest says now.

The server fills in defaults such as ``strategy.rollingUpdate``. They belong to nobody, so an upgrade
that changes what they went with leaves them behind, and the whole is invalid though the manifest is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.diff.model import ABSENT
from helmwright.diff.paths import path_text
from helmwright.diff.transitions.model import AGAIN, Refusal
from helmwright.kube import schemas
from helmwright.kube.updates.services import without_assigned
from helmwright.kube.validation.claims import NO_SOURCES
from helmwright.kube.validation.objects import refusals as invalid_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.diff.transitions.model import Subject
    from helmwright.kube.patch_meta import Type
    from helmwright.kube.validation.refusal import Refusal as Invalid


class _Discriminated(NamedTuple):
    """A struct whose type decides whether a field may be there.

    kind: the struct, without its version. field: that decides. values: with which ``refused`` may not be there.
    """

    kind: str
    field: str
    values: tuple[str, ...]
    refused: str


_DISCRIMINATED = (
    _Discriminated("apps.DeploymentStrategy", "type", ("Recreate",), "rollingUpdate"),
    _Discriminated("apps.StatefulSetUpdateStrategy", "type", ("OnDelete",), "rollingUpdate"),
    _Discriminated("core.ServiceSpec", "sessionAffinity", ("None",), "sessionAffinityConfig"),
    _Discriminated("flowcontrol.LimitResponse", "type", ("Reject",), "queuing"),
    _Discriminated("flowcontrol.PriorityLevelConfigurationSpec", "type", ("Exempt",), "limited"),
    _Discriminated("flowcontrol.PriorityLevelConfigurationSpec", "type", ("Limited",), "exempt"),
    _Discriminated("apiextensions.CustomResourceConversion", "strategy", ("None",), "webhook"),
)
"""Source: pkg/apis/apps/validation (ValidateDeploymentStrategy, ValidateStatefulSetSpec), core, flowcontrol."""

_ONE_OF: dict[str, tuple[frozenset[str], ...]] = {
    "core.Probe": (frozenset({"exec", "httpGet", "tcpSocket", "grpc"}),),
    "core.LifecycleHandler": (frozenset({"exec", "httpGet", "tcpSocket", "sleep"}),),
    "core.EnvVar": (frozenset({"value", "valueFrom"}),),
    "core.EnvVarSource": (
        frozenset(
            {"fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"}
        ),
    ),
    "networking.IngressBackend": (frozenset({"service", "resource"}),),
    "networking.ServiceBackendPort": (frozenset({"name", "number"}),),
    "networking.NetworkPolicyPeer": (
        frozenset({"ipBlock", "podSelector"}),
        frozenset({"ipBlock", "namespaceSelector"}),
    ),
    "admissionregistration.WebhookClientConfig": (frozenset({"url", "service"}),),
    "policy.PodDisruptionBudgetSpec": (frozenset({"minAvailable", "maxUnavailable"}),),
    "resource.DeviceRequest": (frozenset({"exactly", "firstAvailable"}),),
}
"""Fields of which a struct has one at most. Source: pkg/apis/*/validation."""

_NOT_SOURCES = {
    "core.Volume": frozenset({"name"}),
    "core.PersistentVolumeSpec": NO_SOURCES,
}
"""Structs with one field of many, but for these."""

_KEYS = {
    "core.Container": {"ports": ("containerPort", "protocol")},
    "core.ServiceSpec": {"ports": ("port", "protocol")},
}
"""Lists whose items must differ in these keys, and in their names."""


class Fault(NamedTuple):
    """Something invalid: the field, what is wrong, the field that would have to go, and what has both."""

    path: Path
    reason: str
    gone: str
    within: Path


def refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is wrong with the merged object, and not with the manifest."""
    new, alone = subject.update.new, subject.alone
    if new == alone:
        return  # nothing stays behind
    of = schemas.built_in(str(new.get("apiVersion")), str(new.get("kind")))
    if of is None:
        return
    own = {(fault.path, fault.reason) for fault in faults(alone, of, ())}
    told: list[Path] = []
    for fault in faults(new, of, ()):
        if (fault.path, fault.reason) not in own:
            told.append(_any_item(fault.within))
            yield _refusal(fault, subject)
    yield from _incomplete(subject, told)


def _incomplete(subject: Subject, told: list[Path]) -> Iterator[Refusal]:
    """Yield what is invalid of the merged object for any other reason, such as a probe that lost its handler."""
    if without_assigned(subject.update.new) == without_assigned(subject.alone):
        return
    found = list(_invalid(subject.update.new))
    if not found:
        return
    sides = (subject.update.old, subject.alone, subject.manifest)
    known = {_any_item(one.path) for side in sides for one in _invalid(side)}
    for one in found:
        path = _any_item(one.path)
        if path in known or any(_meet(path, other) for other in told):
            continue
        told.append(path)
        where = path_text(one.path)
        reason = f"{where}: {one.reason}, since only what the server has filled in stays behind"
        yield Refusal(one.path, reason, _whole(one.path, subject))


def _invalid(data: dict[str, Any]) -> Iterator[Invalid]:
    return invalid_fields(without_assigned(data), applied=False)


def _any_item(path: Path) -> Path:
    return tuple("*" if type(step) is int or str(step).startswith("[") else step for step in path)


def _meet(one: Path, other: Path) -> bool:
    return one[: len(other)] == other[: len(one)]


def _whole(path: Path, subject: Subject) -> str:
    """Return what helps where a field loses what made it whole."""
    value: Any = subject.manifest
    for step in path:
        if type(value) is list:
            value = value[step] if type(step) is int and step < len(value) else value
        elif type(value) is dict and value.get(step, ABSENT) is None:
            return "leave the field out: null takes away no more than the manifest wrote before"
        else:
            value = value.get(step) if type(value) is dict else None
    return "take the whole of it out of the manifest, or write all of it"


def _advice(fault: Fault, subject: Subject) -> str:
    """Return what helps: null takes a field away in a patch of three sides, but not in an apply."""
    null = f"set {fault.gone}: null in the manifest"
    if subject.helm == 3:
        return null
    return f"{null} and upgrade with --server-side=false once"


def _refusal(fault: Fault, subject: Subject) -> Refusal:
    if fault.gone:
        reason = f"{fault.reason}, and {fault.gone} stays behind, which the server has filled in"
        advice = _advice(fault, subject)
    else:
        reason = f"{fault.reason}, since Helm 3 tells ports apart by their number alone"
        advice = f"upgrade with Helm 4, {AGAIN}"
    return Refusal(fault.path, reason, advice)


def faults(value: Any, of: Type, path: Path) -> Iterator[Fault]:
    """Yield what is invalid in a value of a Go type, as far as the tables here go."""
    inner = of.element if of.kind == "ptr" and of.element is not None else of
    if type(value) is dict:
        if inner.kind == "struct":
            yield from _of_struct(value, _name(inner), path)
        for key, member in value.items():
            if type(member) in (dict, list):
                below = inner.element if inner.kind == "map" else _field(inner, key)
                if below is not None:
                    yield from faults(member, below, (*path, key))
    elif type(value) is list and inner.kind == "slice" and inner.element is not None:
        for index, item in enumerate(value):
            yield from faults(item, inner.element, (*path, _step(item, index)))


def _step(item: Any, index: int) -> str | int:
    name = item.get("name") if type(item) is dict else None
    return f"[name={name}]" if type(name) is str else index


def _field(of: Type, key: str) -> Type | None:
    field = of.fields.get(key)
    return None if field is None else field.type


def _name(of: Type) -> str:
    """Return a struct's name without its version: ``apps.DeploymentStrategy``."""
    area, _, _ = of.qualified.partition(".")
    return f"{area}.{of.name}"


def _of_struct(value: dict[str, Any], name: str, path: Path) -> Iterator[Fault]:
    for rule in _DISCRIMINATED:
        if (
            rule.kind == name
            and value.get(rule.field) in rule.values
            and value.get(rule.refused) is not None
        ):
            gone = path_text((*path, rule.refused))
            reason = f"{path_text((*path, rule.field))} becomes {value[rule.field]}"
            yield Fault((*path, rule.field), reason, gone, path)
    for group in _ONE_OF.get(name, ()):
        yield from _several(value, sorted(key for key in value if key in group), path)
    if name in _NOT_SOURCES:
        yield from _several(value, [key for key in value if key not in _NOT_SOURCES[name]], path)
    for field, keys in _KEYS.get(name, {}).items():
        yield from _twins(value.get(field), keys, (*path, field))


def _several(value: dict[str, Any], names: list[str], path: Path) -> Iterator[Fault]:
    present = [name for name in names if value[name] is not None and value[name] != ""]
    if len(present) > 1:
        reason = f"{path_text(path)} has {' and '.join(present)}"
        yield Fault(path, reason, path_text((*path, present[0])), path)


def _twins(items: Any, keys: tuple[str, ...], path: Path) -> Iterator[Fault]:
    seen: set[tuple[Any, ...]] = set()
    for item in items if type(items) is list else ():
        if type(item) is not dict:
            continue
        marks = [tuple(item.get(key) for key in keys)]
        if item.get("name"):
            marks.append((item["name"],))
        if any(mark in seen for mark in marks):
            shown = "/".join(str(part) for part in marks[-1])
            yield Fault(path, f"{path_text(path)} has {shown} twice once it is merged", "", path)
            return
        seen.update(marks)
